package widget

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"crossfeed/ui/theme"
)

// List shows rows of equal height, one of which is marked. The mark is moved by clicks, the
// arrows, PageUp and PageDown, Home and End, and by typing the beginning of a row's text.
type List struct {
	widget.List
	// Choosable reports whether a row can be marked; headings cannot. Nil means all.
	Choosable func(row int) bool
	// Text returns the text of a row for typing ahead; nil disables typing ahead.
	Text func(row int) string
	// OnMarked is called when a person marks a row.
	OnMarked func(row int)
	// OnEntered is called when a person presses Enter on the marked row.
	OnEntered func(row int)
	// OnFocus is called when the list gets the focus.
	OnFocus func()
	// OnChosen is called when a person changes the selection to several rows or back to one;
	// see NewSeveral.
	OnChosen func()
	// OnSpace is called when a person presses Space on the marked row; if nil, Space is used
	// for typing ahead.
	OnSpace func(row int)
	// Spaces reports whether OnSpace applies to a row; otherwise Space is used for typing
	// ahead. Nil means all.
	Spaces func(row int) bool
	// OnMenu is called when a person requests the context menu of the selection; nil means
	// none. See NewSeveral.
	OnMenu func(at fyne.Position)
	// OnDragged is called when a person has dragged a row to the position of another one; nil
	// disables dragging. See NewSeveral.
	OnDragged func(row, to int)
	// OnDraggedOver is called while a row is dragged, if rows can do more than change places: it
	// returns where the row would be dropped, or false if it cannot be dropped there. OnDropped
	// is called when it is dropped at a valid position. See NewDraggable.
	OnDraggedOver func(row int, over Over) (Drop, bool)
	OnDropped     func(row int, over Over)
	// OnAway is called while a row is dragged outside the list, with the position of the
	// pointer in the window, and once more when it is dropped there. It reports whether the
	// row can be dropped there.
	OnAway func(row int, at fyne.Position, dropped bool) bool
	// OnBack is called when the row is dragged back into the list, or the drag has ended.
	OnBack func()

	keys    *Keys
	ring    ring
	rows    int
	marked  int
	silent  bool
	typed   string
	several *several
}

// Nothing is the marked row if no row is marked.
const Nothing = -1

// NewList returns a list whose rows are objects made by create and filled by draw.
func NewList(keys *Keys, create func() fyne.CanvasObject, draw func(row int, into fyne.CanvasObject)) *List {
	l := &List{}
	l.Init(keys, create, draw)
	l.ExtendBaseWidget(l)
	return l
}

// Init initializes a list that is embedded in another widget, as NewList does.
func (l *List) Init(keys *Keys, create func() fyne.CanvasObject, draw func(row int, into fyne.CanvasObject)) {
	l.keys, l.ring, l.marked = keys, newRing(theme.Ring), Nothing
	l.Length = func() int { return l.rows }
	l.CreateItem = create
	l.UpdateItem = func(row int, into fyne.CanvasObject) { keys.Handle(func() { draw(row, into) }) }
	l.OnSelected = l.selected
	l.HideSeparators = true
}

// SetRows sets the number of rows and which one is marked, or Nothing. It redraws all visible
// rows without calling any callback. The list scrolls only if the mark moves. A drag in
// progress is canceled: the row may be another one now.
func (l *List) SetRows(rows, marked int) {
	l.leaveDrag()
	l.rows = rows
	if marked != l.marked {
		l.put(marked)
	}
	l.alone(l.marked)
	l.Refresh()
}

// Mark moves the mark without calling OnMarked.
func (l *List) Mark(row int) {
	l.put(row)
	l.Refresh()
}

// put is Mark without drawing: Fyne would redraw all rows twice, when it removes the mark and
// when it sets it, before it calls back.
func (l *List) put(row int) {
	l.silent = true
	defer func() { l.silent = false }()
	l.marked = Nothing
	l.UnselectAll()
	if row >= 0 && row < l.rows {
		l.Select(row)
	}
	l.alone(l.marked)
}

// Marked returns the marked row, or Nothing.
func (l *List) Marked() int { return l.marked }

// RowAt returns the row at a position in the window, or Nothing.
func (l *List) RowAt(at fyne.Position) int {
	at = at.Subtract(fyne.CurrentApp().Driver().AbsolutePositionForObject(l))
	if at.X < 0 || at.Y < 0 || at.X >= l.Size().Width || at.Y >= l.Size().Height {
		return Nothing
	}
	if row := int((at.Y + l.GetScrollOffset()) / l.rowHeight()); row < l.rows {
		return row
	}
	return Nothing
}

// rowNear returns the row that is nearest to a distance from the top of the list, or Nothing below
// the rows.
func (l *List) rowNear(y float32) int {
	gap := l.Theme().Size(fynetheme.SizeNamePadding)
	if row := int((y + l.GetScrollOffset() + gap/2) / l.rowHeight()); row < l.rows {
		return row
	}
	return Nothing
}

// RowTop returns the distance of a row from the top of the list, which is negative if it is
// above the visible rows.
func (l *List) RowTop(row int) float32 { return float32(row)*l.rowHeight() - l.GetScrollOffset() }

// Rows returns the number of rows.
func (l *List) Rows() int { return l.rows }

// selected is called by Fyne after a selection; headings cannot be selected.
func (l *List) selected(row int) {
	if !l.choosable(row) {
		l.Mark(l.marked)
		return
	}
	l.marked = row
	l.follow(row)
	l.Refresh()
	if !l.silent && l.OnMarked != nil {
		l.OnMarked(row)
	}
}

func (l *List) choosable(row int) bool { return l.Choosable == nil || l.Choosable(row) }

// CreateRenderer draws the ring over Fyne's list.
func (l *List) CreateRenderer() fyne.WidgetRenderer {
	return listRenderer{ringed{l.List.CreateRenderer(), l.ring}, l, NewWheel(l.keys, func(by fyne.Delta) { l.Turn(by.DY) })}
}

// listRenderer draws a list, except while the mark is being set: it is redrawn afterwards.
type listRenderer struct {
	ringed
	list  *List
	wheel *Wheel
}

// Layout makes the wheel as large as the list.
func (r listRenderer) Layout(size fyne.Size) {
	r.ringed.Layout(size)
	r.wheel.Resize(size)
}

// Objects puts the wheel on top.
func (r listRenderer) Objects() []fyne.CanvasObject { return append(r.ringed.Objects(), r.wheel) }

// Refresh redraws all visible rows.
func (r listRenderer) Refresh() {
	if !r.list.silent {
		r.ringed.Refresh()
	}
}

// FocusGained shows the ring. If nothing is marked yet, the next arrow key marks the first
// row.
func (l *List) FocusGained() {
	l.ring.show(true)
	if l.OnFocus != nil {
		l.keys.Handle(l.OnFocus)
	}
}

// FocusLost hides the ring and clears the text typed ahead.
func (l *List) FocusLost() {
	l.typed = ""
	l.ring.show(false)
}

// seat wraps a row of a list with multiple selection: it draws the selection, of which Fyne
// knows only one row, and handles clicks and drags.
type seat struct {
	widget.BaseWidget
	list   *List
	inside fyne.CanvasObject
	row    int
	// ground is behind a selected row, bar next to the marked one of several; edge shows where
	// a dragged row would be dropped.
	ground, bar, edge *canvas.Rectangle
	mark              dropMark
	// dragged is how far the row was dragged down, aside how far to the right; pointer is the
	// current position.
	dragged, aside float32
	pointer        fyne.Position
}

func newSeat(l *List, inside fyne.CanvasObject) *seat {
	s := &seat{list: l, inside: inside, ground: canvas.NewRectangle(nil), bar: canvas.NewRectangle(nil), edge: canvas.NewRectangle(nil), mark: newDropMark()}
	s.ExtendBaseWidget(s)
	return s
}

// show draws the selection state of a row.
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

// Tapped marks the row; with Shift or Control held, it extends the selection.
func (s *seat) Tapped(*fyne.PointEvent) { s.list.keys.Handle(s.tapped) }

func (s *seat) tapped() { s.list.tapped(s.row) }

// Tapped marks the nearest row: Fyne's list has gaps between the rows. Below them, a click only
// moves the focus.
func (l *List) Tapped(ev *fyne.PointEvent) {
	l.keys.Handle(func() { l.tapped(l.rowNear(ev.Position.Y)) })
}

func (l *List) tapped(row int) {
	l.takeFocus()
	held := l.keys.held()
	switch {
	case row == Nothing, !l.choosable(row):
	case l.several != nil && held&fyne.KeyModifierControl != 0 && l.several.rows[row]:
		l.leaveOut(row)
	default:
		l.holding(held, func() { l.mark(row) })
	}
}

// takeFocus moves the focus to the list: Fyne takes it from wherever it was as soon as the mouse
// is pressed.
func (l *List) takeFocus() {
	if c := canvasOf(l); c != nil {
		c.Focus(l)
	}
}

// OpenMenu requests the context menu of the selection, at the marked row if it is in sight.
func (l *List) OpenMenu() {
	if l.OnMenu == nil {
		return
	}
	at := fyne.NewPos(fynetheme.Padding(), fynetheme.Padding())
	if below := l.RowTop(l.marked + 1); l.marked != Nothing && below >= 0 && below <= l.Size().Height {
		at.Y = below
	}
	l.OnMenu(at.Add(fyne.CurrentApp().Driver().AbsolutePositionForObject(l)))
}

// TappedSecondary requests the context menu for the row, or for the whole selection if the row
// is part of it.
func (s *seat) TappedSecondary(ev *fyne.PointEvent) {
	s.list.keys.Handle(func() { s.tappedSecondary(ev) })
}

func (s *seat) tappedSecondary(ev *fyne.PointEvent) {
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

func (r *seatRenderer) Destroy() {}

func (r *seatRenderer) MinSize() fyne.Size { return r.seat.inside.MinSize() }

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

// Objects returns the ground, the row and the marks on top.
func (r *seatRenderer) Objects() []fyne.CanvasObject {
	s := r.seat
	return []fyne.CanvasObject{s.ground, s.inside, s.bar, s.edge, s.mark.frame, s.mark.line, s.mark.ring}
}

// Refresh applies the current theme.
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
