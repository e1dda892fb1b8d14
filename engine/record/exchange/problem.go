package exchange

import (
	"fmt"
	"strings"
)

// Problem is a defect in a file, or something in it that is not imported. Package wording of
// the user interface words it. The Kind says which of the other values it has.
type Problem struct {
	// Line is its line in the file, from 1.
	Line int
	Kind Kind
	// File is the base name of its file, in a plan for several files.
	File string
	// Name is the name of a component, property, column, rule or other file.
	Name string
	// Value is a part of the file, shortened.
	Value string
	// N is a number in the file, and Limit what it should be at most.
	N, Limit int
	// Columns are columns of a table, and More the number of others.
	Columns []Column
	More    int
	// Reason says why the line or the value is preserved as it is.
	Reason *Problem
	// Err is the error of a value.
	Err error
}

// Column is a column of a table.
type Column struct {
	// Name is its name, or "" if it has none. Number is its position, from 1.
	Name   string
	Number int
}

// String returns the line, the kind and the values for logs and tests.
func (p Problem) String() string {
	kind := string(p.Kind)
	if p.Line > 0 {
		kind = fmt.Sprintf("%d: %s", p.Line, kind)
	}
	parts := []string{kind}
	for _, s := range []string{p.File, p.Name, p.Value} {
		if s != "" {
			parts = append(parts, fmt.Sprintf("%q", s))
		}
	}
	if p.N != 0 || p.Limit != 0 {
		parts = append(parts, fmt.Sprintf("%d/%d", p.N, p.Limit))
	}
	if len(p.Columns) > 0 {
		parts = append(parts, fmt.Sprintf("%v+%d", p.Columns, p.More))
	}
	if p.Reason != nil {
		parts = append(parts, "("+p.Reason.String()+")")
	}
	if p.Err != nil {
		parts = append(parts, "("+p.Err.Error()+")")
	}
	return strings.Join(parts, " ")
}

// Kind is the kind of a Problem.
type Kind string

// Error implements error: the kind of a reason is the error of the function that finds it.
func (k Kind) Error() string { return string(k) }

// because returns the problem as a reason.
func (k Kind) because() *Problem { return &Problem{Kind: k} }

// Because returns the reason for an error: that of its Kind, or the error itself.
func Because(err error) *Problem {
	if k, is := err.(Kind); is {
		return k.because()
	}
	return &Problem{Kind: Invalid, Err: err}
}

// Kinds of problems in all files.
const (
	// Invalid has the error in Err.
	Invalid Kind = "invalid"
	// OtherEncoding: the text is not in UTF-8.
	OtherEncoding Kind = "other-encoding"
	// ControlCharacters were replaced.
	ControlCharacters Kind = "control-characters"
	// PropertyTooLong: the property Name has more than Limit KB.
	PropertyTooLong Kind = "property-too-long"
)

// Kinds of problems in calendars.
const (
	// NoEnd: the component Name has no END.
	NoEnd Kind = "no-end"
	// EndsNothing: the line Value ends no component.
	EndsNothing Kind = "ends-nothing"
	// TooManyLines: the component has more than Limit lines.
	TooManyLines Kind = "too-many-lines"
	// TooDeep: the components are nested too deeply.
	TooDeep Kind = "too-deep"
	// OneOccurrence: the todo is one occurrence of a repeating one.
	OneOccurrence Kind = "one-occurrence"
	// OutsideCalendar: the line Value is outside of any calendar.
	OutsideCalendar Kind = "outside-calendar"
	// OtherComponent: Name is a component other than a todo.
	OtherComponent Kind = "other-component"
	// AlarmAlone: an alarm is outside of any todo.
	AlarmAlone Kind = "alarm-alone"
	// UnknownZone: the time zone Name is unknown.
	UnknownZone Kind = "unknown-zone"
	// LineKept: the line Value is preserved because of Reason.
	LineKept Kind = "line-kept"
)

// Reasons why a line of a calendar is not understood.
const (
	// LineCut: it was longer than Limit bytes.
	LineCut          Kind = "line-cut"
	NoMarker         Kind = "no-marker"
	NoComponentName  Kind = "no-component-name"
	SecondProperty   Kind = "second-property"
	DueToo           Kind = "due-too"
	UnknownName      Kind = "unknown-name"
	NoParameter      Kind = "no-parameter"
	UnknownParameter Kind = "unknown-parameter"
	NotADayOrTime    Kind = "not-a-day-or-time"
	NotADay          Kind = "not-a-day"
	NotADayAndTime   Kind = "not-a-day-and-time"
	NotADuration     Kind = "not-a-duration"
	NotAnInteger     Kind = "not-an-integer"
	NotARecurrence   Kind = "not-a-recurrence"
	NotAPeriod       Kind = "not-a-period"
	NotAPosition     Kind = "not-a-position"
	NotAStatus       Kind = "not-a-status"
	NotAnOffset      Kind = "not-an-offset"
	NotANumber       Kind = "not-a-number"
	NotABoolean      Kind = "not-a-boolean"
	NotATimeOfDay    Kind = "not-a-time-of-day"
	NotAnElement     Kind = "not-an-element"
	// OtherType: VALUE=Name is not possible for the property.
	OtherType Kind = "other-type"
)

// Reasons why a line is not a property.
const (
	NoColon   Kind = "no-colon"
	NoName    Kind = "no-name"
	OpenQuote Kind = "open-quote"
)

// Kinds of problems in cards.
const (
	// NoProperty: the line Value is not a property because of Reason.
	NoProperty Kind = "no-property"
	// NotAName: Value is not the name of a property.
	NotAName Kind = "not-a-name"
	// PictureTooLarge: the property Name has about N KB, and the limit is Limit KB.
	PictureTooLarge Kind = "picture-too-large"
	// ValueKept: the Value of the property Name is preserved because of Reason.
	ValueKept Kind = "value-kept"
	// CardTooManyLines: the card has N lines, and the limit is Limit.
	CardTooManyLines Kind = "card-too-many-lines"
	// CardTooLarge: the card has N MB, and the limit is Limit MB.
	CardTooLarge Kind = "card-too-large"
	// NoCardEnd: END:VCARD is missing.
	NoCardEnd Kind = "no-card-end"
	// EmptyCard: the card has no properties.
	EmptyCard Kind = "empty-card"
	// OutsideCard: the line Value is outside of any card.
	OutsideCard Kind = "outside-card"
)

// Reasons why a value of a card is not understood.
const (
	NotACardDay      Kind = "not-a-card-day"
	NotACardTime     Kind = "not-a-card-time"
	NotAURI          Kind = "not-a-uri"
	NotASource       Kind = "not-a-source"
	NotACardPosition Kind = "not-a-card-position"
	Damaged          Kind = "damaged"
	NotAnOwnElement  Kind = "not-an-own-element"
	ParameterName    Kind = "parameter-name"
)

// Kinds of problems in tables.
const (
	// RowTooLong: the row up to line N has more than Limit MB.
	RowTooLong Kind = "row-too-long"
	// TooManyCells: the row has more than Limit cells.
	TooManyCells Kind = "too-many-cells"
	// MisplacedQuote: a quotation mark is misplaced or missing in the row, which ends in line N.
	MisplacedQuote Kind = "misplaced-quote"
	// MoreCells: the row has N cells, and the header has Limit.
	MoreCells Kind = "more-cells"
	// FewerCells: the row has N cells, and the header has Limit.
	FewerCells Kind = "fewer-cells"
	// UnknownColumns: Columns are no fields. Value names the known fields.
	UnknownColumns Kind = "unknown-columns"
	// RepeatedColumns: Columns have the same field as earlier ones.
	RepeatedColumns Kind = "repeated-columns"
	// OtherValue: the Value of the column Name is not one of the field, for the reason in Err, and
	// became a line of the text.
	OtherValue Kind = "other-value"
	// EmptyRow: the row has no values.
	EmptyRow Kind = "empty-row"
	// NoParent: the parent Value does not exist.
	NoParent Kind = "no-parent"
	// OwnAncestor: the row is its own ancestor.
	OwnAncestor Kind = "own-ancestor"
	// OtherParent: the item has another parent in the list.
	OtherParent Kind = "other-parent"
)

// Kinds of problems in outlines. Value is what is left out.
const (
	TextLeftOut        Kind = "text-left-out"
	CommentLeftOut     Kind = "comment-left-out"
	InstructionLeftOut Kind = "instruction-left-out"
	// SharedFile: the file is a shared feed.
	SharedFile Kind = "shared-file"
)

// Kinds of problems of entries with others.
const (
	// SameUID: line N has the same UID.
	SameUID Kind = "same-uid"
	// SameID: line N has the same identifier.
	SameID Kind = "same-id"
	// Duplicate: the contact may be the same person as Value in the list.
	Duplicate Kind = "duplicate"
	// OtherFile: the file Name has the same item with other content.
	OtherFile Kind = "other-file"
)

// Kinds of problems in feeds.
const (
	// Violation: the item violates the rule Name. Value describes it in English, as the checks
	// of feeds do.
	Violation Kind = "violation"
	// OtherKind: the item with the title Value is of the kind Name, which does not fit the list.
	OtherKind Kind = "other-kind"
	// DeletedThere: N items are deleted in the file.
	DeletedThere Kind = "deleted-there"
	// ConflictsThere: N items have conflicts in the file.
	ConflictsThere Kind = "conflicts-there"
)

// Kinds of a FileError.
const (
	// TooManyRows: the table has more than Limit rows.
	TooManyRows Kind = "too-many-rows"
	// NoHeader: the header of a table names no fields, or has more than Limit columns.
	NoHeader Kind = "no-header"
	// NotOPML: there is no <opml> with a <body>.
	NotOPML Kind = "not-opml"
	// NotWellFormed: the file is not XML. Value says why, in English.
	NotWellFormed Kind = "not-well-formed"
	// UnknownEncoding: the encoding Name is unknown.
	UnknownEncoding Kind = "unknown-encoding"
	// OutlinesTooDeep: outlines are nested more than Limit levels deep.
	OutlinesTooDeep Kind = "outlines-too-deep"
	// TooManyOutlines: there are more than Limit outlines.
	TooManyOutlines Kind = "too-many-outlines"
)

// FileError is the reason why a file cannot be read at all.
type FileError struct{ Problem }

// Error returns the line, the reason, and what to do about it.
func (e *FileError) Error() string {
	text := e.text()
	if e.Line > 0 {
		return fmt.Sprintf("line %d: %s", e.Line, text)
	}
	return text
}

func (e *FileError) text() string {
	switch e.Kind {
	case TooManyRows:
		return fmt.Sprintf("the file has more than %d rows: split it", e.Limit)
	case NoHeader:
		return fmt.Sprintf("the header cannot be read: it needs field names, such as title,due, and at most %d columns", e.Limit)
	case NotOPML:
		return "it is not OPML: there is no <opml> with a <body>"
	case NotWellFormed:
		return fmt.Sprintf("it is not well-formed XML: %s: export the file again", e.Value)
	case UnknownEncoding:
		return fmt.Sprintf("the encoding %q is not known: save the file as UTF-8", e.Name)
	case OutlinesTooDeep:
		return fmt.Sprintf("outlines are nested more than %d levels deep: move some of them up", e.Limit)
	case TooManyOutlines:
		return fmt.Sprintf("there are more than %d outlines: import parts of it", e.Limit)
	case Violation:
		return e.Value
	}
	return e.Problem.String()
}
