package grid_test

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"crossfeed/ui/theme"
	"crossfeed/ui/uitest"
	"crossfeed/ui/widget/grid"
)

// long returns a table of 100 rows of one line, of which rows 10, 50 and 90 differ; row 50 is
// open.
func long(t *testing.T) (*grid.Grid, fyne.Window) {
	g, w := table(t, 2, 700)
	all := rows(3, make([]int, 100)...)
	for i := range all {
		all[i].Passed = false
	}
	all[10].Differs, all[50].Differs, all[90].Differs = grid.Differs, grid.Open, grid.Differs
	g.SetRows(all)
	return g, w
}

func TestKeysGoFromDifferenceToDifference(t *testing.T) {
	g, _ := long(t)
	g.Mark(grid.At{Row: grid.Head, Column: 2})
	var visited []int
	for g.NextDifference(1) {
		visited = append(visited, g.At().Row)
	}
	for g.NextDifference(-1) {
		visited = append(visited, g.At().Row)
	}
	want := []int{10, 50, 90, 50, 10}
	for i := range want {
		if len(visited) != len(want) || visited[i] != want[i] {
			t.Fatalf("visited %v, want %v", visited, want)
		}
	}
	if g.At().Column != 2 {
		t.Errorf("the mark went to column %d", g.At().Column)
	}
}

// The surroundings of a difference are visible as well.
func TestADifferenceIsShownWithWhatIsAroundIt(t *testing.T) {
	g, _ := long(t)
	g.Mark(grid.At{Row: grid.Head})
	g.NextDifference(1)
	g.NextDifference(1)
	if at := g.GetScrollOffset(); at == 0 {
		t.Fatalf("row 50 is marked and the grid is scrolled to %v", at)
	}
	before := g.GetScrollOffset()
	g.Mark(grid.At{Row: 52})
	if g.GetScrollOffset() != before {
		t.Errorf("two rows below it were out of sight: scrolled from %v to %v", before, g.GetScrollOffset())
	}
}

// marks returns the marks on the strip that have a color.
func marks(g *grid.Grid, name fyne.ThemeColorName) (all []fyne.CanvasObject) {
	color := theme.New(1).Color(name, fyne.CurrentApp().Settings().ThemeVariant())
	for _, o := range uitest.Drawn(g.Object()) {
		if r, is := o.(*canvas.Rectangle); is && r.FillColor == color && r.Size().Width < 13 && r.Size().Height >= 3 && r.Size().Height < 12 {
			all = append(all, r)
		}
	}
	return all
}

// The strip shows every difference of the whole text, and open ones are also wider.
func TestTheStripShowsEveryDifference(t *testing.T) {
	g, _ := long(t)
	differs, open := marks(g, theme.Quiet), marks(g, theme.Attention)
	if len(differs) != 2 || len(open) != 1 {
		t.Fatalf("the strip shows %d differences and %d open ones", len(differs), len(open))
	}
	if open[0].Size().Width <= differs[0].Size().Width {
		t.Error("what is open is as wide as what is not")
	}
	if a, b := differs[0].Position().Y, open[0].Position().Y; a >= b || b >= differs[1].Position().Y {
		t.Errorf("they are at %v, %v and %v", a, b, differs[1].Position().Y)
	}
}

func TestAClickOnTheStripGoesToTheNearestDifference(t *testing.T) {
	g, w := long(t)
	top := fyne.CurrentApp().Driver().AbsolutePositionForObject(g)
	test.TapCanvas(w.Canvas(), fyne.NewPos(w.Canvas().Size().Width-6, top.Y+g.Size().Height*0.55))
	if g.At().Row != 50 {
		t.Errorf("the mark is at %v", g.At())
	}
	if g.GetScrollOffset() == 0 {
		t.Error("row 50 is not in sight")
	}
}

// A click on a button takes its choice; a click next to it takes the cell.
func TestAClickOnAChoiceChoosesIt(t *testing.T) {
	g, w := table(t, 2, 700)
	all := rows(3, 1, 1)
	all[1].Cells[2].Lines = []grid.Line{{Choices: []grid.Choice{{Text: "A", Number: 4, X: 0, Width: 30}, {Text: "B", Number: 7, X: 40, Width: 30}}}}
	g.SetRows(all)
	var chosen []int
	taken := 0
	g.OnChosen = func(n int) { chosen = append(chosen, n) }
	g.OnTaken = func(bool) { taken++ }
	s := g.Shape()
	x := s.Names + 2*s.Column + s.Inset
	top := fyne.CurrentApp().Driver().AbsolutePositionForObject(g).Y + 30
	for _, at := range []float32{5, 45, 35, 80} {
		test.TapCanvas(w.Canvas(), fyne.NewPos(x+at, top))
	}
	if len(chosen) != 2 || chosen[0] != 4 || chosen[1] != 7 || taken != 2 {
		t.Errorf("chosen %v, and %d cells taken", chosen, taken)
	}
	if g.At() != (grid.At{Row: 1, Column: 2}) {
		t.Errorf("the mark is at %v", g.At())
	}
}
