package field

import (
	"cmp"
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

var quiet = widget.TextStyle{Color: theme.Quiet, Size: fynetheme.SizeNameCaptionText}

// dated is an entry for a date, with a line that shows how the date was understood.
type dated struct {
	desk   Desk
	object *fyne.Container
	entry  *widget.Entry
	words  *widget.Line
	// put is the value that was set last, shown its text in the entry.
	put, shown string
}

func (c *dated) Object() fyne.CanvasObject { return c.object }

func (c *dated) Focus() fyne.Focusable { return c.entry }

// Value returns the value that was set, or what was typed since.
func (c *dated) Value() string {
	if c.entry.Text() == c.shown {
		return c.put
	}
	return c.entry.Text()
}

// Date edits a date, optionally with a time. Dates can be typed in words; the result is shown
// below the entry. A calendar opens below that.
type Date struct {
	dated
	open     *widget.Button
	calendar *widget.Calendar
}

// NewDate returns an empty date.
func NewDate(d Desk, hint string) *Date {
	c := &Date{dated: dated{desk: d, words: widget.NewLine("", quiet)}}
	c.entry = widget.NewEntry(d.Keys.Behind(widget.Keys{Key: c.key, Shortcut: c.shortcut}), hint)
	c.entry.OnChanged = func(string) {
		c.ShowDate()
		d.Changed()
	}
	c.open = widget.NewQuietButton(d.Keys.Behind(widget.Keys{Shortcut: c.shortcut}), theme.Icon(theme.IconCalendar, fynetheme.ColorNameForeground), "", c.turn)
	c.calendar = widget.NewCalendar(d.Keys, widget.CalendarWords{Month: wording.Month, Weekday: wording.Weekday})
	c.calendar.OnChosen = c.choose
	c.calendar.OnLeft = c.close
	c.calendar.Object().Hide()
	c.object = container.NewVBox(widget.Border(nil, nil, nil, c.open, c.entry), c.words, c.calendar.Object())
	c.ShowDate()
	return c
}

// Put sets the date and closes the calendar.
func (c *Date) Put(value string) {
	c.put, c.shown = value, readable(value)
	c.entry.Put(c.shown)
	c.calendar.Object().Hide()
	c.ShowDate()
}

// Resolved returns the date in its text form, also if it was typed in words.
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

// Repeats reports whether a repetition was typed instead of a date.
func (c *Date) Repeats() bool {
	_, is := quickadd.Repeat(c.entry.Text(), c.desk.Speaker.Typing())
	return is
}

func (c *Date) SetEnabled(enabled bool) { widget.Enable(enabled, c.entry, c.open) }

// readable returns the text form with a space between date and time.
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

// ShowDate shows how the text was understood.
func (c *Date) ShowDate() { c.desk.explain(c.words, c.desk.Speaker.Date(c.Resolved())) }

// key handles Esc while the calendar is open: it closes the calendar, and does not leave the
// editor.
func (c *Date) key(ev *fyne.KeyEvent) bool {
	if ev.Name == fyne.KeyEscape && c.calendar.Object().Visible() {
		c.close()
		return true
	}
	return false
}

// shortcut handles Alt+Down, which opens the calendar.
func (c *Date) shortcut(s fyne.Shortcut) bool {
	if !widget.IsAltDown(s) || c.entry.Disabled() {
		return false
	}
	c.turn()
	return true
}

// turn opens the calendar at the present date, or closes it.
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

// choose sets the chosen day, and keeps the time of day.
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

// Birthday edits a date whose year may be missing, and shows how it was understood.
type Birthday struct{ dated }

// NewBirthday returns an empty birthday.
func NewBirthday(d Desk, hint string) *Birthday {
	c := &Birthday{dated{desk: d, entry: widget.NewEntry(d.Keys, hint), words: widget.NewLine("", quiet)}}
	c.entry.OnChanged = func(string) {
		c.showDate()
		d.Changed()
	}
	c.object = container.NewVBox(c.entry, c.words)
	c.showDate()
	return c
}

func (c *Birthday) Put(value string) {
	c.put, c.shown = value, withPoints(value)
	c.entry.Put(c.shown)
	c.showDate()
}

// Resolved returns the birthday in its text form, also if it was typed with points (12.4. or
// 12.4.1985) or in words.
func (c *Birthday) Resolved() string {
	typed := strings.TrimSpace(c.entry.Text())
	if day, is := quickadd.Birthday(typed, c.desk.Speaker.Typing()); is {
		return day
	}
	if f, err := record.Find(record.Contact, "birthday"); err == nil {
		if value, err := f.Canonical(pointed(typed)); err == nil {
			return value
		}
	}
	return typed
}

// Refusal says that what was typed is no date. A birthday that was received may be any text (RFC
// 6350 §6.2.5).
func (c *Birthday) Refusal() string {
	if typed := c.Resolved(); typed == "" || c.Value() == c.put || record.IsBirthday(typed) {
		return ""
	}
	return wording.L("not-a-date-examples-dec-10", "Not a date. Examples: Dec 10, 1815, 1985-04-12, Dec 10.")
}

func (c *Birthday) SetEnabled(enabled bool) { widget.Enable(enabled, c.entry) }

func (c *Birthday) showDate() { c.desk.explain(c.words, c.desk.Speaker.Birthday(c.Resolved())) }

// points matches a day and a month, and optionally a year, separated by points: 12.4.1985.
var points = regexp.MustCompile(`^(\d{1,2})\.\s*(\d{1,2})\.\s*(\d{4})?$`)

// pointed returns the text form of a date with points, and other texts unchanged.
func pointed(typed string) string {
	m := points.FindStringSubmatch(typed)
	if m == nil {
		return typed
	}
	return fmt.Sprintf("%s-%02s-%02s", cmp.Or(m[3], "-"), m[2], m[1])
}

// yearless matches the text form of a date without a year.
var yearless = regexp.MustCompile(`^--(\d{2})-(\d{2})$`)

// withPoints returns a birthday without a year as people write it: 12.4. for --04-12, which
// few would understand.
func withPoints(value string) string {
	m := yearless.FindStringSubmatch(value)
	if m == nil {
		return value
	}
	return strings.TrimPrefix(m[2], "0") + "." + strings.TrimPrefix(m[1], "0") + "."
}
