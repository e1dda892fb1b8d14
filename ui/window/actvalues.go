package window

import (
	"slices"

	"crossfeed/engine/record"
	"crossfeed/engine/store"
	"crossfeed/ui/window/items"
)

// fieldOf is the field that an action sets.
var fieldOf = map[items.Verb]string{
	items.SetDue: "due", items.SetPriority: "priority", items.ChangeTags: "tags", items.SetPartOf: "parent",
}

// valuesFor are the values that an action gives a record; none where it has no
// such field.
func valuesFor(a items.Action, r record.Record) record.Values {
	field := fieldOf[a.Verb]
	if _, err := record.Find(r.Kind, field); err != nil {
		return nil
	}
	if a.Verb != items.ChangeTags {
		return record.Values{field: a.Value}
	}
	return record.Values{field: tagsAfter(r.Get(field), a)}
}

// tagsAfter are tags with some more and some fewer.
func tagsAfter(text string, a items.Action) string {
	tags := record.ParseTags(text)
	has := func(tag string) func(string) bool {
		return func(other string) bool { return store.Fold(other) == store.Fold(tag) }
	}
	for _, off := range record.ParseTags(a.Without) {
		tags = slices.DeleteFunc(tags, has(off))
	}
	for _, tag := range record.ParseTags(a.Value) {
		if !slices.ContainsFunc(tags, has(tag)) {
			tags = append(tags, tag)
		}
	}
	return record.FormatTags(tags)
}
