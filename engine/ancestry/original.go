package ancestry

import (
	"slices"
	"strconv"
	"strings"

	"crossfeed/engine/item"
	"crossfeed/engine/merge"
	"crossfeed/engine/record"
)

// Original provides the values of a base for the fields of an item. If the base is merged from
// several versions, some fields and some lines of a text may have no value. A nil Original has
// no values.
type Original struct {
	// version is the base, and read its fields; nil if the base is merged.
	version *item.Version
	read    record.Record
	of      []*Original
	from    *Original
}

// Joins maps the ways to merge a field to those of package merge.
var Joins = map[record.Merge]merge.Join{
	record.MergeOne:   merge.JoinOne,
	record.MergeText:  merge.JoinText,
	record.MergeSet:   merge.JoinSet,
	record.MergeUnit:  merge.JoinUnit,
	record.MergeNever: merge.JoinNever,
}

// unit is a field for values that only make sense together.
var unit = record.Field{Form: record.Text, Merge: record.MergeUnit}

// Original returns the original of a base, or nil if there is no base.
func (b Base) Original() *Original {
	switch {
	case b.Known():
		return &Original{version: b.Version, read: record.Read(b.Version.Content)}
	case !b.Merged():
		return nil
	}
	o := &Original{}
	for _, one := range b.Of {
		o.of = append(o.of, one.Original())
	}
	if b.From != nil {
		o.from = b.From.Original()
	}
	return o
}

// reader returns the value of a row in a version, or nil if it has none.
type reader func(o *Original) *string

// Field returns the value of a field, or nil if none exists. A text may have gaps (HasGaps).
// A tombstone may have dropped its data.
func (o *Original) Field(f record.Field) *string {
	return o.value(f, func(a *Original) *string {
		if a.version.Deleted {
			return nil
		}
		value := a.read.Get(f.Name)
		return &value
	})
}

// Place returns the position of the item, or nil if none exists.
func (o *Original) Place() *item.Place {
	text := o.value(unit, func(a *Original) *string {
		if unplaced(a.version.Place) {
			return nil
		}
		place := a.version.Place.Parent + "\x00" + a.version.Place.Key
		return &place
	})
	if text == nil {
		return nil
	}
	parent, key, _ := strings.Cut(*text, "\x00")
	return &item.Place{Parent: parent, Key: key}
}

// Other returns the data that no field shows, or nil if none exists.
func (o *Original) Other() *string {
	return o.value(unit, func(a *Original) *string {
		if a.version.Deleted {
			return nil
		}
		rest := record.Rest(a.version.Content)
		return &rest
	})
}

// With returns the version of a base that has these other data.
func (b Base) With(rest string) *item.Version {
	if b.Known() {
		return b.Version
	}
	for _, of := range b.Of {
		if v := of.With(rest); v != nil && record.Rest(v.Content) == rest {
			return v
		}
	}
	if b.From != nil {
		return b.From.With(rest)
	}
	return nil
}

// value returns the original value of a row, or nil if there is none or the merged versions
// collide.
func (o *Original) value(f record.Field, read reader) *string {
	switch {
	case o == nil:
		return nil
	case o.version != nil:
		return read(o)
	}
	var values []string
	for _, a := range o.of {
		if a.version != nil && read(a) == nil {
			continue
		}
		value := a.value(f, read)
		if value == nil {
			return nil
		}
		values = append(values, *value)
	}
	if len(values) == 0 {
		return nil
	}
	return mergedOriginal(f, o.from.value(f, read), values)
}

// mergedOriginal merges originals. In a text, the lines that do not collide have an original.
func mergedOriginal(f record.Field, from *string, values []string) *string {
	p := merge.Propose(merge.Field{Join: Joins[f.Merge], Base: from, Values: values, Equal: f.Alike})
	switch {
	case !p.Open:
		return &p.Value
	case f.Merge != record.MergeText:
		return nil
	}
	var parts []string
	for i, c := range merge.Chunks(from, values) {
		if c.Open {
			c.Value = merge.Gap + strconv.Itoa(i)
		}
		parts = append(parts, c.Value)
	}
	value := strings.Join(merge.Fit(parts, merge.End(from, values)), "")
	if WithoutGaps(value) == "" {
		return nil
	}
	return &value
}

// HasGaps reports whether lines of a text have no original.
func HasGaps(text string) bool { return strings.Contains(text, merge.Gap) }

// WithoutGaps returns an original as it is shown.
func WithoutGaps(text string) string {
	if !HasGaps(text) {
		return text
	}
	lines := slices.DeleteFunc(strings.SplitAfter(text, "\n"), func(l string) bool { return strings.HasPrefix(l, merge.Gap) })
	return strings.Join(lines, "")
}

// unchanged reports whether a version equals a base. A merged base must be complete: each
// field, every line of each text, the position and the other data must have an original. None
// of the versions from which it and its own base are merged may be deleted, missing, of
// another kind, or have other sync data.
func (b Base) unchanged(v *item.Version) bool {
	if !b.Merged() {
		return b.Known() && Equal(v, b.Version)
	}
	kind := record.Read(v.Content).Kind
	other := func(o *item.Version) bool {
		return o.Deleted || o.Missing || o.Extra != v.Extra || record.Read(o.Content).Kind != kind
	}
	for at := &b; at != nil; at = at.From {
		if slices.ContainsFunc(append(at.written(), v), other) {
			return false
		}
	}
	o, of := b.Original(), b.written()
	return o.samePlace(v.Place, of) && o.sameFields(v, of) && is(o.Other(), record.Rest(v.Content))
}

func is(original *string, value string) bool { return original != nil && *original == value }

// samePlace reports whether nobody moved an item. An item without a position, or whose
// originals have none, counts as not moved.
func (o *Original) samePlace(p item.Place, of []*item.Version) bool {
	if unplaced(p) || !slices.ContainsFunc(of, func(v *item.Version) bool { return !unplaced(v.Place) }) {
		return true
	}
	place := o.Place()
	return place != nil && samePlace(p, *place)
}

// sameFields reports whether all fields of a version equal their originals. A field that never
// conflicts by itself must equal that of one of the merged versions.
func (o *Original) sameFields(v *item.Version, of []*item.Version) bool {
	r := record.Read(v.Content)
	return !slices.ContainsFunc(record.FieldsOf(r.Kind), func(f record.Field) bool {
		value := r.Get(f.Name)
		if f.Merge == record.MergeNever {
			return !slices.ContainsFunc(of, func(o *item.Version) bool { return record.Read(o.Content).Get(f.Name) == value })
		}
		original := o.Field(f)
		return original == nil || HasGaps(*original) || !f.Alike(*original, value)
	})
}

// written returns the versions that a base is or is merged from.
func (b Base) written() (all []*item.Version) {
	for _, one := range b.ancestors() {
		all = append(all, one.Version)
	}
	return all
}
