package conflicts

import (
	"slices"
	"strconv"
	"strings"

	"crossfeed/engine/item"
	"crossfeed/engine/lineage"
	"crossfeed/engine/merge"
	"crossfeed/engine/record"
)

// ancestor is what a base says about the fields. A base may be merged from several
// versions, and then it can say nothing about some fields, and about some lines of a
// text.
type ancestor struct {
	// version is what somebody wrote, read what it says; nil where
	// the base is merged.
	version *item.Version
	read    record.Record
	of      []*ancestor
	from    *ancestor
}

func ancestorOf(b lineage.Base) *ancestor {
	switch {
	case b.Known():
		return &ancestor{version: b.Version, read: record.Read(b.Version.Content)}
	case !b.Merged():
		return nil
	}
	o := &ancestor{}
	for _, one := range b.Of {
		o.of = append(o.of, ancestorOf(one))
	}
	if b.From != nil {
		o.from = ancestorOf(*b.From)
	}
	return o
}

// reader is what a version says about a row, or nil where it says nothing.
type reader func(o *ancestor) *string

// field reads a field. A tombstone may have dropped its data.
func (o *ancestor) field(f record.Field) *string {
	return o.value(f, func(a *ancestor) *string {
		if a.version.Deleted {
			return nil
		}
		value := a.read.Get(f.Name)
		return &value
	})
}

// place reads the position of the item.
func (o *ancestor) place() *string {
	return o.value(placeField, func(a *ancestor) *string {
		if place := PlaceText(a.version.Place); place != "" {
			return &place
		}
		return nil
	})
}

// other reads the data that no field shows.
func (o *ancestor) other() *string {
	return o.value(otherField, func(a *ancestor) *string {
		if a.version.Deleted {
			return nil
		}
		rest := record.Rest(a.version.Content)
		return &rest
	})
}

// versionWith is the version of a base that has the base's other data.
func versionWith(b lineage.Base, rest string) *item.Version {
	if b.Known() {
		return b.Version
	}
	for _, of := range b.Of {
		if v := versionWith(of, rest); v != nil && record.Rest(v.Content) == rest {
			return v
		}
	}
	if b.From != nil {
		return versionWith(*b.From, rest)
	}
	return nil
}

// value is what an ancestor says about a row, or nil where it says nothing or
// what it is merged from collides.
func (o *ancestor) value(f record.Field, read reader) *string {
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
	p := merge.Propose(merge.Field{Join: joins[f.Merge], Base: from, Values: values, Equal: f.Alike})
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
	if withoutGaps(value) == "" {
		return nil
	}
	return &value
}

func hasGaps(text string) bool { return strings.Contains(text, merge.Gap) }

// withoutGaps is an original as it is shown.
func withoutGaps(text string) string {
	if !hasGaps(text) {
		return text
	}
	lines := slices.DeleteFunc(strings.SplitAfter(text, "\n"), func(l string) bool { return strings.HasPrefix(l, merge.Gap) })
	return strings.Join(lines, "")
}
