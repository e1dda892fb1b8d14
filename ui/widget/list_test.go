package widget_test

import (
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
	fynewidget "fyne.io/fyne/v2/widget"

	"crossfeed/ui/uitest"
	"crossfeed/ui/widget"
)

// fruit returns a list with a heading, tall enough for about five rows.
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
		{fyne.KeyDown, widget.Nothing, 1}, // the heading is skipped
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

// Moving the mark in code calls no callbacks; a person's key does.
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

// basket is a list of ten rows with a heading in the middle and multiple selection.
type basket struct {
	list     *widget.List
	held     fyne.KeyModifier
	notified int
	moved    []int
	window   fyne.Window
}

func newBasket(t *testing.T) *basket {
	t.Helper()
	themed(t)
	b := &basket{}
	b.list = widget.NewSeveral(&widget.Keys{Held: func() fyne.KeyModifier { return b.held }},
		func() fyne.CanvasObject { return fynewidget.NewLabel("") }, func(int, fyne.CanvasObject) {})
	b.list.Choosable = func(i int) bool { return i != 5 }
	b.list.OnChosen = func() { b.notified++ }
	b.list.OnDragged = func(row, to int) { b.moved = append(b.moved, row, to) }
	b.window = test.NewTempWindow(t, container.NewStack(b.list))
	b.window.Resize(fyne.NewSize(200, 600))
	b.list.SetRows(10, widget.Nothing)
	return b
}

// press presses keys: the prefix "s" holds Shift.
func (b *basket) press(keys ...fyne.KeyName) {
	for _, key := range keys {
		b.held = 0
		if key[0] == 's' {
			b.held, key = fyne.KeyModifierShift, key[1:]
		}
		b.list.TypedKey(&fyne.KeyEvent{Name: key})
	}
	b.held = 0
}

// click clicks a row with modifiers held.
func (b *basket) click(row int, held fyne.KeyModifier) {
	b.held = held
	defer func() { b.held = 0 }()
	height := fynewidget.NewLabel("").MinSize().Height + b.list.Theme().Size("padding")
	test.TapCanvas(b.window.Canvas(), fyne.NewPos(50, height*(float32(row)+0.5)+4))
}

// ask clicks a row with the secondary mouse button.
func (b *basket) ask(row int) {
	for _, o := range uitest.Drawn(b.list) {
		if seat, is := o.(fyne.SecondaryTappable); is {
			if row == 0 {
				seat.TappedSecondary(&fyne.PointEvent{})
				return
			}
			row--
		}
	}
}

func (b *basket) is(t *testing.T, what string, marked int, chosen ...int) {
	t.Helper()
	if b.list.Marked() != marked || !slices.Equal(b.list.Chosen(), chosen) {
		t.Errorf("%s: row %d is marked and %v chosen, want %d and %v", what, b.list.Marked(), b.list.Chosen(), marked, chosen)
	}
}

func TestShiftStretchesFromWhereItBegan(t *testing.T) {
	b := newBasket(t)
	b.press("Down", "Down", "Down", "Down", "sDown", "sDown")
	b.is(t, "over a heading", 6, 3, 4, 6)
	b.press("sUp", "sUp", "sUp", "sUp")
	b.is(t, "back beyond the beginning", 1, 1, 2, 3)
	b.press("sEnd")
	b.is(t, "to the end", 9, 3, 4, 6, 7, 8, 9)
	b.press("Up")
	b.is(t, "without Shift", 8, 8)
}

func TestClicksChooseSeveral(t *testing.T) {
	b := newBasket(t)
	b.click(1, 0)
	b.click(4, fyne.KeyModifierShift)
	b.is(t, "Shift", 4, 1, 2, 3, 4)
	b.click(8, fyne.KeyModifierControl)
	b.is(t, "Control", 8, 1, 2, 3, 4, 8)
	b.click(2, fyne.KeyModifierControl)
	b.is(t, "Control again", 8, 1, 3, 4, 8)
	b.click(8, fyne.KeyModifierControl)
	b.is(t, "off the marked one", 1, 1, 3, 4)
	b.click(5, fyne.KeyModifierControl)
	b.is(t, "a heading", 1, 1, 3, 4)
	b.click(1, 0)
	b.is(t, "without a key", 1, 1)
	b.click(1, fyne.KeyModifierControl)
	b.is(t, "the only one stays", 1, 1)
}

func TestControlAChoosesAllAndEscGoesBack(t *testing.T) {
	b := newBasket(t)
	b.list.TypedShortcut(&fyne.ShortcutSelectAll{})
	b.is(t, "all", 0, 0, 1, 2, 3, 4, 6, 7, 8, 9)
	b.press(fyne.KeyEscape)
	b.is(t, "after Esc", 0, 0)
	if b.notified != 2 {
		t.Errorf("it was told %d times", b.notified)
	}
}

// A capital letter is typed with Shift, and does not select a range.
func TestTypingAheadChoosesOne(t *testing.T) {
	b := newBasket(t)
	b.list.Text = func(i int) string { return string(rune('a' + i)) }
	b.list.Mark(1)
	b.held = fyne.KeyModifierShift
	b.list.TypedRune('E')
	b.is(t, "typed", 4, 4)
}

// After the rows are replaced, the caller must restore the selection.
func TestNewRowsAreNotChosen(t *testing.T) {
	b := newBasket(t)
	b.press("Down", "sDown")
	b.list.SetRows(9, 1)
	b.is(t, "after new rows", 1, 1)
	b.list.Choose([]int{1, 3})
	b.is(t, "chosen anew", 1, 1, 3)
}

func TestSpaceIsForTheMarkedRow(t *testing.T) {
	b := newBasket(t)
	var rows []int
	b.list.OnSpace = func(row int) { rows = append(rows, row) }
	b.list.TypedRune(' ')
	b.list.Mark(3)
	b.list.TypedRune(' ')
	if !slices.Equal(rows, []int{3}) {
		t.Errorf("it was for %v", rows)
	}
}

// Where Space has no function on a row, it is part of the text typed ahead, but never begins
// it.
func TestSpaceThatIsForNoRowIsTypedAhead(t *testing.T) {
	b := newBasket(t)
	titles := []string{" x", "News", "News today", "Newest", "z", "", "", "", "", ""}
	b.list.Text = func(i int) string { return titles[i] }
	b.list.OnSpace = func(row int) { t.Errorf("it was for %d", row) }
	b.list.Spaces = func(int) bool { return false }
	b.list.Mark(1)
	b.list.TypedRune(' ')
	b.is(t, "nothing was typed ahead", 1, 1)
	for _, r := range "News t" {
		b.list.TypedRune(r)
	}
	b.is(t, "typed", 2, 2)
	for _, r := range "ez " {
		b.list.TypedRune(r)
	}
	b.is(t, "no row goes on so", 4, 4)
}

// The secondary mouse button opens the menu for the row, or for the whole selection if the row
// is part of it.
func TestTheOtherMouseButtonAsks(t *testing.T) {
	b := newBasket(t)
	asked := 0
	b.list.OnMenu = func(fyne.Position) { asked++ }
	b.press("Down", "sDown")
	b.ask(0)
	b.is(t, "on one of them", 1, 0, 1)
	b.ask(3)
	b.is(t, "on another", 3, 3)
	if asked != 2 {
		t.Errorf("it asked %d times", asked)
	}
}

// A click with a trembling hand is still a click.
func TestAPointerThatMovesALittleClicks(t *testing.T) {
	b := newBasket(t)
	height := fynewidget.NewLabel("").MinSize().Height + b.list.Theme().Size("padding")
	test.Drag(b.window.Canvas(), fyne.NewPos(50, height*3.5+4), 1, 2)
	b.is(t, "after a small drag", 3, 3)
	if len(b.moved) > 0 {
		t.Errorf("it moved %v", b.moved)
	}
}

func TestARowIsDraggedToThePlaceOfAnother(t *testing.T) {
	b := newBasket(t)
	height := fynewidget.NewLabel("").MinSize().Height + b.list.Theme().Size("padding")
	test.Drag(b.window.Canvas(), fyne.NewPos(50, height*1.5+4), 0, 2*height)
	if !slices.Equal(b.moved, []int{1, 3}) {
		t.Errorf("it moved %v", b.moved)
	}
}
