package record

import (
	"fmt"
	"slices"
	"strings"
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
	return fmt.Sprintf("a %s has no field %q; the fields are %s", e.Kind, e.Name, names(e.Kind))
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
