package widget_test

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	fynewidget "fyne.io/fyne/v2/widget"

	"crossfeed/ui/widget"
)

// fruit is a list under a heading, tall enough for about five rows.
func fruit(t *testing.T, keys *widget.Keys) *widget.List {
	t.Helper()
	themed(t)
	names := []string{"FRUIT", "apple", "apricot", "banana", "berry", "cherry", "date", "elder", "fig", "grape"}
	l := widget.NewList(keys, func() fyne.CanvasObject { return fynewidget.NewLabel("") },
		func(i int, o fyne.CanvasObject) { o.(*fynewidget.Label).SetText(names[i]) })
	l.Choosable = func(i int) bool { return i != 0 }
	l.Text = func(i int) string { return names[i] }
	w := test.NewTempWindow(t, l)
	w.Resize(fyne.NewSize(200, 200))
	l.SetRows(len(names), widget.Nothing)
	return l
}

func TestKeysMoveTheMark(t *testing.T) {
	for _, c := range []struct {
		key      fyne.KeyName
		from, to int
	}{
		{fyne.KeyDown, widget.Nothing, 1}, // the heading is passed over
		{fyne.KeyDown, 1, 2},
		{fyne.KeyDown, 9, 9},
		{fyne.KeyUp, 2, 1},
		{fyne.KeyUp, 1, 1},
		{fyne.KeyHome, 7, 1},
		{fyne.KeyEnd, 1, 9},
		{fyne.KeyPageUp, 2, 1},
		{fyne.KeyPageDown, 8, 9},
	} {
		l := fruit(t, &widget.Keys{})
		l.Mark(c.from)
		l.TypedKey(&fyne.KeyEvent{Name: c.key})
		if l.Marked() != c.to {
			t.Errorf("%s from %d went to %d, want %d", c.key, c.from, l.Marked(), c.to)
		}
	}
}

func TestPageDownMovesByWhatCanBeSeen(t *testing.T) {
	l := fruit(t, &widget.Keys{})
	l.Mark(1)
	l.TypedKey(&fyne.KeyEvent{Name: fyne.KeyPageDown})
	if l.Marked() < 3 || l.Marked() > 6 {
		t.Errorf("a page down from 1 went to %d", l.Marked())
	}
}

func TestTypingAheadGoesToTheRowThatBeginsSo(t *testing.T) {
	for typed, want := range map[string]int{"b": 3, "be": 4, "apr": 2, "F": 8, "bx": 3, "bd": 6, " ": widget.Nothing, "b e": 7} {
		l := fruit(t, &widget.Keys{})
		for _, r := range typed {
			l.TypedRune(r)
		}
		if l.Marked() != want {
			t.Errorf("%q went to %d, want %d", typed, l.Marked(), want)
		}
	}
}

// Moving the mark by the program tells nobody; a person's key does.
func TestOnlyAPersonIsTold(t *testing.T) {
	l := fruit(t, &widget.Keys{})
	told := []int{}
	l.OnMarked = func(i int) { told = append(told, i) }
	l.Mark(4)
	l.SetRows(10, 5)
	l.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown})
	if len(told) != 1 || told[0] != 6 {
		t.Errorf("told %v, want [6]", told)
	}
}

func TestAHeadingCannotBeMarkedByAClick(t *testing.T) {
	l := fruit(t, &widget.Keys{})
	l.Mark(2)
	l.Select(0)
	if l.Marked() != 2 {
		t.Errorf("the mark went to %d", l.Marked())
	}
}

func TestAListHandsUpWhatItDoesNotUse(t *testing.T) {
	var keys []fyne.KeyName
	l := fruit(t, &widget.Keys{Key: func(ev *fyne.KeyEvent) bool { keys = append(keys, ev.Name); return true }})
	l.TypedKey(&fyne.KeyEvent{Name: fyne.KeyF8})
	l.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown})
	l.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if len(keys) != 2 || keys[0] != fyne.KeyF8 || keys[1] != fyne.KeyEscape {
		t.Errorf("handed up %v", keys)
	}
}
