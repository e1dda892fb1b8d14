package field

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/engine/record"
	"crossfeed/engine/record/quick"
	"crossfeed/ui/say"
	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
)

var quiet = widget.Look{Color: theme.Quiet, Size: fynetheme.SizeNameCaptionText}

// Date edits a day, perhaps with a time. What is typed in words is understood
// and said beside the entry; a calendar opens below.
type Date struct {
	desk     Desk
	object   *fyne.Container
	entry    *widget.Entry
	open     *widget.Button
	words    *widget.Line
	calendar *widget.Calendar
	// put is the value as it was put, and shown the text that it is shown as.
	put, shown string
}

// NewDate is a date that is not there.
func NewDate(d Desk, hint string) *Date {
	c := &Date{desk: d, words: widget.NewLine("", quiet)}
	c.entry = widget.NewEntry(d.Keys.Behind(widget.Keys{Key: c.key, Shortcut: c.shortcut}), hint)
	c.entry.OnChanged = func(string) {
		c.say()
		d.Changed()
	}
	c.open = widget.NewQuietButton(d.Keys.Behind(widget.Keys{Shortcut: c.shortcut}), theme.Icon(theme.IconCalendar, fynetheme.ColorNameForeground), "", c.turn)
	c.calendar = widget.NewCalendar(d.Keys, widget.CalendarWords{Month: say.Month, Weekday: say.Weekday})
	c.calendar.OnChosen = c.choose
	c.calendar.OnLeft = c.close
	c.calendar.Object().Hide()
	c.object = container.NewVBox(widget.Border(nil, nil, nil, c.open, c.entry), c.words, c.calendar.Object())
	c.say()
	return c
}

// Object is what is shown.
func (c *Date) Object() fyne.CanvasObject { return c.object }

// Focus is the entry.
func (c *Date) Focus() fyne.Focusable { return c.entry }

// Put shows a date, and shuts the calendar.
func (c *Date) Put(value string) {
	c.put, c.shown = value, readable(value)
	c.entry.Put(c.shown)
	c.calendar.Object().Hide()
	c.say()
}

// Value is the date as it was put, or what was typed since.
func (c *Date) Value() string {
	if c.entry.Text() == c.shown {
		return c.put
	}
	return c.entry.Text()
}

// Resolved is the date that was typed in words.
func (c *Date) Resolved() string {
	typed := strings.TrimSpace(c.Value())
	if d, err := record.ParseDate(strings.Replace(typed, " ", "T", 1)); err == nil {
		return d.String()
	}
	if d, err := record.ParseDate(typed); err == nil {
		return d.String()
	}
	if d, understood := quick.Date(typed, c.desk.Speaker.Typing()); understood {
		return d.String()
	}
	return typed
}

// SetEnabled allows changes.
func (c *Date) SetEnabled(enabled bool) { setEnabled(enabled, c.entry, c.open) }

// readable is the text form with a space between day and time.
func readable(value string) string {
	d, err := record.ParseDate(value)
	if err != nil || !d.HasTime() {
		return value
	}
	text := strings.Replace(d.String(), "T", " ", 1)
	if universal, is := strings.CutSuffix(text, "Z"); is {
		return universal + " UTC"
	}
	return text
}

// say says what was understood.
func (c *Date) say() {
	words := c.desk.Speaker.Date(c.Resolved())
	hidden := words == ""
	c.words.SetText(words)
	if c.words.Hidden != hidden {
		c.words.Hidden = hidden
		c.desk.Resized()
	}
}
