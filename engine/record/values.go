package record

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"crossfeed/engine/item"
	"crossfeed/engine/record/internal/xprop"
)

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
