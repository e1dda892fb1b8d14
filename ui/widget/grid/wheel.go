package grid

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
)

// notch is the scroll distance for one column, in Fyne's units.
const notch = 10

// sheet covers the table and handles its scroll events: the list below only scrolls
// vertically, and Fyne clips the content of an object that handles scroll events.
type sheet struct {
	widget.BaseWidget
	grid *Grid
}

func newSheet(g *Grid) *sheet {
	s := &sheet{grid: g}
	s.ExtendBaseWidget(s)
	return s
}

// CreateRenderer draws nothing: even invisible objects would be drawn across the whole table.
func (s *sheet) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(container.NewWithoutLayout())
}

// Scrolled scrolls vertically, or by columns if Shift is held or the scroll is horizontal.
func (s *sheet) Scrolled(ev *fyne.ScrollEvent) {
	s.grid.keys.Handle(func() { s.grid.sweep(ev.Scrolled) })
}

func (g *Grid) sweep(by fyne.Delta) {
	if g.shifted() && by.DX == 0 {
		by = fyne.NewDelta(by.DY, 0)
	}
	if max(by.DX, -by.DX) > max(by.DY, -by.DY) {
		g.sideways(by.DX)
		return
	}
	g.ScrollToOffset(g.GetScrollOffset() - by.DY)
}

// sideways scrolls columns left or right, one at a time. The mark moves along if it would
// otherwise become invisible: keys never act on invisible cells.
func (g *Grid) sideways(by float32) {
	if g.swept -= by; g.swept > -notch && g.swept < notch {
		return
	}
	step := 1
	if g.swept < 0 {
		step = -1
	}
	g.swept = 0
	left := min(max(g.left+step, 0), g.hidden())
	if left == g.left {
		return
	}
	g.left = left
	g.heads.lay()
	if c := g.at.Column; c >= g.shape.Stay && c < g.columns {
		g.at.Column = min(max(c, g.shape.Stay+left), left+g.shape.Count-1)
	}
	g.draw()
	call(g.OnMarked)
}
