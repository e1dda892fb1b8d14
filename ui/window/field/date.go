package field

import (
	"fmt"
	"regexp"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/engine/record"
	"crossfeed/engine/record/quickadd"
	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
	"crossfeed/ui/wording"
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
		c.SayDate()
		d.Changed()
	}
	c.open = widget.NewQuietButton(d.Keys.Behind(widget.Keys{Shortcut: c.shortcut}), theme.Icon(theme.IconCalendar, fynetheme.ColorNameForeground), "", c.turn)
	c.calendar = widget.NewCalendar(d.Keys, widget.CalendarWords{Month: wording.Month, Weekday: wording.Weekday})
	c.calendar.OnChosen = c.choose
	c.calendar.OnLeft = c.close
	c.calendar.Object().Hide()
	c.object = container.NewVBox(widget.Border(nil, nil, nil, c.open, c.entry), c.words, c.calendar.Object())
	c.SayDate()
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
	c.SayDate()
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
	if d, understood := quickadd.Date(typed, c.desk.Speaker.Typing()); understood {
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

// SayDate says what was understood.
func (c *Date) SayDate() {
	words := c.desk.Speaker.Date(c.Resolved())
	hidden := words == ""
	c.words.SetText(words)
	if c.words.Hidden != hidden {
		c.words.Hidden = hidden
		c.desk.Resized()
	}
}

// key leaves the calendar, not the editor, while it is open.
func (c *Date) key(ev *fyne.KeyEvent) bool {
	if ev.Name == fyne.KeyEscape && c.calendar.Object().Visible() {
		c.close()
		return true
	}
	return false
}

// shortcut opens the calendar on Alt+Down.
func (c *Date) shortcut(s fyne.Shortcut) bool {
	if !widget.IsAltDown(s) || c.entry.Disabled() {
		return false
	}
	c.turn()
	return true
}

// turn opens the calendar at the date, or shuts it.
func (c *Date) turn() {
	if c.calendar.Object().Visible() {
		c.close()
		return
	}
	today := record.DayOf(c.desk.Speaker.Typing().Time)
	at := today
	if d, err := record.ParseDate(c.Resolved()); err == nil {
		at = d.Day()
	}
	c.calendar.Show(at.Naive(), today.Naive())
	c.calendar.Object().Show()
	c.desk.Resized()
	widget.Focus(c.calendar.Focus(), c.object)
}

// choose takes the day over; a time of day stays.
func (c *Date) choose(day time.Time) {
	chosen := record.DayOf(day)
	if d, err := record.ParseDate(c.Resolved()); err == nil && d.HasTime() {
		hour, minute := d.Clock()
		chosen = chosen.WithTime(hour, minute).In(d.Zone)
	}
	c.entry.SetText(readable(chosen.String()))
	c.close()
}

func (c *Date) close() {
	c.calendar.Object().Hide()
	c.desk.Resized()
	widget.Focus(c.entry, c.object)
}

// Birthday edits a day whose year may be missing, and says what was understood.
type Birthday struct {
	desk   Desk
	object *fyne.Container
	entry  *widget.Entry
	words  *widget.Line
	// put is the birthday in its text form, shown how it stands in the entry.
	put, shown string
}

// NewBirthday is a birthday that is not known.
func NewBirthday(d Desk, hint string) *Birthday {
	c := &Birthday{desk: d, entry: widget.NewEntry(d.Keys, hint), words: widget.NewLine("", quiet)}
	c.entry.OnChanged = func(string) {
		c.say()
		d.Changed()
	}
	c.object = container.NewVBox(c.entry, c.words)
	c.say()
	return c
}

// Object is what is shown.
func (c *Birthday) Object() fyne.CanvasObject { return c.object }

// Focus is the entry.
func (c *Birthday) Focus() fyne.Focusable { return c.entry }

// Put shows a birthday.
func (c *Birthday) Put(value string) {
	c.put, c.shown = value, withPoints(value)
	c.entry.Put(c.shown)
	c.say()
}

// Value is the birthday as it was put, or what was typed since.
func (c *Birthday) Value() string {
	if c.entry.Text() == c.shown {
		return c.put
	}
	return c.entry.Text()
}

// Resolved is the birthday in its text form, also where it was typed with
// points: 12.4. or 12.4.1985.
func (c *Birthday) Resolved() string {
	typed := strings.TrimSpace(c.entry.Text())
	if f, err := record.Find(record.Contact, "birthday"); err == nil {
		if value, err := f.Canonical(pointed(typed)); err == nil {
			return value
		}
	}
	return typed
}

// SetEnabled allows typing.
func (c *Birthday) SetEnabled(enabled bool) { setEnabled(enabled, c.entry) }

func (c *Birthday) say() {
	words := c.desk.Speaker.Birthday(c.Resolved())
	c.words.SetText(words)
	if c.words.Hidden != (words == "") {
		c.words.Hidden = words == ""
		c.desk.Resized()
	}
}

// points are a day and a month, perhaps with a year, as they are written with
// points: 12.4.1985.
var points = regexp.MustCompile(`^(\d{1,2})\.\s*(\d{1,2})\.\s*(\d{4})?$`)

// pointed is the text form of a day that was typed with points; other texts stay.
func pointed(typed string) string {
	m := points.FindStringSubmatch(typed)
	if m == nil {
		return typed
	}
	year := m[3]
	if year == "" {
		year = "-"
	}
	return fmt.Sprintf("%s-%02s-%02s", year, m[2], m[1])
}

// yearless is the text form of a day of any year.
var yearless = regexp.MustCompile(`^--(\d{2})-(\d{2})$`)

// withPoints is a birthday as people write it where its text form has no year
// and would be a riddle: 12.4. for --04-12.
func withPoints(value string) string {
	m := yearless.FindStringSubmatch(value)
	if m == nil {
		return value
	}
	return strings.TrimPrefix(m[2], "0") + "." + strings.TrimPrefix(m[1], "0") + "."
}
