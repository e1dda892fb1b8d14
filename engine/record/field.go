package record

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/beevik/etree"

	"crossfeed/engine/item"
	"crossfeed/engine/record/internal/xprop"
)

// Field is something that a person can edit about an item.
type Field struct {
	// Name is used in commands and in Values.
	Name string
	Form Form
	// Merge says how values that were changed in two places may be joined.
	Merge Merge

	get func(tree) string
	// set changes the record of the tree and nothing else of it; the value is
	// canonical. What has no value is taken away.
	set func(tree, string)
	// canonical reads what a person typed, where the form alone does not say it
	// all.
	canonical func(string) (string, error)
}

// Lines tells that the value is a text of several lines, elements apart.
func (f Field) Lines() bool { return f.Form == Text }

// Fields lists the fields of a kind in the order in which they are shown.
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

// FieldsOf lists the fields of all those kinds together: those of notes only
// where there is nothing else, because every record has a title and a text.
func FieldsOf(kinds ...Kind) []Field {
	var all []Field
	for _, k := range Kinds() {
		if slices.Contains(kinds, k) && (k != Note || len(all) == 0) {
			all = append(all, fieldsOf(k)...)
		}
	}
	return all
}

// Find finds a field of a kind by its name. What is called a title elsewhere is
// the name of a contact, and what is called a text the note of an outline; each is
// found by either word.
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

// Equal tells whether two values mean the same: those of a set in any order.
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

// canonicals read what a person typed in the forms that are more than a text.
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

// Alike tells whether a person who resolves two values sees no difference between
// them: they mean the same, or say of a todo that it is done, if only at another
// moment. Two people who tick one todo did the same.
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

// Equal reports whether two contents are equal to a person: the same but for what
// programs write on their own into a todo or a card (CREATED, DTSTAMP, LAST-MODIFIED,
// REV, SEQUENCE) and, where both todos are completed, for when and how far
// (COMPLETED, PERCENT-COMPLETE). The order of properties of different names and
// white space between elements of a record do not count. Everything else does, also
// what no field shows.
func Equal(a, b *item.Content) bool {
	if a.Hash() == b.Hash() && sameFrom(a, b) {
		return true
	}
	if !mayHold(a) || !mayHold(b) {
		return false
	}
	return comparable(a) == comparable(b)
}

// ownTime are properties that programs write on their own whenever they save.
var ownTime = []string{"created", "dtstamp", "last-modified", "rev", "sequence"}

// sameFrom reports whether two contents are shown with the record of the same content.
func sameFrom(a, b *item.Content) bool {
	from, other := a.From(), b.From()
	return from == other || from != nil && other != nil && from.Hash() == other.Hash()
}

// comparable is the same for contents that are equal.
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
		if all := xprop.Child(t.record, "properties"); all != nil {
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

// sortByName puts elements in the order of their names, those of one name in the
// order in which they are.
func sortByName(in *etree.Element) {
	all := in.ChildElements()
	slices.SortStableFunc(all, func(a, b *etree.Element) int {
		return cmp.Or(strings.Compare(a.Tag, b.Tag), strings.Compare(a.NamespaceURI(), b.NamespaceURI()))
	})
	for _, e := range all {
		in.AddChild(e) // which takes it away from where it was
	}
}
