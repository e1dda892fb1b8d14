package widget

import (
	"math"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/ui/theme"
)

// Dragged shows where the row would be dropped.
func (s *seat) Dragged(ev *fyne.DragEvent) { s.list.keys.Handle(func() { s.hover(ev) }) }

func (s *seat) hover(ev *fyne.DragEvent) {
	l := s.list
	s.dragged += ev.Dragged.DY
	s.aside += ev.Dragged.DX
	s.pointer = ev.Position
	if l.OnDragged == nil && l.OnDraggedOver == nil || l.several.left || !l.choosable(s.row) {
		return
	}
	if l.several.drag == Nothing {
		l.several.drag = s.row
	}
	if l.OnAway != nil && s.goesAway(ev) {
		return
	}
	if l.OnDraggedOver != nil {
		l.hovers(ev.AbsolutePosition, s.aside)
		return
	}
	height := s.Size().Height + fynetheme.Padding()
	to := l.several.drag + int(math.Round(float64(s.dragged/height)))
	l.several.drop = min(max(to, 0), l.rows-1)
	l.Refresh()
}

// DragEnd moves the row. If the pointer hardly moved between press and release, it was a
// click, for which Fyne sends no other event.
func (s *seat) DragEnd() { s.list.keys.Handle(s.release) }

func (s *seat) release() {
	l := s.list
	l.takeFocus()
	from, to, still := l.several.drag, l.several.drop, s.still()
	away := l.several.away
	l.comesBack()
	l.several.drag, l.several.drop, s.dragged, s.aside = Nothing, Nothing, 0, 0
	l.Refresh()
	switch {
	case l.several.left:
		l.several.left = false
	case away:
		l.stopHovering()
		l.OnAway(from, l.several.at, true)
	case still:
		l.stopHovering()
		s.clicked()
	case l.OnDraggedOver != nil && from != Nothing:
		l.drop(from)
	case from != Nothing && from != to:
		l.OnDragged(from, to)
	}
}

// goesAway reports whether the pointer is left or right of the list, where other parts of the
// window may accept the row. Above and below the list, the rows scroll. A row that is dragged
// to another depth may temporarily leave the list.
func (s *seat) goesAway(ev *fyne.DragEvent) bool {
	l := s.list
	if ev.Position.X >= 0 && ev.Position.X < s.Size().Width {
		l.comesBack()
		return false
	}
	if !l.OnAway(l.several.drag, ev.AbsolutePosition, false) && l.OnDraggedOver != nil {
		l.comesBack()
		return false
	}
	l.stopHovering()
	l.several.drop, l.several.away, l.several.at = Nothing, true, ev.AbsolutePosition
	l.Refresh()
	return true
}

// comesBack reverts the effect of goesAway.
func (l *List) comesBack() {
	if l.several.away {
		l.several.away = false
		l.OnBack()
	}
}

// still reports whether the row was hardly dragged: vertically, and if that has a meaning,
// horizontally.
func (s *seat) still() bool {
	least := s.Size().Height / 2
	beside := s.list.OnDraggedOver != nil && max(s.aside, -s.aside) >= least
	return max(s.dragged, -s.dragged) < least && !beside
}

// leaveDrag cancels the drag in progress, and reports whether there was one.
func (l *List) leaveDrag() bool {
	if l.several == nil || l.several.drag == Nothing {
		return false
	}
	l.comesBack()
	l.several.drag, l.several.drop, l.several.left = Nothing, Nothing, true
	l.stopHovering()
	l.Refresh()
	return true
}

// clicked handles a click like Tapped, unless the object at the pointer handles it.
func (s *seat) clicked() {
	if inside, has := s.inside.(interface{ clickedAt(fyne.Position) bool }); !has || !inside.clickedAt(s.pointer) {
		s.Tapped(nil)
	}
}

// Over is the position of a dragged row: the row below it, as a fraction of its height from 0
// to 1, and the distance to the right of its original position.
type Over struct {
	Row   int
	Part  float32
	Aside float32
}

// Drop is where a dragged row would be dropped, for drawing the mark: above or below a row,
// starting at Left, or into it.
type Drop struct {
	Row         int
	Into, Below bool
	Left        float32
}

// hover is the state of dragging a row that can be dropped at any position.
type hover struct {
	over    Over
	drop    Drop
	allowed bool
	// pointer is the position of the pointer in the list; scroll moves the rows while it is
	// beyond an edge.
	pointer fyne.Position
	aside   float32
	// height is the height of a row, measured when the drag began.
	height float32
	scroll *fyne.Animation
}

// hovers updates the position of the pointer in the window, and its distance to the right of
// the start.
func (l *List) hovers(at fyne.Position, aside float32) {
	l.several.hover.aside = aside
	l.several.hover.pointer = at.Subtract(fyne.CurrentApp().Driver().AbsolutePositionForObject(l))
	l.hovered()
	if beyond := l.beyond(); beyond == 0 {
		l.stopScrolling()
	} else if l.several.hover.scroll == nil {
		l.startScrolling()
	}
}

// hovered determines where the row would be dropped, and redraws the mark if that changed.
func (l *List) hovered() {
	h := &l.several.hover
	if h.height == 0 {
		h.height = l.rowHeight()
	}
	height := h.height
	y := min(max(h.pointer.Y, 0), l.Size().Height-1) + l.GetScrollOffset()
	row := min(max(int(y/height), 0), l.rows-1)
	h.over = Over{Row: row, Part: min((y-float32(row)*height)/height, 1), Aside: h.aside}
	drop, allowed := l.OnDraggedOver(l.several.drag, h.over)
	if drop != h.drop || allowed != h.allowed {
		h.drop, h.allowed = drop, allowed
		l.Refresh()
	}
}

// rowHeight returns the height of a row including the gap to the next.
func (l *List) rowHeight() float32 {
	return l.CreateItem().MinSize().Height + l.Theme().Size(fynetheme.SizeNamePadding)
}

// beyond returns how far the pointer is below the list, or as a negative number above it.
func (l *List) beyond() float32 {
	switch y := l.several.hover.pointer.Y; {
	case y < 0:
		return y
	case y > l.Size().Height:
		return y - l.Size().Height
	}
	return 0
}

// startScrolling scrolls the rows while the pointer is beyond an edge, faster the further away
// it is.
func (l *List) startScrolling() {
	const share = 0.2
	h := &l.several.hover
	h.scroll = fyne.NewAnimation(time.Second, guarded(l.keys, func(float32) {
		if beyond := l.beyond(); beyond != 0 && l.several.drag != Nothing {
			l.ScrollToOffset(l.GetScrollOffset() + beyond*share)
			l.hovered()
		}
	}))
	h.scroll.RepeatCount = fyne.AnimationRepeatForever
	h.scroll.Start()
}

func (l *List) stopScrolling() {
	if h := &l.several.hover; h.scroll != nil {
		h.scroll.Stop()
		h.scroll = nil
	}
}

func (l *List) stopHovering() {
	l.stopScrolling()
	l.several.hover = hover{}
}

// drop drops the row.
func (l *List) drop(row int) {
	h := l.several.hover
	l.stopHovering()
	if h.allowed {
		l.OnDropped(row, h.over)
	}
}

// dropMark shows where a row would be dropped: a line with a ring at the new depth of the row,
// or a frame around the row that it would be moved into.
type dropMark struct {
	line, ring, frame *canvas.Rectangle
}

func newDropMark() dropMark {
	m := dropMark{canvas.NewRectangle(nil), canvas.NewRectangle(nil), canvas.NewRectangle(nil)}
	for _, o := range m.all() {
		o.Hide()
	}
	return m
}

func (m dropMark) all() []*canvas.Rectangle { return []*canvas.Rectangle{m.line, m.ring, m.frame} }

// show shows the mark at a row, or hides it.
func (m dropMark) show(l *List, row int) {
	s := l.several
	here := s.drag != Nothing && s.hover.allowed && s.hover.drop.Row == row
	m.frame.Hidden = !here || !s.hover.drop.Into
	m.line.Hidden = !here || s.hover.drop.Into
	m.ring.Hidden = m.line.Hidden
}

// layOut draws the mark into a row of that size, in the colors of the theme.
func (m dropMark) layOut(d Drop, size fyne.Size) {
	const thick, round = 2, 8
	strong := fynetheme.Color(theme.Ring)
	m.line.FillColor = strong
	m.ring.FillColor, m.ring.StrokeColor, m.ring.StrokeWidth, m.ring.CornerRadius = fynetheme.Color(fynetheme.ColorNameBackground), strong, thick, round/2
	m.frame.FillColor, m.frame.StrokeColor, m.frame.StrokeWidth, m.frame.CornerRadius = nil, strong, thick, fynetheme.SelectionRadiusSize()
	m.frame.Resize(size)
	y := float32(0)
	switch {
	case d.Below:
		y = size.Height
	case d.Row == 0: // nothing is drawn above the list
		y = round / 2
	}
	left := min(d.Left, size.Width/2)
	m.ring.Move(fyne.NewPos(left, y-round/2))
	m.ring.Resize(fyne.NewSquareSize(round))
	m.line.Move(fyne.NewPos(left+round, y-thick/2))
	m.line.Resize(fyne.NewSize(size.Width-left-round, thick))
	for _, o := range m.all() {
		o.Refresh()
	}
}
