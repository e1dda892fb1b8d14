package widget

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"crossfeed/ui/theme"
)

// days are the weeks of a month. The arrows go from day to day and from week to
// week, PageUp and PageDown from month to month.
type days struct {
	widget.BaseWidget
	calendar   *Calendar
	keys       *Keys
	ring       ring
	day, today time.Time
}

const (
	weekdays = 7
	weeks    = 6
)

func newDays(keys *Keys, c *Calendar) *days {
	d := &days{calendar: c, keys: keys, ring: newRing(theme.Ring)}
	d.ExtendBaseWidget(d)
	return d
}

func (d *days) goTo(day time.Time) {
	d.day = day
	d.calendar.title.SetText(d.calendar.words.Month(day))
	d.Refresh()
}

func (d *days) turn(months int) { d.goTo(monthsLater(d.day, months)) }

func (d *days) choose(day time.Time) {
	d.goTo(day)
	d.calendar.OnChosen(day)
}

// Tapped chooses the day under the pointer.
func (d *days) Tapped(ev *fyne.PointEvent) {
	column := int(ev.Position.X / d.Size().Width * weekdays)
	row := int(ev.Position.Y/d.Size().Height*(weeks+1)) - 1
	if row >= 0 && row < weeks && column >= 0 && column < weekdays {
		d.choose(firstShown(d.day).AddDate(0, 0, row*weekdays+column))
	}
}

// FocusGained shows the ring and tells who wants to know.
func (d *days) FocusGained() {
	d.ring.show(true)
	d.keys.focused(d)
}

// FocusLost hides the ring.
func (d *days) FocusLost() { d.ring.show(false) }

// TypedKey goes to another day, chooses the marked one, leaves, or hands the
// key up.
func (d *days) TypedKey(ev *fyne.KeyEvent) {
	switch {
	case IsEnter(ev.Name) || ev.Name == fyne.KeySpace:
		d.choose(d.day)
	case ev.Name == fyne.KeyEscape:
		d.calendar.OnLeft()
	case ev.Name == fyne.KeyPageUp:
		d.turn(-1)
	case ev.Name == fyne.KeyPageDown:
		d.turn(1)
	default:
		if by := step(ev.Name); by != 0 {
			d.goTo(d.day.AddDate(0, 0, by))
		} else {
			d.keys.key(ev)
		}
	}
}

// step is the number of days that an arrow goes.
func step(name fyne.KeyName) int {
	switch name {
	case fyne.KeyLeft:
		return -1
	case fyne.KeyRight:
		return 1
	case fyne.KeyUp:
		return -weekdays
	case fyne.KeyDown:
		return weekdays
	}
	return 0
}

// TypedRune hands characters up; Space came as a key.
func (d *days) TypedRune(r rune) {
	if r != ' ' {
		d.keys.rune(r)
	}
}

// TypedShortcut hands the shortcut up.
func (d *days) TypedShortcut(s fyne.Shortcut) { d.keys.shortcut(s) }
