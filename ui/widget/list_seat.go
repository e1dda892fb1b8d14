package widget

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"crossfeed/ui/theme"
)

// seat is where a row sits of a list in which several can be chosen: it draws
// what is chosen, of which Fyne knows only one row, and takes clicks and drags.
type seat struct {
	widget.BaseWidget
	list   *List
	inside fyne.CanvasObject
	row    int
	// ground is behind a chosen row, bar beside the marked one of several;
	// edge is where a row that is dragged would go.
	ground, bar, edge *canvas.Rectangle
	mark              dropMark
	// dragged is how far the row was dragged down, aside how far to the right;
	// pointer is where it is now.
	dragged, aside float32
	pointer        fyne.Position
}

func newSeat(l *List, inside fyne.CanvasObject) *seat {
	s := &seat{list: l, inside: inside, ground: canvas.NewRectangle(nil), bar: canvas.NewRectangle(nil), edge: canvas.NewRectangle(nil), mark: newDropMark()}
	s.ExtendBaseWidget(s)
	return s
}

// show draws whether a row is chosen.
func (s *seat) show(row int) {
	s.row = row
	chosen := s.list.several.rows
	marked := row == s.list.marked
	s.ground.Hidden = !chosen[row] || marked
	s.bar.Hidden = !marked || len(chosen) < 2
	s.edge.Hidden = s.list.several.drop != row || s.list.several.drag == Nothing
	s.mark.show(s.list, row)
	s.Refresh()
}

// Tapped marks the row; with Shift or Control held it chooses more.
func (s *seat) Tapped(*fyne.PointEvent) {
	l := s.list
	if c := canvasOf(l); c != nil {
		c.Focus(l)
	}
	held := l.keys.held()
	switch {
	case !l.choosable(s.row):
	case held&fyne.KeyModifierControl != 0 && l.several.rows[s.row]:
		l.leaveOut(s.row)
	default:
		l.holding(held, func() { l.mark(s.row) })
	}
}

// TappedSecondary asks what can be done with the row, or with all that is
// chosen where it is one of them.
func (s *seat) TappedSecondary(ev *fyne.PointEvent) {
	l := s.list
	if l.OnMenu == nil || !l.choosable(s.row) {
		return
	}
	if !l.several.rows[s.row] {
		l.mark(s.row)
	}
	l.OnMenu(ev.AbsolutePosition)
}

// CreateRenderer draws the row over its ground.
func (s *seat) CreateRenderer() fyne.WidgetRenderer {
	r := &seatRenderer{s}
	r.Refresh()
	return r
}

type seatRenderer struct{ seat *seat }

// Destroy has nothing to end.
func (r *seatRenderer) Destroy() {}

// MinSize is that of the row.
func (r *seatRenderer) MinSize() fyne.Size { return r.seat.inside.MinSize() }

// Layout gives the row everything.
func (r *seatRenderer) Layout(size fyne.Size) {
	const barWidth, edgeHeight = 3, 2
	s := r.seat
	s.inside.Resize(size)
	s.ground.Resize(size)
	s.bar.Resize(fyne.NewSize(barWidth, size.Height))
	s.edge.Resize(fyne.NewSize(size.Width, edgeHeight))
	s.edge.Move(fyne.NewPos(0, 0))
	if s.list.several.drop > s.list.several.drag {
		s.edge.Move(fyne.NewPos(0, size.Height-edgeHeight))
	}
	if s.list.several.hover.drop.Row == s.row {
		s.mark.layOut(s.list.several.hover.drop, size)
	}
}

// Objects are the ground, the row and the marks over it.
func (r *seatRenderer) Objects() []fyne.CanvasObject {
	s := r.seat
	return []fyne.CanvasObject{s.ground, s.inside, s.bar, s.edge, s.mark.frame, s.mark.line, s.mark.ring}
}

// Refresh takes over the colours of the theme that now counts.
func (r *seatRenderer) Refresh() {
	s := r.seat
	s.ground.FillColor = fynetheme.Color(fynetheme.ColorNameSelection)
	s.ground.CornerRadius = fynetheme.SelectionRadiusSize()
	s.bar.FillColor = fynetheme.Color(theme.Ring)
	s.edge.FillColor = fynetheme.Color(theme.Ring)
	r.Layout(s.Size())
	for _, o := range []*canvas.Rectangle{s.ground, s.bar, s.edge} {
		o.Refresh()
	}
}
