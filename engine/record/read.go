package record

import (
	"strings"

	"crossfeed/engine/item"
)

// Record is a content that was read once, with its fields. The zero Record says
// nothing.
type Record struct {
	Kind Kind
	tree tree
	// title and text are the mirrors for plain readers.
	title, text mirror
}

// Read reads a content.
func Read(c *item.Content) Record {
	t := treeOf(c)
	r := Record{Kind: t.kind(), tree: t}
	if r.Kind != Note {
		r.title, r.text = t.mirrors()
	}
	return r
}

// Get is the text of a field, "" where it has no value or the kind has no such
// field.
func (r Record) Get(name string) string {
	f, err := Find(r.Kind, name)
	if err != nil || r.tree.entry == nil {
		return ""
	}
	return r.value(f)
}

func (r Record) value(f Field) string {
	if m, edited := r.edited(f.Name); edited {
		return m
	}
	return f.get(r.tree)
}

// Values are all fields of the kind, those without a value too.
func (r Record) Values() Values {
	v := make(Values, len(fieldsOf(r.Kind)))
	for _, f := range fieldsOf(r.Kind) {
		v[f.Name] = r.Get(f.Name)
	}
	return v
}

// Searched is all that a person may search for in a content: title, text, and
// what stands in the fields.
func Searched(c *item.Content) []string {
	if !mayHold(c) && !MayHoldAttachments(c.XML()) {
		return wordsOfNote(c)
	}
	return Read(c).words()
}

func wordsOfNote(c *item.Content) []string { return []string{c.Title(), c.Text()} }

func (r Record) words() []string {
	var all []string
	for _, f := range fieldsOf(r.Kind) {
		if f.Form.searchable() {
			all = append(all, r.value(f))
		}
	}
	return all
}

// searchable tells whether people look for what stands in a field.
func (f Form) searchable() bool {
	switch f {
	case Line, Text, Words, Entries, Addresses, Custom, Files:
		return true
	}
	return false
}

// mayHold tells at a glance whether a content can be shown with a record.
func mayHold(c *item.Content) bool { return c.From() != nil || mayHoldRecord(c.XML()) }

// mayHoldRecord tells at a glance whether XML can hold a record, so that no
// note is parsed to see that it holds none.
func mayHoldRecord(xml string) bool {
	return strings.Contains(xml, "urn:ietf:params:xml:ns:") || strings.Contains(xml, "<outline")
}
