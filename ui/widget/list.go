package widget

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"crossfeed/ui/theme"
)

// List shows rows of one height, of which one is marked. The mark is moved by
// click, by the arrows, by PageUp and PageDown, Home and End, and by typing the
// beginning of a row's text.
type List struct {
	widget.List
	// Choosable tells whether a row can be marked; headings cannot. Nil
	// means all.
	Choosable func(row int) bool
	// Text is what typing ahead looks for in a row, or nil for no such search.
	Text func(row int) string
	// OnMarked is called when a person marked a row.
	OnMarked func(row int)
	// OnEntered is called when a person presses Enter on the marked row.
	OnEntered func(row int)
	// OnFocus is called when the list gets the focus.
	OnFocus func()
	// OnChosen is called when a person chose several rows, or one again; see
	// NewSeveral.
	OnChosen func()
	// OnSpace is called when a person presses Space on the marked row; nil
	// leaves it to typing ahead.
	OnSpace func(row int)
	// Spaces tells whether OnSpace is for a row; typing ahead has it otherwise.
	// Nil means all.
	Spaces func(row int) bool
	// OnMenu is called where a person asks by the other mouse button what can
	// be done with what is chosen; nil for nothing. See NewSeveral.
	OnMenu func(at fyne.Position)
	// OnDragged is called when a person dragged a row to the place of another
	// one; nil means that rows stay where they are. See NewSeveral.
	OnDragged func(row, to int)
	// OnDraggedOver is called while a row is dragged, where rows do not only
	// change places: it answers where it would go from there, and false where it
	// cannot be let go. OnDropped is called when it was let go where it can be.
	OnDraggedOver func(row int, over Over) (Drop, bool)
	OnDropped     func(row int, over Over)
	// OnAway is called while a row is dragged outside of the list, with where the
	// pointer is in the window, and once more when it is let go there. It reports
	// whether the row can be let go there.
	OnAway func(row int, at fyne.Position, dropped bool) bool
	// OnBack is called when the row is dragged into the list again, or the drag ended.
	OnBack func()

	keys    *Keys
	ring    ring
	rows    int
	marked  int
	silent  bool
	typed   string
	several *several
}

// Nothing is the row that is marked when none is.
const Nothing = -1

// NewList makes a list whose rows are drawn by draw into objects that create
// made.
func NewList(keys *Keys, create func() fyne.CanvasObject, draw func(row int, into fyne.CanvasObject)) *List {
	l := &List{}
	l.Init(keys, create, draw)
	l.ExtendBaseWidget(l)
	return l
}

// Init makes a list that is part of another widget ready, as NewList does.
func (l *List) Init(keys *Keys, create func() fyne.CanvasObject, draw func(row int, into fyne.CanvasObject)) {
	l.keys, l.ring, l.marked = keys, newRing(theme.Ring), Nothing
	l.Length = func() int { return l.rows }
	l.CreateItem = create
	l.UpdateItem = draw
	l.OnSelected = l.selected
	l.HideSeparators = true
}

// SetRows says how many rows there are now and which one is marked, or Nothing.
// All that can be seen is drawn anew; nobody is told. The list scrolls only
// where the mark moves. A row that is being dragged stays where it is: it may be
// another one now.
func (l *List) SetRows(rows, marked int) {
	l.leaveDrag()
	l.rows = rows
	if marked != l.marked {
		l.put(marked)
	}
	l.alone(l.marked)
	l.Refresh()
}

// Mark moves the mark and tells nobody.
func (l *List) Mark(row int) {
	l.put(row)
	l.Refresh()
}

// put is Mark that draws nothing: Fyne would draw all rows each time when it takes the mark
// away and when it gives it, before it says so.
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

// Marked is the marked row, or Nothing.
func (l *List) Marked() int { return l.marked }

// RowAt is the row at a position in the window, or Nothing.
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

// Rows is the number of rows.
func (l *List) Rows() int { return l.rows }

// selected follows Fyne's selection: a heading gives it back.
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
	return listRenderer{ringed{l.List.CreateRenderer(), l.ring}, l}
}

// listRenderer draws a list, but not while the mark is put: that is drawn afterwards.
type listRenderer struct {
	ringed
	list *List
}

// Refresh draws all that can be seen anew.
func (r listRenderer) Refresh() {
	if !r.list.silent {
		r.ringed.Refresh()
	}
}

// FocusGained shows the ring. Where nothing is marked yet the first row will
// be by the next arrow.
func (l *List) FocusGained() {
	l.ring.show(true)
	if l.OnFocus != nil {
		l.OnFocus()
	}
}

// FocusLost hides the ring and forgets what was typed ahead.
func (l *List) FocusLost() {
	l.typed = ""
	l.ring.show(false)
}

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
