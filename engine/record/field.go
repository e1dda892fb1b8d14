package record

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/beevik/etree"

	"crossfeed/engine/item"
	"crossfeed/engine/record/exchange"
)

// Field is a property of an item that a person can edit.
type Field struct {
	// Name is used in commands and in Values.
	Name string
	Form Form
	// Merge determines how conflicting values may be merged.
	Merge Merge

	get func(tree) string
	// set changes the record of the tree and nothing else; the value is canonical. An empty
	// value removes the property.
	set func(tree, string)
	// shown returns the properties of a todo or contact that the field shows, and that are
	// therefore not in Rest. It is nil for fields that are outside of the record.
	shown func(tree) []shownProperty
	// canonical normalises text that a person typed, where the form alone does not suffice.
	canonical func(string) (string, error)
}

// Lines reports whether the value is a multi-line text, as opposed to a set with one element
// per line.
func (f Field) Lines() bool { return f.Form == Text }

// Fields returns the fields of a kind in display order.
func Fields(k Kind) []Field { return slices.Clone(fieldsOf(k)) }

func fieldsOf(k Kind) []Field {
	switch k {
	case Todo:
		return todoFields
	case Contact:
		return contactFields
	case Outline:
		return outlineFields
	}
	return noteFields
}

// FieldsOf returns the fields of all given kinds. It includes those of notes only if there are
// no others, because every record has a title and a text.
func FieldsOf(kinds ...Kind) []Field {
	var all []Field
	for _, k := range Kinds() {
		if slices.Contains(kinds, k) && (k != Note || len(all) == 0) {
			all = append(all, fieldsOf(k)...)
		}
	}
	return all
}

// Find returns the field of a kind by its name. A contact has a name instead of a title, and
// an outline a note instead of a text; either word finds the field.
func Find(k Kind, name string) (Field, error) {
	switch {
	case k == Contact && name == "title":
		name = "name"
	case k != Contact && name == "name":
		name = "title"
	case k == Outline && name == "text":
		name = "note"
	case k != Outline && name == "note":
		name = "text"
	}
	for _, f := range fieldsOf(k) {
		if f.Name == name {
			return f, nil
		}
	}
	return Field{}, &FieldError{k, name}
}

// FieldError means that a kind has no field of that name.
type FieldError struct {
	Kind Kind
	Name string
}

func (e *FieldError) Error() string {
	article := "a"
	if e.Kind == Outline {
		article = "an"
	}
	return fmt.Sprintf("%s %s has no field %q; the fields are %s", article, e.Kind, e.Name, names(e.Kind))
}

func names(k Kind) string {
	all := make([]string, len(fieldsOf(k)))
	for i, f := range fieldsOf(k) {
		all[i] = f.Name
	}
	return strings.Join(all, ", ")
}

// Equal reports whether two values mean the same; the order of a set does not matter.
func (f Field) Equal(a, b string) bool {
	if a == b || f.Merge == MergeNever {
		return true
	}
	return f.Merge == MergeSet && slices.Equal(sorted(a), sorted(b))
}

func sorted(text string) []string {
	all := strings.Split(text, "\n")
	slices.Sort(all)
	return all
}

// canonicals normalise typed text in the forms that are more than plain text.
var canonicals = map[Form]func(string) (string, error){
	Day:        canonicalDate,
	Birthday:   canonicalBirthday,
	Completion: canonicalDone,
	Priority:   canonicalPriority,
	Words:      canonicalWords,
	Entries:    canonicalEntries,
	Addresses:  canonicalAddresses,
	Triggers:   canonicalTriggers,
	Rule:       canonicalRule,
	Order:      canonicalOrder,
	Picture:    canonicalPicture,
	Custom:     canonicalCustom,
	Files:      canonicalAttachments,
}

// Alike reports whether a person who resolves a conflict sees no difference between two
// values: they are equal, or both mean that a todo is done, even if at different times. Two
// people who tick the same todo did the same.
func (f Field) Alike(a, b string) bool {
	if f.Equal(a, b) {
		return true
	}
	return f.Form == Completion && isDone(a) && isDone(b)
}

func isDone(text string) bool {
	d, err := ParseDone(text)
	return err == nil && d.Is()
}

// Equal reports whether two contents are equal to a person. It ignores what programs write
// automatically into a todo or card (CREATED, DTSTAMP, LAST-MODIFIED, REV, SEQUENCE) and, if
// both todos are completed, the time and percentage (COMPLETED, PERCENT-COMPLETE). It also
// ignores the order of properties with different names, and white space between elements of a
// record. Everything else counts, even if no field shows it.
func Equal(a, b *item.Content) bool {
	if a.Hash() == b.Hash() && sameFrom(a, b) {
		return true
	}
	if !mayHold(a) || !mayHold(b) {
		return false
	}
	return comparable(a) == comparable(b)
}

// ownTime lists properties that programs write automatically whenever they save.
var ownTime = []string{"created", "dtstamp", "last-modified", "rev", "sequence"}

// sameFrom reports whether two contents are shown with the record of the same content.
func sameFrom(a, b *item.Content) bool {
	from, other := a.From(), b.From()
	return from == other || from != nil && other != nil && from.Hash() == other.Hash()
}

// comparable returns a string that is the same for equal contents.
func comparable(c *item.Content) string {
	t := treeOf(c)
	var state string
	switch t.kind() {
	case Todo:
		if t.done().Is() {
			state = "completed"
			t.drop("completed", "percent-complete")
		}
		t.drop(ownTime...)
		if all := exchange.Child(t.record, "properties"); all != nil {
			sortByName(all)
		}
	case Contact:
		removeAll(inCard(t.record, func(tag string) bool { return slices.Contains(ownTime, tag) }))
		sortByName(t.record)
	default:
		return c.Hash().String()
	}
	tighten(t.record)
	return state + "\x00" + item.CanonicalText(t.entry)
}

// sortByName sorts elements by name; elements with the same name remain in their order.
func sortByName(in *etree.Element) {
	all := in.ChildElements()
	slices.SortStableFunc(all, func(a, b *etree.Element) int {
		return cmp.Or(strings.Compare(a.Tag, b.Tag), strings.Compare(a.NamespaceURI(), b.NamespaceURI()))
	})
	for _, e := range all {
		in.AddChild(e) // removes it from its old position
	}
}
