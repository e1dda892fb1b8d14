package grid_test

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	fynewidget "fyne.io/fyne/v2/widget"

	"crossfeed/ui/theme"
	"crossfeed/ui/uitest"
	"crossfeed/ui/widget"
	"crossfeed/ui/widget/grid"
)

// table returns a grid with a number of columns and the pinned one, in a window of a width,
// with rows of 1, 2, 3… lines, the third of which cannot be marked.
func table(t *testing.T, columns int, width float32) (*grid.Grid, fyne.Window) {
	t.Helper()
	return tableWith(t, &widget.Keys{}, columns, width)
}

func tableWith(t *testing.T, keys *widget.Keys, columns int, width float32) (*grid.Grid, fyne.Window) {
	t.Helper()
	uitest.App(t, theme.New(1))
	g := grid.New(keys)
	var heads []fyne.CanvasObject
	for i := range columns + 1 {
		heads = append(heads, fynewidget.NewLabel(strconv.Itoa(i)))
	}
	w := test.NewTempWindow(t, g.Object())
	w.SetPadded(false)
	w.Resize(fyne.NewSize(width, 400))
	g.SetHeads(heads)
	g.SetRows(rows(columns+1, 1, 2, 3, 4, 5))
	return g, w
}

// rows returns rows with the given heights.
func rows(columns int, heights ...int) []grid.Row {
	var all []grid.Row
	for i, h := range heights {
		r := grid.Row{Key: strconv.Itoa(i), Name: "row", Passed: i == 2}
		for range columns {
			r.Cells = append(r.Cells, grid.Cell{Lines: lines(h)})
		}
		all = append(all, r)
	}
	return all
}

func lines(n int) []grid.Line {
	all := make([]grid.Line, n)
	for i := range all {
		all[i].Spans = []grid.Span{{Text: "text"}}
	}
	return all
}

func press(g *grid.Grid, keys ...fyne.KeyName) {
	for _, k := range keys {
		g.TypedKey(&fyne.KeyEvent{Name: k})
	}
}

func TestKeysMoveTheMarkFromCellToCell(t *testing.T) {
	for name, c := range map[string]struct {
		from grid.At
		keys []fyne.KeyName
		to   grid.At
	}{
		"down from the heads":      {grid.At{Row: grid.Head}, []fyne.KeyName{fyne.KeyDown}, grid.At{Row: 0}},
		"up to the heads":          {grid.At{Row: 0}, []fyne.KeyName{fyne.KeyUp, fyne.KeyUp}, grid.At{Row: grid.Head}},
		"over what is passed":      {grid.At{Row: 1}, []fyne.KeyName{fyne.KeyDown}, grid.At{Row: 3}},
		"back over it":             {grid.At{Row: 3}, []fyne.KeyName{fyne.KeyUp}, grid.At{Row: 1}},
		"not past the last":        {grid.At{Row: 4}, []fyne.KeyName{fyne.KeyDown}, grid.At{Row: 4}},
		"to the right end":         {grid.At{}, []fyne.KeyName{fyne.KeyRight, fyne.KeyRight, fyne.KeyRight, fyne.KeyRight}, grid.At{Column: 3}},
		"to the left end":          {grid.At{Column: 1}, []fyne.KeyName{fyne.KeyLeft, fyne.KeyLeft}, grid.At{}},
		"home goes to the heads":   {grid.At{Row: 3, Column: 2}, []fyne.KeyName{fyne.KeyHome}, grid.At{Row: grid.Head, Column: 2}},
		"end goes to the last row": {grid.At{Row: grid.Head, Column: 2}, []fyne.KeyName{fyne.KeyEnd}, grid.At{Row: 4, Column: 2}},
	} {
		g, _ := table(t, 3, 900)
		g.Mark(c.from)
		press(g, c.keys...)
		if g.At() != c.to {
			t.Errorf("%s: the mark is at %v, want %v", name, g.At(), c.to)
		}
	}
}

// Columns that do not fit are scrolled as a whole; the pinned one is always visible.
func TestTheMarkScrollsSideways(t *testing.T) {
	g, w := table(t, 8, 700)
	if n := g.Shape().Count; n >= 8 || n < 2 {
		t.Fatalf("%d columns are in sight", n)
	}
	for range 7 {
		press(g, fyne.KeyRight)
	}
	if got, want := g.Left(), 8-g.Shape().Count; got != want {
		t.Errorf("column %d is the first in sight, want %d", got, want)
	}
	press(g, fyne.KeyRight)
	if g.At().Column != 8 || g.Left() != 8-g.Shape().Count {
		t.Errorf("the pinned column scrolled the others: mark %v, first %d", g.At(), g.Left())
	}
	w.Resize(fyne.NewSize(1800, 400))
	if g.Left() != 0 {
		t.Errorf("all columns fit, and %d is the first in sight", g.Left())
	}
}

// A row that is taller than the window is scrolled through before the mark leaves it.
func TestATallRowIsScrolledThrough(t *testing.T) {
	g, _ := table(t, 2, 700)
	g.SetRows(rows(3, 60, 1))
	press(g, fyne.KeyDown)
	steps := 0
	for ; g.At().Row == 0 && steps < 100; steps++ {
		press(g, fyne.KeyDown)
	}
	if g.At().Row != 1 || steps < 40 {
		t.Errorf("the mark is at %v after %d steps", g.At(), steps)
	}
	press(g, fyne.KeyUp, fyne.KeyPageUp)
	if g.At().Row == 1 {
		t.Errorf("Page Up left the mark at %v", g.At())
	}
}

// The mark stays on its row when rows before it appear or disappear.
func TestTheMarkStaysOnItsRow(t *testing.T) {
	g, _ := table(t, 2, 700)
	g.Mark(grid.At{Row: 3, Column: 1})
	all := g.Rows()
	g.SetRows(all[1:])
	if g.Key() != "3" || g.At().Column != 1 {
		t.Errorf("the mark is on %q at %v", g.Key(), g.At())
	}
}

// Enter takes the marked cell, with Shift it adds it; a click marks and takes.
func TestEnterAndClickTake(t *testing.T) {
	g, w := table(t, 2, 700)
	var taken []grid.At
	g.OnTaken = func(bool) { taken = append(taken, g.At()) }
	g.Mark(grid.At{Row: 1, Column: 2})
	press(g, fyne.KeyReturn)
	top := fyne.CurrentApp().Driver().AbsolutePositionForObject(g).Y
	test.TapCanvas(w.Canvas(), fyne.NewPos(g.Shape().Names+20, top+10))
	if len(taken) != 2 || taken[0] != (grid.At{Row: 1, Column: 2}) || taken[1] != (grid.At{}) {
		t.Errorf("taken %v", taken)
	}
	test.TapCanvas(w.Canvas(), fyne.NewPos(10, top+10))
	if len(taken) != 2 {
		t.Error("a click on the name took something")
	}
}

func TestBackspaceAndDeleteClear(t *testing.T) {
	g, _ := table(t, 2, 700)
	cleared := 0
	g.OnCleared = func() { cleared++ }
	press(g, fyne.KeyBackspace, fyne.KeyDelete)
	if cleared != 2 {
		t.Errorf("cleared %d times", cleared)
	}
}

// If the window becomes lower, the marked row stays visible.
func TestTheMarkStaysInSightInALowerWindow(t *testing.T) {
	g, w := table(t, 2, 700)
	g.SetRows(rows(3, 4, 4, 1, 4))
	g.Mark(grid.At{Row: 3})
	w.Resize(fyne.NewSize(700, 200))
	if g.GetScrollOffset() < 50 {
		t.Errorf("the grid is scrolled to %v", g.GetScrollOffset())
	}
}

// A horizontal scroll, or one with Shift held, moves by one column per notch; the mark always
// stays visible. Otherwise scrolling is vertical.
func TestTheWheelGoesUpDownAndSideways(t *testing.T) {
	held := fyne.KeyModifier(0)
	g, w := tableWith(t, &widget.Keys{Held: func() fyne.KeyModifier { return held }}, 8, 700)
	scroll := func(x, y float32) { test.Scroll(w.Canvas(), fyne.NewPos(300, 200), x, y) }
	scroll(-25, 0)
	if g.Left() != 1 || g.At().Column != 1 {
		t.Errorf("one notch to the right: column %d is the first in sight, mark %v", g.Left(), g.At())
	}
	held = fyne.KeyModifierShift
	scroll(0, -500)
	if g.Left() != 2 {
		t.Errorf("one notch with Shift: column %d is the first in sight", g.Left())
	}
	scroll(0, 25)
	scroll(0, 25)
	scroll(0, 25)
	if g.Left() != 0 {
		t.Errorf("back to the left: column %d is the first in sight", g.Left())
	}
	held = 0
	g.SetRows(rows(9, 60))
	scroll(0, -25)
	if g.RowTop(3) != 0 || g.Left() != 0 {
		t.Errorf("down: the fourth line is at %v, column %d", g.RowTop(3), g.Left())
	}
}

// inSight returns the columns whose headings are drawn inside the window, from left to right,
// by the content of the headings.
func inSight(g *grid.Grid, w fyne.Window) string {
	type head struct {
		text string
		x    float32
	}
	var all []head
	d := fyne.CurrentApp().Driver()
	for _, o := range uitest.Drawn(g.Object()) {
		if l, is := o.(*fynewidget.Label); is && l.Visible() && shown(w, l) {
			all = append(all, head{l.Text, d.AbsolutePositionForObject(l).X})
		}
	}
	slices.SortFunc(all, func(a, b head) int { return cmp.Compare(a.x, b.x) })
	var text []string
	for _, h := range all {
		text = append(text, h.text)
	}
	return strings.Join(text, " ")
}

// shown reports whether an object is within the visible part of the window.
func shown(w fyne.Window, o fyne.CanvasObject) bool {
	p := fyne.CurrentApp().Driver().AbsolutePositionForObject(o)
	return p.X > 0 && p.X < w.Canvas().Size().Width && o.Size().Width > 0
}

// If not all columns fit, the frozen ones and the pinned one stay: the others scroll between
// them. The number of hidden columns is shown.
func TestFrozenColumnsStayInSight(t *testing.T) {
	g, w := table(t, 6, 800)
	g.Frozen = 3
	g.More = func(n int) string { return strconv.Itoa(n) + " more" }
	w.Resize(fyne.NewSize(801, 400))
	for _, c := range []struct {
		column int
		want   string
	}{{0, "0 1 2 3 6"}, {3, "0 1 2 3 6"}, {4, "0 1 2 4 6"}, {5, "0 1 2 5 6"}, {6, "0 1 2 5 6"}, {2, "0 1 2 5 6"}, {3, "0 1 2 3 6"}} {
		g.Mark(grid.At{Row: 0, Column: c.column})
		if got := inSight(g, w); got != c.want {
			t.Errorf("the mark is in column %d: %s are in sight, want %s", c.column, got, c.want)
		}
	}
	if !said(g, "2 more") {
		t.Error("nothing says how many columns are out of sight")
	}
	w.Resize(fyne.NewSize(1800, 400))
	if got := inSight(g, w); got != "0 1 2 3 4 5 6" {
		t.Errorf("all fit, and %s are in sight", got)
	}
	if said(g, "more") {
		t.Error("all fit, and there are more")
	}
}

// If not even the frozen columns fit into a window, one of the others still does.
func TestOneColumnIsAlwaysLeftToScroll(t *testing.T) {
	g, w := table(t, 6, 420)
	g.Frozen = 3
	w.Resize(fyne.NewSize(421, 400))
	g.Mark(grid.At{Row: 0, Column: 5})
	if got := inSight(g, w); !strings.HasSuffix(got, "5 6") {
		t.Errorf("%s are in sight", got)
	}
}

// said reports whether a text is shown above the names.
func said(g *grid.Grid, text string) bool {
	for _, o := range uitest.Drawn(g.Object()) {
		if w, is := o.(*widget.Words); is && w.Visible() && strings.Contains(w.Text(), text) {
			return true
		}
	}
	return false
}
