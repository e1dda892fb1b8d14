package widget

import (
	"time"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"
)

// CalendarWords are the words of a calendar.
type CalendarWords struct {
	// Month names a month of a year, Weekday a day of the week in two or three
	// letters.
	Month   func(time.Time) string
	Weekday func(time.Weekday) string
}

// Calendar shows a month, in which a person goes from day to day and chooses
// one. Days are midnights in UTC.
type Calendar struct {
	// OnChosen is called with the day that a person chose.
	OnChosen func(time.Time)
	// OnLeft is called when a person leaves and chooses none.
	OnLeft func()

	object *fyne.Container
	words  CalendarWords
	title  *Line
	days   *days
}

// NewCalendar is a calendar of no month yet.
func NewCalendar(keys *Keys, words CalendarWords) *Calendar {
	c := &Calendar{words: words}
	c.title = NewLine("", Look{Style: fyne.TextStyle{Bold: true}, Centered: true})
	c.days = newDays(keys, c)
	before := NewIconButton(keys, fynetheme.NavigateBackIcon(), "", func() { c.days.turn(-1) })
	after := NewIconButton(keys, fynetheme.NavigateNextIcon(), "", func() { c.days.turn(1) })
	head := Border(nil, nil, before, after, Middle(c.title))
	c.object = Border(head, nil, nil, nil, c.days)
	return c
}

// Object is what is shown.
func (c *Calendar) Object() *fyne.Container { return c.object }

// Focus is what the keys move about in.
func (c *Calendar) Focus() fyne.Focusable { return c.days }

// Show shows the month of a day, which is marked; today is told apart.
func (c *Calendar) Show(day, today time.Time) {
	c.days.today = today
	c.days.goTo(day)
}

// Day is the day that is marked.
func (c *Calendar) Day() time.Time { return c.days.day }

// firstShown is the Monday that the weeks of a month begin with.
func firstShown(day time.Time) time.Time {
	first := day.AddDate(0, 0, 1-day.Day())
	return first.AddDate(0, 0, -(int(first.Weekday())+6)%7)
}

// monthsLater is the same day some months later, or the last one of a month
// that has no such day.
func monthsLater(day time.Time, n int) time.Time {
	first := time.Date(day.Year(), day.Month()+time.Month(n), 1, 0, 0, 0, 0, time.UTC)
	last := first.AddDate(0, 1, -1).Day()
	return first.AddDate(0, 0, min(day.Day(), last)-1)
}
