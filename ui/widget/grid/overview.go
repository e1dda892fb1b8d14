package grid

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"crossfeed/ui/theme"
)

// Difference is the kind of difference in a row.
type Difference int

const (
	// Alike means no difference.
	Alike Difference = iota
	// Differs means that versions differ, and the result is known.
	Differs
	// Open means that somebody has to choose.
	Open
	// Dropped means that taking a whole version discards something.
	Dropped
)

// overview is the strip at the edge that shows every difference, however long the texts are,
// and which part of them is visible.
type overview struct {
	widget.BaseWidget
	grid *Grid
	// at is the scroll offset that was drawn last.
	at float32
}

// overviewWidth is the width of the strip, in Fyne's units.
const overviewWidth = 13

func newOverview(g *Grid) *overview {
	o := &overview{grid: g}
	o.ExtendBaseWidget(o)
	return o
}

// follow redraws the visible part after scrolling.
func (o *overview) follow() {
	if at := o.grid.GetScrollOffset(); at != o.at {
		o.at = at
		o.Refresh()
	}
}

// Tapped goes to the difference nearest to the click.
func (o *overview) Tapped(ev *fyne.PointEvent) { o.grid.keys.Handle(func() { o.tapped(ev) }) }

func (o *overview) tapped(ev *fyne.PointEvent) {
	g := o.grid
	if len(g.of) == 0 || o.Size().Height <= 0 {
		return
	}
	line := int(ev.Position.Y / o.scale())
	best, far := -1, 0
	for i, r := range g.rows {
		if r.Differs == Alike || r.Passed {
			continue
		}
		away := max(g.first[i]-line, line-g.first[i]-r.height()+1, 0)
		if best < 0 || away < far {
			best, far = i, away
		}
	}
	if best >= 0 {
		g.goTo(At{best, g.at.Column})
		g.center(best)
	}
}

func (o *overview) Cursor() desktop.Cursor { return desktop.PointerCursor }

// scale returns the height of a line on the strip: a short text does not take more of it than
// of the table.
func (o *overview) scale() float32 {
	return min(o.Size().Height/float32(max(len(o.grid.of), 1)), linePitch())
}

// CreateRenderer draws the strip.
func (o *overview) CreateRenderer() fyne.WidgetRenderer { return &overviewRenderer{overview: o} }

type overviewRenderer struct {
	overview *overview
	objects  []fyne.CanvasObject
}

func (r *overviewRenderer) Destroy() {}

func (r *overviewRenderer) MinSize() fyne.Size { return fyne.NewSize(overviewWidth, 0) }

func (r *overviewRenderer) Objects() []fyne.CanvasObject { return r.objects }

func (r *overviewRenderer) Refresh() {
	r.Layout(r.overview.Size())
	canvas.Refresh(r.overview)
}

// Layout draws a mark for each difference, and a frame around the visible part. Open
// differences are wider than resolved ones, independent of color.
func (r *overviewRenderer) Layout(size fyne.Size) {
	g, scale := r.overview.grid, r.overview.scale()
	p := &painter{grid: g, width: size.Width, height: size.Height}
	p.box(0, 0, size.Width, size.Height, theme.Panel)
	const least = 3
	for i, row := range g.rows {
		y, height := float32(g.first[i])*scale, max(float32(row.height())*scale-1, least)
		switch row.Differs {
		case Differs:
			p.box(size.Width*0.35, y, size.Width*0.3, height, theme.Quiet)
		case Open:
			p.box(1, y, size.Width-2, height, theme.Attention)
		case Dropped:
			p.box(1, y, size.Width*0.5, height, fynetheme.ColorNameError)
		}
	}
	if shown := g.Size().Height / linePitch(); shown < float32(len(g.of)) {
		view := canvas.NewRectangle(color.Transparent)
		view.StrokeColor, view.StrokeWidth = fynetheme.Color(fynetheme.ColorNameForeground), 1.5
		view.Move(fyne.NewPos(0, g.GetScrollOffset()/linePitch()*scale))
		view.Resize(fyne.NewSize(size.Width, max(shown*scale, 2*least)))
		p.objects = append(p.objects, view)
	}
	r.objects = p.objects
}

// linePitch returns the distance between the tops of two lines.
func linePitch() float32 { return lineHeight() + fynetheme.Padding() }

// NextDifference marks the next row in which versions differ (by 1), or the previous one (by
// -1), and reports whether there is one.
func (g *Grid) NextDifference(by int) bool {
	for row := g.at.Row + by; row >= 0 && row < len(g.rows); row += by {
		if r := g.rows[row]; r.Differs != Alike && !r.Passed {
			g.goTo(At{row, g.at.Column})
			g.center(row)
			return true
		}
	}
	return false
}

// center scrolls a row that is near an edge further into view, so that its surroundings can be
// read.
func (g *Grid) center(row int) {
	const around = 2
	from, to := g.lineOf(row), g.lineOf(row)+g.rows[row].height()
	switch top, fit := g.top(), g.fitting(); {
	case to-from+2*around > fit:
	case from-around < top:
		g.scrollTo(from - around)
	case to+around > top+fit:
		g.scrollTo(to + around - fit)
	}
}
