package wording

import (
	"errors"
	"slices"
	"strings"

	"crossfeed/engine/record"
	"crossfeed/engine/record/exchange"
)

// ImportProblem describes a problem with an imported file. It follows the number of a line, so
// it begins with a small letter.
func ImportProblem(p exchange.Problem) string {
	text := importText(p)
	if p.File != "" {
		return L("file-problem", "{{.File}}: {{.What}}", Data{"File": p.File, "What": text})
	}
	return text
}

func importText(p exchange.Problem) string {
	data := Data{"Name": p.Name, "Value": p.Value, "N": p.N, "Limit": p.Limit}
	switch p.Kind {
	case exchange.Invalid:
		return invalid(p.Err)
	case exchange.LineKept, exchange.NoProperty, exchange.ValueKept:
		data["Why"] = importText(*p.Reason)
	case exchange.UnknownColumns, exchange.RepeatedColumns:
		data["Columns"] = columns(p)
	case exchange.OtherComponent:
		data["What"] = component(p.Name)
	case exchange.OtherKind:
		data["What"] = Kind(p.Name)
	case exchange.MisplacedQuote:
		return misplacedQuote(p)
	case exchange.Violation:
		return rule(p.Name)
	case exchange.OtherValue:
		return otherValue(p)
	case exchange.DeletedThere:
		return N("n-items-are-deleted-in-the", "{{.N}} items are deleted in the file and skipped", p.N, data)
	case exchange.ConflictsThere:
		return N("n-items-have-a-conflict-in", "{{.N}} items have a conflict in the file: only the current version is imported; to merge histories, subscribe to the file", p.N, data)
	}
	if text, known := importTable[p.Kind]; known {
		return text(data)
	}
	return p.String()
}

// worded returns a sentence with values.
func worded(id, english string) func(Data) string {
	return func(data Data) string { return L(id, english, data) }
}

// importTable has the sentence for each kind of problem with an imported file that only has to
// insert its values.
var importTable = map[exchange.Kind]func(Data) string{
	exchange.OtherEncoding:     worded("the-text-is-not-utf-8", "the text is not UTF-8 and was read as Windows-1252; check its letters, and save the file as UTF-8 if they are wrong"),
	exchange.ControlCharacters: worded("control-characters-cannot-be-stored", "control characters cannot be stored; each was replaced by \uFFFD"),
	exchange.PropertyTooLong:   worded("name-has-more-than-limit-kb", "{{.Name}} has more than {{.Limit}} KB and was left out; nothing else is lost"),

	exchange.NoEnd:            worded("name-has-no-end", "{{.Name}} has no END"),
	exchange.EndsNothing:      worded("value-ends-nothing", "{{.Value}} ends nothing"),
	exchange.TooManyLines:     worded("it-has-more-than-limit-lines", "it has more than {{.Limit}} lines: it was left out"),
	exchange.TooDeep:          worded("its-components-are-nested-too-deeply", "its components are nested too deeply: it was left out"),
	exchange.OneOccurrence:    worded("it-is-one-occurrence-of-a", "it is one occurrence of a repeating todo, and has the UID of that todo"),
	exchange.OutsideCalendar:  worded("value-is-outside-of-any-calendar", "\"{{.Value}}\" is outside of any calendar: it was left out"),
	exchange.OtherComponent:   worded("what-not-a-todo-it-was", "{{.What}}, not a todo: it was left out"),
	exchange.AlarmAlone:       worded("an-alarm-without-a-todo-it", "an alarm without a todo: it was left out"),
	exchange.UnknownZone:      worded("unknown-time-zone-name", "unknown time zone \"{{.Name}}\""),
	exchange.LineKept:         worded("value-why-it-is-stored-unchanged", "\"{{.Value}}\": {{.Why}}; it is stored unchanged"),
	exchange.LineCut:          worded("longer-than-limit-bytes-the-rest", "longer than {{.Limit}} bytes: the rest was left out"),
	exchange.NoMarker:         worded("no-component-begins-or-ends-here", "no component begins or ends here"),
	exchange.NoComponentName:  worded("it-names-no-component", "it names no component"),
	exchange.SecondProperty:   worded("there-is-one-already", "there is one already"),
	exchange.DueToo:           worded("there-is-a-due-date-too", "there is a due date, too"),
	exchange.UnknownName:      worded("a-name-that-is-not-possible", "a name that is not possible in a calendar"),
	exchange.NoParameter:      worded("it-may-not-have-parameters", "it may not have parameters"),
	exchange.UnknownParameter: worded("a-parameter-that-is-not-possible", "a parameter that is not possible in a calendar"),
	exchange.OtherType:        worded("value-name-is-not-possible-here", "VALUE={{.Name}} is not possible here"),
	exchange.NotADayOrTime:    worded("not-a-day-or-a-time", "not a day or a time"),
	exchange.NotADay:          worded("not-a-day", "not a day"),
	exchange.NotADayAndTime:   worded("not-a-day-and-a-time", "not a day and a time"),
	exchange.NotADuration:     worded("not-a-length-of-time", "not a length of time"),
	exchange.NotAnInteger:     worded("not-a-whole-number", "not a whole number"),
	exchange.NotARecurrence:   worded("not-a-repetition-rule", "not a repetition rule"),
	exchange.NotAPeriod:       worded("not-a-span-of-time", "not a span of time"),
	exchange.NotAPosition:     worded("not-a-geographic-position", "not a geographic position"),
	exchange.NotAStatus:       worded("not-the-status-of-a-request", "not the status of a request"),
	exchange.NotAnOffset:      worded("not-a-difference-from-utc", "not a difference from UTC"),
	exchange.NotANumber:       worded("not-a-number", "not a number"),
	exchange.NotABoolean:      worded("not-true-or-false", "not true or false"),
	exchange.NotATimeOfDay:    worded("not-a-time-of-day", "not a time of day"),
	exchange.NotAnElement:     worded("not-an-xml-element", "not an XML element of another namespace"),

	exchange.NoColon:   worded("there-is-no-colon-after-the", "there is no colon after the name"),
	exchange.NoName:    worded("there-is-no-name-before-the", "there is no name before the colon"),
	exchange.OpenQuote: worded("a-quotation-mark-in-the-parameters", "a quotation mark in the parameters is not closed"),

	exchange.NoProperty:       worded("value-is-not-a-property-why", "\"{{.Value}}\" is not a property, because {{.Why}}; it is stored unchanged"),
	exchange.NotAName:         worded("value-is-not-the-name-of", "\"{{.Value}}\" is not the name of a property; the line is stored unchanged"),
	exchange.PictureTooLarge:  worded("name-has-about-n-kb-more", "{{.Name}} has about {{.N}} KB, more than the limit of {{.Limit}} KB, and was left out; nothing else is lost"),
	exchange.ValueKept:        worded("name-value-why-it-is-stored", "{{.Name}}: \"{{.Value}}\" {{.Why}}; it is stored unchanged"),
	exchange.CardTooManyLines: worded("the-card-has-n-lines-more", "the card has {{.N}} lines, more than the {{.Limit}} that are read; split it, or remove what is repeated"),
	exchange.CardTooLarge:     worded("the-card-has-n-mb-more", "the card has {{.N}} MB, more than the {{.Limit}} MB that are read; remove pictures or long texts"),
	exchange.NoCardEnd:        worded("end-vcard-is-missing-the-card", "END:VCARD is missing: the card may be incomplete"),
	exchange.EmptyCard:        worded("the-card-is-empty-and-is", "the card is empty and is skipped"),
	exchange.OutsideCard:      worded("value-is-outside-of-any-card", "\"{{.Value}}\" is outside of any card, which is from BEGIN:VCARD to END:VCARD; it is skipped"),
	exchange.NotACardDay:      worded("is-not-a-date-such-as", "is not a date such as 1985-04-12"),
	exchange.NotACardTime:     worded("is-not-a-time-such-as", "is not a time such as 2026-11-27T18:00:00Z"),
	exchange.NotAURI:          worded("is-not-an-address-such-as", "is not an address such as https://example.org"),
	exchange.NotASource:       worded("is-not-a-number-and-a", "is not a number and a URI, such as 1;urn:uuid:…"),
	exchange.NotACardPosition: worded("is-not-a-position-such-as", "is not a position such as geo:52.52,13.40"),
	exchange.Damaged:          worded("is-damaged", "is damaged"),
	exchange.NotAnOwnElement:  worded("is-not-an-xml-element-with", "is not an XML element with a namespace of its own"),
	exchange.ParameterName:    worded("has-a-parameter-whose-name-cannot", "has a parameter whose name cannot be stored"),

	exchange.RowTooLong:      worded("the-row-up-to-line-n", "the row up to line {{.N}} is longer than {{.Limit}} MB and is skipped: is a quotation mark missing?"),
	exchange.TooManyCells:    worded("the-row-has-more-than-limit", "the row has more than {{.Limit}} cells and is skipped"),
	exchange.MoreCells:       worded("the-row-has-more-cells-than", "the row has more cells than the header ({{.N}} instead of {{.Limit}}) and is skipped: quote values that contain the separator"),
	exchange.FewerCells:      worded("the-row-has-fewer-cells-than", "the row has fewer cells than the header ({{.N}} instead of {{.Limit}}): missing fields are not changed"),
	exchange.UnknownColumns:  worded("unknown-columns-are-skipped-columns-known", "unknown columns are skipped: {{.Columns}}; known fields are {{.Value}}"),
	exchange.RepeatedColumns: worded("repeated-columns-are-skipped-because-an", "repeated columns are skipped, because an earlier column has the same field: {{.Columns}}"),
	exchange.EmptyRow:        worded("the-row-has-no-values-and", "the row has no values and is skipped"),
	exchange.NoParent:        worded("its-parent-value-does-not-exist", "its parent \"{{.Value}}\" does not exist: it is added at the top level"),
	exchange.OwnAncestor:     worded("it-is-its-own-ancestor-it", "it is its own ancestor: it is added at the top level"),
	exchange.OtherParent:     worded("it-has-another-parent-here-and", "it has another parent here, and an import moves nothing"),

	exchange.TextLeftOut:        worded("text-in-the-outline-is-left", "text in the outline is left out: “{{.Value}}”"),
	exchange.CommentLeftOut:     worded("a-comment-in-the-outline-is", "a comment in the outline is left out: “{{.Value}}”"),
	exchange.InstructionLeftOut: worded("a-processing-instruction-in-the-outline", "a processing instruction in the outline is left out: “{{.Value}}”"),
	exchange.SharedFile:         worded("this-file-is-shared-its-items", "this file is shared: its items keep their identifiers; subscribe to it to get its changes"),

	exchange.SameUID:   worded("line-n-has-the-same-uid", "line {{.N}} has the same UID: this becomes an item of its own"),
	exchange.SameID:    worded("line-n-has-the-same-id", "line {{.N}} has the same id: this becomes an item of its own"),
	exchange.Duplicate: worded("possibly-the-same-person-as-value", "possibly the same person as “{{.Value}}” in the list"),
	exchange.OtherFile: worded("name-has-the-same-item-with", "{{.Name}} has the same item with other content: include only one of the two"),
	exchange.OtherKind: worded("value-is-of-the-kind-what", "“{{.Value}}” is of the kind “{{.What}}”, which does not fit the list: it is skipped"),

	exchange.TooManyRows:     worded("the-file-has-more-than-limit", "the file has more than {{.Limit}} rows: split it"),
	exchange.NoHeader:        worded("the-header-cannot-be-read-it", "the header cannot be read: it needs field names, such as title,due, and at most {{.Limit}} columns"),
	exchange.NotOPML:         worded("it-is-not-opml-there-is", "it is not OPML: there is no <opml> with a <body>"),
	exchange.NotWellFormed:   worded("it-is-not-well-formed-xml", "it is not well-formed XML: export the file again"),
	exchange.UnknownEncoding: worded("the-encoding-name-is-not-known", "the encoding \"{{.Name}}\" is not known: save the file as UTF-8"),
	exchange.OutlinesTooDeep: worded("outlines-are-nested-more-than-limit", "outlines are nested more than {{.Limit}} levels deep: move some of them up"),
	exchange.TooManyOutlines: worded("there-are-more-than-limit-outlines", "there are more than {{.Limit}} outlines: import parts of it"),
}

// unreadableFile describes why a file cannot be read at all.
func unreadableFile(e *exchange.FileError) string {
	what := importText(e.Problem)
	if e.Line == 0 {
		return what
	}
	return L("line-n-what", "Line {{.N}}: {{.What}}", Data{"N": Number(e.Line), "What": what})
}

// invalid describes the error of a value in a file, by the name of its column.
func invalid(err error) string {
	e, is := errors.AsType[*record.ValueError](err)
	if !is {
		return L("its-content-is-not-valid", "its content is not valid: {{.Why}}", Data{"Why": err.Error()})
	}
	what := typedTable[e.Problem](nil)
	return L("field-value-what-is-wrong", "{{.Field}} \"{{.Value}}\": {{.What}}", Data{"Field": e.Field, "Value": e.Shortened(), "What": what})
}

// otherValue describes a value that does not fit the field of its column.
func otherValue(p exchange.Problem) string {
	data := Data{"Name": p.Name, "Value": p.Value}
	e, is := errors.AsType[*record.ValueError](p.Err)
	if is && slices.Contains([]record.Problem{record.NotADay, record.NoSuchDay, record.NotATime}, e.Problem) {
		return L("name-value-is-not-a-date", "{{.Name}}: \"{{.Value}}\" is not a date, and was added to the notes", data)
	}
	return L("name-value-does-not-fit-its", "{{.Name}}: \"{{.Value}}\" does not fit the field, and was added to the notes", data)
}

// typedTable describes problems of values in their text forms, and what to write instead.
var typedTable = map[record.Problem]func(Data) string{
	record.NotADay:           worded("typed-not-a-day", "not a day: write it as 2026-11-27, 2026-11-27T18:00 or tomorrow"),
	record.NoSuchDay:         worded("typed-no-such-day", "no such day: check the month and the day"),
	record.NotATime:          worded("typed-not-a-time", "not a time: write day and time as 2026-11-27T18:00:00Z"),
	record.NoSuchZone:        worded("typed-no-such-zone", "no such zone: write it by its region and city, as in 2026-11-27T18:00 Europe/Berlin"),
	record.NotACompletion:    worded("typed-not-a-completion", "not true or false: write true, false, false 40%, false in-process or false cancelled"),
	record.NotAPriority:      worded("typed-not-a-priority", "not a priority from 1 to 9: write 1 for the highest to 9 for the lowest, or high, medium, low or none"),
	record.NotAnInteger:      worded("typed-not-an-integer", "not a whole number: write it in digits, as in 12"),
	record.NotAnAddress:      worded("typed-not-an-address", "not an address such as https://example.org: write it without spaces, with its host"),
	record.NotAMail:          worded("typed-not-a-mail", "not an email address: write it as name@example.org"),
	record.NotATrigger:       worded("typed-not-a-trigger", "not a time before the due date: write -PT15M for 15 minutes before, -P1D for a day before, or a time such as 2026-11-27T09:00:00Z"),
	record.NotARule:          worded("typed-not-a-rule", "not a repetition rule: write it as FREQ=DAILY or FREQ=WEEKLY;BYDAY=FR (RFC 5545)"),
	record.NotAPicture:       worded("typed-not-a-picture", "not a picture: give the address of a picture on the web, or @FILE in a command, where the file is PNG, JPEG or GIF"),
	record.PictureTooLarge:   worded("typed-picture-too-large", "the picture is too large: give a smaller one, or @FILE in a command, which makes it smaller"),
	record.NotAnEntry:        worded("typed-not-an-entry", "not a value with its types: write the value alone, or its types in brackets before it, as in [home,pref] +49 30 23125001"),
	record.NotAPostalAddress: worded("typed-not-a-postal-address", "not the parts of an address, at most seven: write post box, extension, street, city, region, code and country, as in ;;1 High Street;London;;N1;UK"),
	record.NotAProperty:      worded("typed-not-a-property", "not a name such as X-SHOE-SIZE and a value: begin the name with X-, continue with letters, digits and hyphens, and write the value after a colon, as in X-SHOE-SIZE: 42"),
	record.NotAnAttachment:   worded("typed-not-an-attachment", "not the link of a file, its size and its name: write the link without spaces, the size in bytes and the name, as in files/9f86d0.pdf 12345 Invoice.pdf"),
	record.NotOneLine:        worded("typed-not-one-line", "more than one line: remove the line breaks"),
	record.Unprintable:       worded("typed-unprintable", "characters that cannot be stored: remove the control characters"),
	record.NoTitle:           worded("typed-no-title", "a title is missing: give it one"),
	record.NoName:            worded("typed-no-name", "a name is missing: give a name, an organization, an email address or a phone number"),
	record.DueBeforeStart:    worded("typed-due-before-start", "it is due before it starts: set due to a later date, or start to an earlier one"),
	record.DatesDiffer:       worded("typed-dates-differ", "start and due have to be both days or both times: write both as in 2026-11-27, or both as in 2026-11-27T18:00"),
	record.RepeatWithoutDate: worded("typed-repeat-without-date", "a repeating todo needs a date: set due or start"),
}

// columns returns the names of columns, and the number of others.
func columns(p exchange.Problem) string {
	var names []string
	for _, c := range p.Columns {
		if c.Name == "" {
			names = append(names, L("n-without-a-name", "{{.N}} (without a name)", Data{"N": c.Number}))
		} else {
			names = append(names, c.Name)
		}
	}
	if p.More > 0 {
		names = append(names, N("and-n-more", "and {{.N}} more", p.More, Data{"N": p.More}))
	}
	return strings.Join(names, ", ")
}

// component returns what people call a component of a calendar.
func component(name string) string {
	switch name {
	case "VEVENT":
		return L("an-event", "an event")
	case "VJOURNAL":
		return L("a-journal-entry", "a journal entry")
	case "VFREEBUSY":
		return L("a-plan-of-free-and-busy", "a plan of free and busy times")
	case "VAVAILABILITY":
		return L("a-plan-of-availability", "a plan of availability")
	case "VPOLL":
		return L("a-poll", "a poll")
	}
	return name
}

func misplacedQuote(p exchange.Problem) string {
	if p.N > p.Line {
		return L("lines-n-to-last-are-skipped", "a quotation mark is misplaced or missing: lines {{.N}} to {{.Last}} are skipped; double a mark within a value, and quote the value", Data{"N": p.Line, "Last": p.N})
	}
	return L("the-row-is-skipped-quotation", "a quotation mark is misplaced or missing: the row is skipped; double a mark within a value, and quote the value")
}
