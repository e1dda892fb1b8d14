package grid

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

// line draws one line of the grid, across all columns.
type line struct {
	widget.BaseWidget
	grid  *Grid
	index int
}

func newLine(g *Grid) *line {
	l := &line{grid: g}
	l.ExtendBaseWidget(l)
	return l
}

func (g *Grid) drawLine(index int, into fyne.CanvasObject) {
	l := into.(*line)
	l.index = index
	g.strip.follow()
	l.Refresh()
}

// Tapped marks and takes the clicked cell.
func (l *line) Tapped(ev *fyne.PointEvent) {
	l.grid.keys.Handle(func() { l.grid.tapped(l.index, ev.Position.X) })
}

func (l *line) Cursor() desktop.Cursor { return desktop.PointerCursor }

// CreateRenderer draws the line.
func (l *line) CreateRenderer() fyne.WidgetRenderer { return &lineRenderer{line: l} }

type lineRenderer struct {
	line    *line
	objects []fyne.CanvasObject
}

func (r *lineRenderer) Destroy() {}

// MinSize is the height of every line.
func (r *lineRenderer) MinSize() fyne.Size { return fyne.NewSize(0, lineHeight()) }

func (r *lineRenderer) Objects() []fyne.CanvasObject { return r.objects }

func (r *lineRenderer) Refresh() {
	r.Layout(r.line.Size())
	canvas.Refresh(r.line)
}

func (r *lineRenderer) Layout(size fyne.Size) {
	g := r.line.grid
	if r.line.index >= len(g.of) {
		r.objects = nil
		return
	}
	p := &painter{grid: g, width: size.Width, height: size.Height}
	row := g.of[r.line.index]
	p.row(row, r.line.index-g.first[row])
	r.objects = p.objects
}
