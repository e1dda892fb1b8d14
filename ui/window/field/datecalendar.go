package field

import (
	"time"

	"fyne.io/fyne/v2"

	"crossfeed/engine/record"
	"crossfeed/ui/widget"
)

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
