// Package field edits the values of an item's fields: a control for each form of
// value. Values are in the text form of package record; what a person types and
// cannot be is kept as it was typed.
package field

import (
	"image"

	"fyne.io/fyne/v2"

	"crossfeed/engine/record"
	"crossfeed/ui/widget"
	"crossfeed/ui/wording"
)

// Control edits the value of one field.
type Control interface {
	Object() fyne.CanvasObject
	// Focus is where typing begins, or nil while the control is for reading
	// only.
	Focus() fyne.Focusable
	// Put shows a value and tells nobody.
	Put(value string)
	// Value is what stands in the control: the very text that was put, as long
	// as nobody changed it.
	Value() string
	// SetEnabled allows changes, or shows the value for reading only.
	SetEnabled(bool)
}

// Resolver is a control in which a value may be typed in words.
type Resolver interface {
	// Resolved is the value in the text form of the field, where it can be
	// understood.
	Resolved() string
}

// Entered is a control with an entry for one value of several.
type Entered interface {
	// Enter adds what stands in the entry to the others.
	Enter()
}

// Dated is a control that says of a date how far it is from today.
type Dated interface {
	// SayDate says it as of now.
	SayDate()
}

// Desk is what controls need from around them.
type Desk struct {
	Keys    *widget.Keys
	Speaker wording.Speaker
	// Narrow tells that there is room for little beside a value.
	Narrow func() bool
	// Changed is called after everything that a person changed.
	Changed func()
	// Resized is called when a control needs another height than before.
	Resized func()
	// Picture has a person choose a picture and gives it to use, as the value
	// of a field.
	Picture func(use func(value string))
	// File has a person choose a file, keeps it, and gives it to use, as an element of
	// the field of files. OpenFile opens one of these.
	// Preview makes the picture small that such an element is, and gives it to use; it does
	// nothing where it is none, or not here.
	Preview  func(element string, use func(image.Image))
	File     func(use func(element string))
	OpenFile func(element string)
	// Open has the browser open an address.
	Open func(address string)
}

func setEnabled(enabled bool, all ...fyne.Disableable) {
	for _, o := range all {
		if enabled {
			o.Enable()
		} else {
			o.Disable()
		}
	}
}

func show(o fyne.CanvasObject, shown bool) {
	if shown {
		o.Show()
	} else {
		o.Hide()
	}
}

// New is the control for the form of a field, for places that show fields of any
// kind one below the other.
func New(d Desk, f record.Field) Control {
	switch f.Form {
	case record.Text:
		return NewLines(d, "", rowsOfText)
	case record.Day:
		return NewDate(d, wording.L("tomorrow, 27.11., fri 18:00"))
	case record.Birthday:
		return NewBirthday(d, wording.L("1985-04-12 or 12.4."))
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
	return NewEntries(d, wording.L("Add a phone"), wording.L("Number"), phoneAddress, "cell", "home", "work", "fax", "")
}

// NewMails edits e-mail addresses.
func NewMails(d Desk) *Rows {
	return NewEntries(d, wording.L("Add an e-mail"), wording.L("name@example.org"), mailAddress, "home", "work", "")
}

// NewPages edits addresses of web pages.
func NewPages(d Desk) *Rows {
	return NewEntries(d, wording.L("Add a web page"), "https://", webAddress, "home", "work", "")
}

// NewMessengers edits addresses of messengers.
func NewMessengers(d Desk) *Rows {
	return NewEntries(d, wording.L("Add a messenger"), "xmpp:", nil, "home", "work", "")
}

// Resolved is what stands in a control, with what was typed in words in the text
// form of its field where it can be understood.
func Resolved(c Control) string {
	if in, words := c.(Resolver); words {
		return in.Resolved()
	}
	return c.Value()
}
