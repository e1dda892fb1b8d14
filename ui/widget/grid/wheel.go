package grid

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
)

// notch is how far a wheel or a finger goes for the next column, in Fyne's units.
const notch = 10

// sheet lies over the table and takes its wheel: the list below knows up and down
// only, and Fyne cuts off what stands out of whatever takes a wheel.
type sheet struct {
	widget.BaseWidget
	grid *Grid
}

func newSheet(g *Grid) *sheet {
	s := &sheet{grid: g}
	s.ExtendBaseWidget(s)
	return s
}

// CreateRenderer draws nothing: even what cannot be seen would be drawn over all of
// the table.
func (s *sheet) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(container.NewWithoutLayout())
}

// Scrolled goes up and down, and from column to column where Shift is held or
// where a wheel or a finger goes sideways.
func (s *sheet) Scrolled(ev *fyne.ScrollEvent) { s.grid.sweep(ev.Scrolled) }

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

// sideways shows columns further left or right, one at a time. The mark goes along
// where it would be out of sight: keys never work on what is not seen.
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
