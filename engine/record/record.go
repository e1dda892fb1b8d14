// Package record provides a typed view of an item's content: the fields that a person edits.
// The content's XML remains authoritative: setting a field changes the corresponding property
// and nothing else.
//
// A todo is an xCal vtodo (RFC 6321) and a contact an xCard vcard (RFC 6351) inside the item,
// with title and text mirrored for plain feed readers. An outline is an OPML 2.0 outline
// element with its attributes; its title is mirrored. An item with none of these is a note and
// remains one.
//
// Every field has a text form, in which it is typed, saved in drafts, passed to commands and
// compared. The field's Form specifies it.
package record

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"crossfeed/engine/item"
	"crossfeed/engine/record/exchange"
)

// Record is a parsed content with its fields. The zero Record has no values.
type Record struct {
	Kind Kind
	tree tree
	// title and text are the mirrors for plain readers.
	title, text mirror
}

// Read parses a content.
func Read(c *item.Content) Record {
	return readTree(treeOf(c))
}

func readTree(t tree) Record {
	r := Record{Kind: t.kind(), tree: t}
	if r.Kind != Note {
		r.title, r.text = t.mirrors()
	}
	return r
}

// Get returns the text of a field, or "" if it has no value or the kind has no such field.
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

// Values returns all fields of the kind, including empty ones.
func (r Record) Values() Values {
	v := make(Values, len(fieldsOf(r.Kind)))
	for _, f := range fieldsOf(r.Kind) {
		v[f.Name] = r.Get(f.Name)
	}
	return v
}

// Searched returns everything in a content that a person may search for: its title, text and
// fields.
func Searched(c *item.Content) []string {
	if !mayHold(c) && !MayHoldAttachments(c.XML()) {
		return wordsOfNote(c)
	}
	r := Read(c)
	return r.words(r.Get("tags"))
}

func wordsOfNote(c *item.Content) []string { return []string{c.Title(), c.Text()} }

// words returns the values of a record with these tags that a person may search for.
func (r Record) words(tags string) []string {
	var all []string
	for _, f := range fieldsOf(r.Kind) {
		switch {
		case f.Name == "tags":
			all = append(all, tags)
		case f.Form.searchable():
			all = append(all, r.value(f))
		}
	}
	return all
}

// searchable reports whether people search for values of this form.
func (f Form) searchable() bool {
	switch f {
	case Line, Text, Words, Entries, Addresses, Custom, Files:
		return true
	}
	return false
}

// mayHold is a fast check that reports whether a content may be shown with a record.
func mayHold(c *item.Content) bool { return c.From() != nil || mayHoldRecord(c.XML()) }

// mayHoldRecord is a fast check that reports whether XML may contain a record, so that notes
// need not be parsed.
func mayHoldRecord(xml string) bool {
	return strings.Contains(xml, "urn:ietf:params:xml:ns:") || strings.Contains(xml, "<outline")
}

// Values maps names of fields to values in the text form of the field; "" means no value.
// Fields without an entry remain unchanged.
type Values map[string]string

// New returns the content of a new item of a kind.
func New(k Kind, v Values) (*item.Content, error) {
	c, err := As(item.Plain("", ""), k)
	if err != nil {
		return nil, err
	}
	return Apply(c, v)
}

// As returns the content with a record of the given kind, filled from its title and text. A
// content that is already of that kind is returned as Shown. A record of another kind is
// preserved alongside the new one.
func As(c *item.Content, k Kind) (*item.Content, error) {
	t := treeOf(c)
	if k == Note || t.kind() == k {
		return Shown(c), nil
	}
	t.add(k)
	t.put(k, "title", shownTextIn(t.entry, "title").text)
	t.put(k, "text", shownTextIn(t.entry, bodyIn(t.entry)).text)
	if k == Outline {
		setOutlineTitle(t, getOutlineTitle(t)) // even an empty one
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

// removeBody removes the text from an entry whose outline has it as its note.
func (t tree) removeBody() {
	if body := childOf(t.entry, bodyIn(t.entry)); body != nil {
		t.entry.RemoveChild(body)
	}
}

// Apply returns the content with the values set and nothing else changed, or c itself if it
// already has these values. An invalid value causes a *ValueError. If v has both names of a
// field, title and name, the field's own name wins. The first change also adopts edits that a
// plain reader made in a mirror.
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
	next, err := item.NewContent(r.tree.entry)
	if err == nil && r.Kind != Note {
		next.Once(func() any { return readTree(r.tree).summary() }) // it is stored next
	}
	return next, err
}

// Adopt returns the content with edits from the mirrors adopted in the record, or c itself if
// there are none.
func Adopt(c *item.Content) (*item.Content, error) {
	r := Read(c)
	if !r.title.edited && !r.text.edited {
		return c, nil
	}
	r.adopt()
	return item.NewContent(r.tree.entry)
}

// adopt copies edits from the mirrors to the record.
func (r Record) adopt() {
	for _, f := range fieldsOf(r.Kind) {
		if edit, edited := r.edited(f.Name); edited {
			f.put(r.tree, edit)
		}
	}
}

// differs reports whether a value differs from the record. The order of a set does not matter.
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

// put sets a field unless it already has that value.
func (f Field) put(t tree, value string) {
	if f.get(t) != value {
		f.set(t, value)
	}
}

// canonical returns the values in the form that Get returns, keyed by the fields' own names.
// If v has both names of a field, the field's own name wins. A value that the record already
// has is never rejected, so that an invalid value from a file does not prevent changes to
// other fields. If there are several errors, the one for the alphabetically first name is
// returned.
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

// Canonical converts what a person typed to the text that Get returns. The error is a
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

// canonical converts what a person typed to the text of the form.
func (f Form) canonical(text string) (string, error) {
	text = strings.Map(item.Printable, text)
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

// Stamped returns the values with at as the completion time if they complete a todo without a
// time.
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

// Tombstone returns the data that a published tombstone preserves: the title and, for a
// completed todo, its completion, so that people who were offline are not asked why most of a
// list was deleted.
func Tombstone(c *item.Content) *item.Content {
	if FactsOf(c).Done {
		if done, err := New(Todo, Values{"title": c.Title(), "done": "true"}); err == nil {
			return done
		}
	}
	return c.OnlyTitle()
}

// uid returns the identity of the record, or "": its UID (RFC 5545 §3.8.4.7, RFC 6350 §6.7.6),
// extended by exchange.Identity.
func (t tree) uid() string {
	switch t.kind() {
	case Todo:
		return exchange.Identity(t.word("uid"), t.word("recurrence-id"))
	case Contact:
		if p := exchange.Child(t.record, "uid"); p != nil {
			return strings.TrimSpace(exchange.FirstText(p))
		}
	}
	return ""
}

// WithoutUID returns the content for a copy. Without a UID, the item's identifier is used
// instead, so that the copy is distinct from its original.
func WithoutUID(c *item.Content) (*item.Content, error) {
	t := treeOf(c)
	if t.record == nil {
		return Shown(c), nil
	}
	holder := t.record
	if properties := exchange.Child(t.record, "properties"); properties != nil {
		holder = properties
	}
	all := exchange.Children(holder, "uid")
	if len(all) == 0 {
		return Shown(c), nil
	}
	for _, uid := range all {
		holder.RemoveChild(uid)
	}
	return item.NewContent(t.entry)
}
