// Package record is a typed view over an item's content: the fields that a
// person edits. The content's XML stays the truth: setting a field changes that
// property and nothing else.
//
// A todo is an xCal vtodo (RFC 6321) and a contact an xCard vcard (RFC 6351)
// inside the item, with its title and text mirrored for plain feed readers. An
// outline is the outline of OPML 2.0, with its attributes, and its title mirrored. An
// item without any of them is a note, and stays one.
//
// Every field has a text form, in which it is typed, kept in drafts, given to
// commands and compared; Form says which.
package record

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"crossfeed/engine/item"
	"crossfeed/engine/record/exchange"
	"crossfeed/engine/record/internal/xprop"
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

// Values are values of fields, by name, each in the text form of its field; ""
// stands for none. Fields that are not named stay.
type Values map[string]string

// New makes the content of a new item of a kind.
func New(k Kind, v Values) (*item.Content, error) {
	c, err := As(item.Plain("", ""), k)
	if err != nil {
		return nil, err
	}
	return Apply(c, v)
}

// As is the content with a record of a kind, of which its title and its text
// become fields. A content that is of that kind is returned as it is; a record
// of another kind stays beside the new one.
func As(c *item.Content, k Kind) (*item.Content, error) {
	t := treeOf(c)
	if k == Note || t.kind() == k {
		return Shown(c), nil
	}
	t.add(k)
	t.put(k, "title", saidIn(t.entry, "title").text)
	t.put(k, "text", saidIn(t.entry, bodyIn(t.entry)).text)
	if k == Outline {
		setOutlineTitle(t, getOutlineTitle(t)) // an empty one too
		t.removeBody()
	}
	return item.NewContent(t.entry)
}

// put sets a field by either of its names.
func (t tree) put(k Kind, name, value string) {
	if f, err := Find(k, name); err == nil {
		f.put(t, value)
	}
}

// removeBody takes the text out of an entry whose outline has it as its note.
func (t tree) removeBody() {
	if body := childOf(t.entry, bodyIn(t.entry)); body != nil {
		t.entry.RemoveChild(body)
	}
}

// Apply returns the content with the values set and nothing else changed: c
// itself where they are what it says. A value that cannot be is a *ValueError.
// Of a title and a name, which are two words for one field, the word of the
// field itself wins. What a plain reader wrote into a mirror goes into the record with the first
// change.
func Apply(c *item.Content, v Values) (*item.Content, error) {
	r := Read(c)
	canonical, err := r.canonical(v)
	if err != nil {
		return nil, err
	}
	if !r.differs(canonical) {
		return c, nil
	}
	before := r.tree.composition()
	r.adopt()
	for _, f := range fieldsOf(r.Kind) {
		if value, named := canonical[f.Name]; named {
			f.put(r.tree, value)
		}
	}
	if canonical["name"] == "" {
		r.tree.rename(before)
	}
	r.tree.reflect()
	return item.NewContent(r.tree.entry)
}

// Adopt returns the content with what a plain reader wrote into its mirrors in
// the record too: c itself where there is nothing of it.
func Adopt(c *item.Content) (*item.Content, error) {
	r := Read(c)
	if !r.title.edited && !r.text.edited {
		return c, nil
	}
	r.adopt()
	return item.NewContent(r.tree.entry)
}

// adopt puts what stands in a mirror only into the record.
func (r Record) adopt() {
	for _, f := range fieldsOf(r.Kind) {
		if edit, edited := r.edited(f.Name); edited {
			f.put(r.tree, edit)
		}
	}
}

// differs tells whether a value is not what the record says. The order of a set
// says nothing.
func (r Record) differs(v Values) bool {
	for _, f := range fieldsOf(r.Kind) {
		value, named := v[f.Name]
		says := r.Get(f.Name)
		if named && says != value && !(f.Merge == MergeSet && f.Equal(says, value)) {
			return true
		}
	}
	return false
}

// put sets a field where it does not say so already.
func (f Field) put(t tree, value string) {
	if f.get(t) != value {
		f.set(t, value)
	}
}

// canonical are the values in the text that Get gives, under the fields' own
// names; a value under the field's own name goes before one under the other word
// for it. What the record says already stays, whatever it is: a strange value
// that came with a file forbids no change beside it. Of several errors it is that
// of the name that comes first in the alphabet.
func (r Record) canonical(v Values) (Values, error) {
	all := make(Values, len(v))
	for _, name := range slices.Sorted(maps.Keys(v)) {
		f, err := Find(r.Kind, name)
		if err != nil {
			return nil, err
		}
		if _, own := v[f.Name]; own && name != f.Name {
			continue
		}
		value := v[name]
		all[f.Name] = value
		if value == r.Get(f.Name) {
			continue
		}
		if all[f.Name], err = f.Canonical(value); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// Canonical is the text that Get gives for what a person typed. The error is a
// *ValueError.
func (f Field) Canonical(text string) (string, error) {
	canonical, err := f.Form.canonical(text)
	if err == nil && canonical != "" && f.canonical != nil {
		canonical, err = f.canonical(canonical)
	}
	var wrong *ValueError
	if errors.As(err, &wrong) {
		wrong.Field = f.Name
	}
	return canonical, err
}

// canonical is the text of the form for what a person typed.
func (f Form) canonical(text string) (string, error) {
	text = strings.Map(xprop.Printable, text)
	if f != Text && f != Line {
		text = strings.TrimSpace(text)
	}
	if text == "" && f != Completion {
		return "", nil
	}
	if read, has := canonicals[f]; has {
		return read(text)
	}
	return text, nil
}

// Stamped are the values, with the time at which something is done where they
// say that it is and not when.
func Stamped(v Values, at time.Time) Values {
	d, err := ParseDone(v["done"])
	if err != nil || !d.Is() || !d.At.IsZero() {
		return v
	}
	d.At = at
	stamped := maps.Clone(v)
	stamped["done"] = d.String()
	return stamped
}

// Tombstone is what a published tombstone keeps of a content: the title, and of a todo that
// was done that it was, so that whoever was away is not asked why most of a list is gone.
func Tombstone(c *item.Content) *item.Content {
	if FactsOf(c).Done {
		if done, err := New(Todo, Values{"title": c.Title(), "done": "true"}); err == nil {
			return done
		}
	}
	return c.OnlyTitle()
}

// uid is what the record is known by, or "": its UID (RFC 5545 §3.8.4.7,
// RFC 6350 §6.7.6), and what exchange.Identity adds to it.
func (t tree) uid() string {
	switch t.kind() {
	case Todo:
		return exchange.Identity(t.word("uid"), t.word("recurrence-id"))
	case Contact:
		if p := xprop.Child(t.record, "uid"); p != nil {
			return strings.TrimSpace(valueOf(p))
		}
	}
	return ""
}

// WithoutUID is the content of a copy: the identifier of the item stands for the
// UID, so that the copy and its original are two things.
func WithoutUID(c *item.Content) (*item.Content, error) {
	t := treeOf(c)
	if t.record == nil {
		return Shown(c), nil
	}
	holder := t.record
	if properties := xprop.Child(t.record, "properties"); properties != nil {
		holder = properties
	}
	all := xprop.Children(holder, "uid")
	if len(all) == 0 {
		return Shown(c), nil
	}
	for _, uid := range all {
		holder.RemoveChild(uid)
	}
	return item.NewContent(t.entry)
}
