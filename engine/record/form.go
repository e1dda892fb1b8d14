package record

// Form says what a field's value is, and with that how it is typed, shown and
// compared. docs/records.md describes the text of each.
type Form int

// Forms of values, each with an example of its text.
const (
	// Line is a text of one line.
	Line Form = iota
	// Text is a text of several lines.
	Text
	// Day is a day, or a day and a time, perhaps in a zone:
	// "2026-11-27T18:00 Europe/Berlin".
	Day
	// Birthday is a day whose year or day may be missing, or any text:
	// "--04-12".
	Birthday
	// Completion is what becomes of a todo, as one unit:
	// "true 2026-11-24T10:00:00Z".
	Completion
	// Priority runs from "1", the highest, to "9".
	Priority
	// Words are tags, one a line.
	Words
	// Entries are values with types, one a line: "[home,pref] +49 30 1234".
	Entries
	// Addresses are Entries whose values are the seven parts of an address,
	// joined by ";".
	Addresses
	// Triggers say when alarms go off, one a line: "-PT15M".
	Triggers
	// Rule is a recurrence rule: "FREQ=WEEKLY;BYDAY=FR".
	Rule
	// Reference is the UID of another item.
	Reference
	// Order is the place among others by hand, a decimal integer.
	Order
	// Picture is a URI, of which "data:" holds the picture itself.
	Picture
	// Custom are Entries whose values begin with the name of a property:
	// "X-SHOE-SIZE: 43".
	Custom
	// Files are attachments, one a line: a link, a size in bytes and a name, as in
	// "files/9f86….pdf 12345 Invoice.pdf".
	Files
)

// Merge says how values that were changed in two places may be joined.
type Merge int

// Ways to join values.
const (
	// MergeOne: a single value; one of them has to be chosen.
	MergeOne Merge = iota
	// MergeText: a long text; changes that do not overlap can be joined.
	MergeText
	// MergeSet: elements, one a line, in an order that means nothing; what was
	// added and removed can be joined element by element.
	MergeSet
	// MergeUnit: several properties that only make sense together; one of them
	// has to be chosen as a whole.
	MergeUnit
	// MergeNever: never a conflict by itself; the winner's value stands.
	MergeNever
)

// Rows tells whether the text has a line for each of several elements.
func (f Form) Rows() bool {
	switch f {
	case Words, Entries, Addresses, Triggers, Custom, Files:
		return true
	}
	return false
}
