package field

import (
	"fyne.io/fyne/v2/lang"

	"crossfeed/engine/record"
)

// New is the control for the form of a field, for places that show fields of any
// kind one below the other.
func New(d Desk, f record.Field) Control {
	switch f.Form {
	case record.Text:
		return NewLines(d, "", rowsOfText)
	case record.Day:
		return NewDate(d, lang.L("tomorrow, 27.11., fri 18:00"))
	case record.Birthday:
		return NewBirthday(d, lang.L("1985-04-12 or 12.4."))
	case record.Completion:
		return NewDone(d)
	case record.Priority:
		return NewPriority(d)
	case record.Words:
		return NewTags(d)
	case record.Triggers:
		return NewAlarms(d)
	case record.Rule:
		return NewRepeat(d)
	case record.Picture:
		return NewPicture(d)
	case record.Files:
		return NewFiles(d)
	}
	return several(d, f)
}

// rowsOfText is the number of lines that a text shows at least.
const rowsOfText = 3

// several is the control for a field of several entries, or a line for any other
// one.
func several(d Desk, f record.Field) Control {
	switch f.Name {
	case "phones":
		return NewPhones(d)
	case "emails":
		return NewMails(d)
	case "urls":
		return NewPages(d)
	case "messengers":
		return NewMessengers(d)
	case "addresses":
		return NewAddresses(d)
	case "custom":
		return NewCustom(d)
	}
	return NewLine(d, "")
}

// NewPhones edits telephone numbers.
func NewPhones(d Desk) *Rows {
	return NewEntries(d, lang.L("Add a phone"), lang.L("Number"), "cell", "home", "work", "fax", "")
}

// NewMails edits e-mail addresses.
func NewMails(d Desk) *Rows {
	return NewEntries(d, lang.L("Add an e-mail"), lang.L("name@example.org"), "home", "work", "")
}

// NewPages edits addresses of web pages.
func NewPages(d Desk) *Rows {
	return NewEntries(d, lang.L("Add a web page"), "https://", "home", "work", "")
}

// NewMessengers edits addresses of messengers.
func NewMessengers(d Desk) *Rows {
	return NewEntries(d, lang.L("Add a messenger"), "xmpp:", "home", "work", "")
}

// Resolved is what stands in a control, with what was typed in words in the text
// form of its field where it can be understood.
func Resolved(c Control) string {
	if in, words := c.(Resolver); words {
		return in.Resolved()
	}
	return c.Value()
}
