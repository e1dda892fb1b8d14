package widget

import (
	"image/color"
	"strconv"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"crossfeed/ui/theme"
)

// CalendarWords provides the words of a calendar.
type CalendarWords struct {
	// Month returns the name of a month with its year, Weekday the name of a weekday in two or
	// three letters.
	Month   func(time.Time) string
	Weekday func(time.Weekday) string
}

// Calendar shows a month, in which a person moves from day to day and chooses one. Days are
// midnights in UTC.
type Calendar struct {
	// OnChosen is called with the day that a person chooses.
	OnChosen func(time.Time)
	// OnLeft is called when a person leaves without choosing a day.
	OnLeft func()

	object *fyne.Container
	words  CalendarWords
	title  *Line
	days   *days
}

// NewCalendar returns a calendar that shows no month yet.
func NewCalendar(keys *Keys, words CalendarWords) *Calendar {
	c := &Calendar{words: words}
	c.title = NewLine("", TextStyle{Style: fyne.TextStyle{Bold: true}, Centered: true})
	c.days = newDays(keys, c)
	before := NewIconButton(keys, fynetheme.NavigateBackIcon(), "", func() { c.days.turn(-1) })
	after := NewIconButton(keys, fynetheme.NavigateNextIcon(), "", func() { c.days.turn(1) })
	head := Border(nil, nil, before, after, Middle(c.title))
	c.object = Border(head, nil, nil, nil, c.days)
	return c
}

func (c *Calendar) Object() *fyne.Container { return c.object }

// Focus returns the object that handles the keys.
func (c *Calendar) Focus() fyne.Focusable { return c.days }

// Show shows the month of a day and marks the day; today is highlighted.
func (c *Calendar) Show(day, today time.Time) {
	c.days.today = today
	c.days.goTo(day)
}

// Day returns the marked day.
func (c *Calendar) Day() time.Time { return c.days.day }

// firstShown returns the Monday of the first week shown for a month.
func firstShown(day time.Time) time.Time {
	first := day.AddDate(0, 0, 1-day.Day())
	return first.AddDate(0, 0, -(int(first.Weekday())+6)%7)
}

// monthsLater returns the same day some months later, or the last day of that month if it has
// no such day.
func monthsLater(day time.Time, n int) time.Time {
	first := time.Date(day.Year(), day.Month()+time.Month(n), 1, 0, 0, 0, 0, time.UTC)
	last := first.AddDate(0, 1, -1).Day()
	return first.AddDate(0, 0, min(day.Day(), last)-1)
}

// days shows the weeks of a month. The arrows move by days and weeks, PageUp and PageDown by
// months.
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
func (d *days) Tapped(ev *fyne.PointEvent) { d.keys.Handle(func() { d.tapped(ev) }) }

func (d *days) tapped(ev *fyne.PointEvent) {
	column := int(ev.Position.X / d.Size().Width * weekdays)
	row := int(ev.Position.Y/d.Size().Height*(weeks+1)) - 1
	if row >= 0 && row < weeks && column >= 0 && column < weekdays {
		d.choose(firstShown(d.day).AddDate(0, 0, row*weekdays+column))
	}
}

// FocusGained shows the ring and reports the focus.
func (d *days) FocusGained() {
	d.ring.show(true)
	d.keys.focused(d)
}

// FocusLost hides the ring.
func (d *days) FocusLost() { d.ring.show(false) }

// TypedKey moves to another day, chooses the marked one, leaves, or forwards the key.
func (d *days) TypedKey(ev *fyne.KeyEvent) { d.keys.Handle(func() { d.typedKey(ev) }) }

func (d *days) typedKey(ev *fyne.KeyEvent) {
	switch {
	case ev.Name == fyne.KeySpace:
		d.keys.useSpace()
		d.choose(d.day)
	case IsEnter(ev.Name):
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

// step returns the number of days that an arrow moves.
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

// TypedRune forwards characters; Space has already been handled as a key.
func (d *days) TypedRune(r rune) { d.keys.afterKey(r) }

// TypedShortcut forwards the shortcut.
func (d *days) TypedShortcut(s fyne.Shortcut) { d.keys.shortcut(s) }

// CreateRenderer draws the days, and the ring over them.
func (d *days) CreateRenderer() fyne.WidgetRenderer {
	r := &daysRenderer{days: d, mark: canvas.NewRectangle(nil), today: canvas.NewRectangle(color.Transparent)}
	r.objects = append(r.objects, r.mark, r.today)
	for range weekdays * (weeks + 1) {
		t := canvas.NewText("", nil)
		t.Alignment = fyne.TextAlignCenter
		r.texts = append(r.texts, t)
		r.objects = append(r.objects, t)
	}
	r.Refresh()
	return ringed{r, d.ring}
}

type daysRenderer struct {
	days        *days
	mark, today *canvas.Rectangle
	texts       []*canvas.Text
	objects     []fyne.CanvasObject
}

func (r *daysRenderer) Destroy() {}

// Objects returns the marks and, on top, the numbers.
func (r *daysRenderer) Objects() []fyne.CanvasObject { return r.objects }

// MinSize fits the name of a weekday into each column.
func (r *daysRenderer) MinSize() fyne.Size {
	cell := fyne.MeasureText("Www", fynetheme.TextSize(), fyne.TextStyle{})
	return fyne.NewSize(weekdays*(cell.Width+4), (weeks+1)*(cell.Height+6))
}

// cell returns the position and size of the nth cell; the first row contains the names of the
// weekdays.
func (r *daysRenderer) cell(n int) (fyne.Position, fyne.Size) {
	size := fyne.NewSize(r.days.Size().Width/weekdays, r.days.Size().Height/(weeks+1))
	return fyne.NewPos(float32(n%weekdays)*size.Width, float32(n/weekdays)*size.Height), size
}

// Layout puts the numbers into their cells, and the marks behind them.
func (r *daysRenderer) Layout(fyne.Size) {
	for i, t := range r.texts {
		at, size := r.cell(i)
		t.Move(at)
		t.Resize(size)
	}
	r.put(r.mark, r.days.day)
	r.put(r.today, r.days.today)
}

// put marks a day if it is visible.
func (r *daysRenderer) put(mark *canvas.Rectangle, day time.Time) {
	n := int(day.Sub(firstShown(r.days.day)).Hours() / 24)
	mark.Hidden = n < 0 || n >= weekdays*weeks
	at, size := r.cell(n + weekdays)
	mark.Move(at)
	mark.Resize(size)
	mark.CornerRadius = fynetheme.InputRadiusSize()
}

// Refresh draws the numbers of the month in the colors of the current theme.
func (r *daysRenderer) Refresh() {
	r.mark.FillColor = fynetheme.Color(fynetheme.ColorNamePrimary)
	r.today.StrokeColor, r.today.StrokeWidth = fynetheme.Color(fynetheme.ColorNameForeground), 1
	first := firstShown(r.days.day)
	for i, t := range r.texts {
		t.TextSize = fynetheme.TextSize()
		if i < weekdays {
			t.Text = r.days.calendar.words.Weekday(first.AddDate(0, 0, i).Weekday())
			t.TextSize, t.Color = fynetheme.CaptionTextSize(), fynetheme.Color(theme.Quiet)
			continue
		}
		day := first.AddDate(0, 0, i-weekdays)
		t.Text, t.Color = strconv.Itoa(day.Day()), fynetheme.Color(r.color(day))
		t.TextStyle.Bold = day.Equal(r.days.day)
	}
	r.Layout(r.days.Size())
	canvas.Refresh(r.days)
}

// color returns the color of a day; days of other months are dimmed.
func (r *daysRenderer) color(day time.Time) fyne.ThemeColorName {
	switch {
	case day.Equal(r.days.day):
		return fynetheme.ColorNameForegroundOnPrimary
	case day.Month() != r.days.day.Month():
		return theme.Quiet
	}
	return fynetheme.ColorNameForeground
}
