package ancestry

import (
	"slices"
	"strconv"
	"strings"

	"crossfeed/engine/item"
	"crossfeed/engine/merge"
	"crossfeed/engine/record"
)

// Original is what a base says about the fields of an item. A base may be merged from
// several versions, and then it can say nothing about some fields, and about some lines of
// a text. A nil one says nothing.
type Original struct {
	// version is what somebody wrote, read what it says; nil where
	// the base is merged.
	version *item.Version
	read    record.Record
	of      []*Original
	from    *Original
}

// Joins says by the way in which a field may be joined how it is merged.
var Joins = map[record.Merge]merge.Join{
	record.MergeOne:   merge.JoinOne,
	record.MergeText:  merge.JoinText,
	record.MergeSet:   merge.JoinSet,
	record.MergeUnit:  merge.JoinUnit,
	record.MergeNever: merge.JoinNever,
}

// unit is a field of values that make sense together.
var unit = record.Field{Form: record.Text, Merge: record.MergeUnit}

// Original reads what a base says; nil where none was found.
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

// reader is what a version says about a row, or nil where it says nothing.
type reader func(o *Original) *string

// Field is the value of a field, or nil where there is none. A text may have gaps
// (HasGaps). A tombstone may have dropped its data.
func (o *Original) Field(f record.Field) *string {
	return o.value(f, func(a *Original) *string {
		if a.version.Deleted {
			return nil
		}
		value := a.read.Get(f.Name)
		return &value
	})
}

// Place is the position of the item, or nil where there is none.
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

// Other is the data that no field shows, or nil where there are none.
func (o *Original) Other() *string {
	return o.value(unit, func(a *Original) *string {
		if a.version.Deleted {
			return nil
		}
		rest := record.Rest(a.version.Content)
		return &rest
	})
}

// With is the version of a base that has the base's other data.
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

// value is what an original says about a row, or nil where it says nothing or
// what it is merged from collides.
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

// mergedOriginal merges originals. Of a text the lines that do not collide have an
// original.
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

// WithoutGaps is an original as it is shown.
func WithoutGaps(text string) string {
	if !HasGaps(text) {
		return text
	}
	lines := slices.DeleteFunc(strings.SplitAfter(text, "\n"), func(l string) bool { return strings.HasPrefix(l, merge.Gap) })
	return strings.Join(lines, "")
}

// unchanged reports whether a version says what a base says. Of one that is merged,
// nothing may be open: each field has an original, all of each text, and so have the
// position and the other data, and nothing that it is merged from, or from what that
// parted, is deleted, lost, of another kind or has other sync data.
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

// samePlace reports whether nobody moved an item. What of it was made from a version that
// does not say where it stands says nothing about that.
func (o *Original) samePlace(p item.Place, of []*item.Version) bool {
	if unplaced(p) || !slices.ContainsFunc(of, func(v *item.Version) bool { return !unplaced(v.Place) }) {
		return true
	}
	place := o.Place()
	return place != nil && samePlace(p, *place)
}

// sameFields reports whether a version says in each field what its original says. A field
// that never conflicts by itself has to be as in one of the versions that were merged.
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

// written are the versions that a base is, or is merged from.
func (b Base) written() (all []*item.Version) {
	for _, one := range b.ancestors() {
		all = append(all, one.Version)
	}
	return all
}
