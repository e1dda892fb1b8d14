// Package field implements controls that edit the values of an item's fields, one for each
// form of value. Values are in the text form of package record. Text that is not a valid value
// is kept as it was typed.
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
	// Focus returns the widget where typing begins, or nil while the control is read-only.
	Focus() fyne.Focusable
	// Put sets the value without calling Changed.
	Put(value string)
	// Value returns the value. As long as nobody has changed it, that is exactly the text
	// passed to Put.
	Value() string
	// SetEnabled makes the control editable or read-only.
	SetEnabled(bool)
}

// Resolver is a control in which a value can be typed in words.
type Resolver interface {
	// Resolved returns the value in the text form of the field, if it can be understood.
	Resolved() string
}

// Strict is a control that refuses what a person types, though the field could have it from
// elsewhere.
type Strict interface {
	// Refusal returns why, or "".
	Refusal() string
}

// Entered is a control with an entry that adds to several values.
type Entered interface {
	// Enter adds the text in the entry to the values.
	Enter()
}

// Dated is a control that shows a date relative to today.
type Dated interface {
	// ShowDate updates that text.
	ShowDate()
}

// Desk provides what controls need from their surroundings.
type Desk struct {
	Keys    *widget.Keys
	Speaker wording.Speaker
	// Narrow reports whether there is little space next to a value.
	Narrow func() bool
	// Changed is called after every change by the person.
	Changed func()
	// Resized is called when the height of a control has changed.
	Resized func()
	// Picture lets a person choose a picture and passes it to use, as the value of a field.
	Picture func(use func(value string))
	// File lets a person choose a file, stores it and passes it to use, as an element of the
	// field of files. OpenFile opens such an element. Preview shrinks a picture and passes it
	// to use; it does nothing if the element is not a picture, or not on this computer.
	Preview  func(element string, use func(image.Image))
	File     func(use func(element string))
	OpenFile func(element string)
	// Open opens an address in the browser.
	Open func(address string)
}

// explain shows words about a value in a line; "" hides the line.
func (d Desk) explain(line *widget.Line, words string) {
	line.SetText(words)
	if hidden := words == ""; line.Hidden != hidden {
		line.Hidden = hidden
		d.Resized()
	}
}

// New returns a control for the form of a field, for pages that show fields of any kind.
func New(d Desk, f record.Field) Control {
	switch f.Form {
	case record.Text:
		return NewLines(d, "", rowsOfText)
	case record.Day:
		return NewDate(d, wording.L("tomorrow-nov-27-fri-6pm", "tomorrow, Nov 27, fri 6pm"))
	case record.Birthday:
		return NewBirthday(d, wording.L("1985-04-12", "1985-04-12"))
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

// rowsOfText is the minimum number of lines that a text shows.
const rowsOfText = 3

// several returns a control for a field with several entries, or a line for any other field.
func several(d Desk, f record.Field) Control {
	switch f.Name {
	case "phones":
		return newEntries(d, wording.L("add-phone-number", "Add phone number"), wording.L("number", "Number"), "cell", "home", "work", "fax", "")
	case "emails":
		return newEntries(d, wording.L("add-email-address", "Add email address"), wording.L("name-example-org", "name@example.org"), "home", "work", "")
	case "urls":
		return newEntries(d, wording.L("add-website", "Add website"), "https://", "home", "work", "")
	case "messengers":
		return newEntries(d, wording.L("add-a-messenger", "Add a messenger"), "xmpp:", "home", "work", "")
	case "addresses":
		return NewAddresses(d)
	case "custom":
		return NewCustom(d)
	}
	return NewLine(d, "")
}

// Resolved returns the value of a control. Text typed in words is in the text form of the
// field, if it can be understood.
func Resolved(c Control) string {
	if in, words := c.(Resolver); words {
		return in.Resolved()
	}
	return c.Value()
}
