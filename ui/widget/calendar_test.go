package widget_test

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"crossfeed/ui/widget"
)

func day(y int, m time.Month, d int) time.Time { return time.Date(y, m, d, 0, 0, 0, 0, time.UTC) }

// calendar returns a calendar that shows a day; today is 24 November 2026.
func calendar(t *testing.T, shown time.Time) *widget.Calendar {
	t.Helper()
	themed(t)
	c := widget.NewCalendar(&widget.Keys{}, widget.CalendarWords{
		Month: func(d time.Time) string { return d.Format("Jan 2006") }, Weekday: func(d time.Weekday) string { return d.String()[:3] },
	})
	c.OnChosen, c.OnLeft = func(time.Time) {}, func() {}
	c.Show(shown, day(2026, 11, 24))
	test.NewTempWindow(t, c.Object()).Resize(fyne.NewSize(350, 250))
	return c
}

func TestKeysGoFromDayToDay(t *testing.T) {
	for _, c := range []struct {
		from time.Time
		key  fyne.KeyName
		want time.Time
	}{
		{day(2026, 11, 30), fyne.KeyRight, day(2026, 12, 1)},
		{day(2026, 3, 1), fyne.KeyLeft, day(2026, 2, 28)},
		{day(2026, 12, 28), fyne.KeyDown, day(2027, 1, 4)},
		{day(2026, 11, 3), fyne.KeyUp, day(2026, 10, 27)},
		{day(2026, 1, 31), fyne.KeyPageDown, day(2026, 2, 28)},
		{day(2028, 3, 31), fyne.KeyPageUp, day(2028, 2, 29)},
		{day(2026, 12, 15), fyne.KeyPageDown, day(2027, 1, 15)},
	} {
		shown := calendar(t, c.from)
		shown.Focus().TypedKey(&fyne.KeyEvent{Name: c.key})
		if got := shown.Day(); !got.Equal(c.want) {
			t.Errorf("%s from %s goes to %s, want %s", c.key, c.from.Format(time.DateOnly), got.Format(time.DateOnly), c.want.Format(time.DateOnly))
		}
	}
}

func TestEnterChoosesTheMarkedDayAndEscNone(t *testing.T) {
	c := calendar(t, day(2026, 11, 27))
	var chosen []time.Time
	left := 0
	c.OnChosen = func(d time.Time) { chosen = append(chosen, d) }
	c.OnLeft = func() { left++ }
	c.Focus().TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	c.Focus().TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if len(chosen) != 1 || !chosen[0].Equal(day(2026, 11, 27)) || left != 1 {
		t.Errorf("chosen %v, left %d times", chosen, left)
	}
}

// A click chooses the day under the pointer: the first row has the names of the days, and the
// weeks begin with the Monday on or before the first.
func TestAClickChoosesADay(t *testing.T) {
	c := calendar(t, day(2026, 11, 27))
	var chosen time.Time
	c.OnChosen = func(d time.Time) { chosen = d }
	days := c.Focus().(fyne.Widget)
	size := days.Size()
	cell := func(column, row float32) fyne.Position {
		return fyne.NewPos((column+0.5)*size.Width/7, (row+0.5)*size.Height/7)
	}
	test.TapAt(days.(fyne.Tappable), cell(3, 0))
	if !chosen.IsZero() {
		t.Errorf("the name of a day chose %v", chosen)
	}
	test.TapAt(days.(fyne.Tappable), cell(6, 1))
	if !chosen.Equal(day(2026, 11, 1)) {
		t.Errorf("the last day of the first week is %v", chosen)
	}
}
