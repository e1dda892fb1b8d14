package textedit

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	fynetheme "fyne.io/fyne/v2/theme"
	fynewidget "fyne.io/fyne/v2/widget"

	"crossfeed/ui/widget"
)

// mouse is the state of the mouse.
type mouse struct {
	// clicks counts clicks at the same position in quick succession: two select a word, three
	// a line.
	clicks int
	last   time.Time
	where  fyne.Position
	// from and to are the selection when the button went down; dragging extends it by units of
	// that kind.
	from, to Pos
	pointer  fyne.Position
	ticker   *fyne.Animation
	ticked   time.Time
}

// Clicks belong together within this time and this distance, in Fyne's units. While the
// pointer is above or below the text, it scrolls by a row per interval.
const (
	clickTime  = 400 * time.Millisecond
	clickRange = 4
	scrollTime = 40 * time.Millisecond
)

// Cursor implements desktop.Cursorable.
func (e *Editor) Cursor() desktop.Cursor { return desktop.TextCursor }

// Tapped does nothing: MouseDown has handled the click.
func (e *Editor) Tapped(*fyne.PointEvent) {}

// MouseDown moves the cursor to the pointer; the second and third click select a word and a
// line. With Shift held, it extends the selection.
func (e *Editor) MouseDown(ev *desktop.MouseEvent) { e.keys.Handle(func() { e.press(ev) }) }

func (e *Editor) press(ev *desktop.MouseEvent) {
	widget.Focus(e, e)
	at, ends := e.under(ev.Position)
	if ev.Button == desktop.MouseButtonSecondary {
		if from, to := e.model.selection(); !at.before(from) && at.before(to) {
			return
		}
	}
	e.countClicks(ev.Position)
	switch {
	case ev.Modifier&fyne.KeyModifierShift != 0:
		e.model.moveTo(at, true)
		e.mouse.from, e.mouse.to = e.model.anchor, e.model.anchor
	default:
		e.mouse.from, e.mouse.to = e.unit(at)
		e.model.selectFrom(e.mouse.from, e.mouse.to)
	}
	e.ends, e.goals = ends && !e.model.selects(), false
	e.draw()
}

func (e *Editor) countClicks(at fyne.Position) {
	const units = 3
	m, now := &e.mouse, e.now()
	moved := at.Subtract(m.where)
	near := max(moved.X, -moved.X) <= clickRange && max(moved.Y, -moved.Y) <= clickRange
	if m.clicks > 0 && near && now.Sub(m.last) < clickTime {
		m.clicks = m.clicks%units + 1
	} else {
		m.clicks = 1
	}
	m.last, m.where = now, at
}

// unit returns what a number of clicks selects at a position.
func (e *Editor) unit(at Pos) (from, to Pos) {
	switch e.mouse.clicks {
	case 2:
		return e.model.wordAt(at)
	case 3:
		if at.Line+1 < len(e.model.lines) {
			return Pos{at.Line, 0}, Pos{at.Line + 1, 0}
		}
		return Pos{at.Line, 0}, e.model.end()
	}
	return at, at
}

// MouseUp does nothing: DragEnd ends a drag.
func (e *Editor) MouseUp(*desktop.MouseEvent) {}

// Dragged extends the selection to the pointer. While the pointer is above or below the text,
// it scrolls.
func (e *Editor) Dragged(ev *fyne.DragEvent) { e.keys.Handle(func() { e.drag(ev) }) }

func (e *Editor) drag(ev *fyne.DragEvent) {
	e.mouse.pointer = ev.Position
	e.reach()
	if e.beyond() != 0 && e.mouse.ticker == nil {
		e.mouse.ticker = e.scrolling()
		e.mouse.ticker.Start()
	}
}

// scrolling returns an animation that scrolls while the pointer is above or below the text.
func (e *Editor) scrolling() *fyne.Animation {
	return &fyne.Animation{Duration: time.Second, RepeatCount: fyne.AnimationRepeatForever, Tick: func(float32) { e.keys.Handle(e.tick) }}
}

// DragEnd ends scrolling; the selection stays.
func (e *Editor) DragEnd() {
	if e.mouse.ticker != nil {
		e.mouse.ticker.Stop()
		e.mouse.ticker = nil
	}
}

func (e *Editor) tick() {
	by, now := e.beyond(), e.now()
	if by == 0 || now.Sub(e.mouse.ticked) < scrollTime {
		return
	}
	e.mouse.ticked = now
	e.view.scroll(by)
	e.reach()
}

// beyond returns how many rows the pointer is above or below the text, up to a limit.
func (e *Editor) beyond() int {
	const most = 5
	rows := int(e.rowsDown(e.mouse.pointer.Y))
	switch {
	case e.mouse.pointer.Y < 0:
		return max(rows-1, -most)
	case e.mouse.pointer.Y > e.Size().Height:
		return min(rows-e.view.height+1, most)
	}
	return 0
}

// reach extends the selection from where the button went down to the pointer.
func (e *Editor) reach() {
	at, ends := e.under(e.mouse.pointer)
	from, to := e.unit(at)
	// The text may have become shorter since.
	e.mouse.from, e.mouse.to = e.model.nearest(e.mouse.from), e.model.nearest(e.mouse.to)
	if from.before(e.mouse.from) {
		e.model.selectFrom(e.mouse.to, from)
	} else {
		if to.before(e.mouse.to) {
			to = e.mouse.to
		}
		e.model.selectFrom(e.mouse.from, to)
	}
	e.ends, e.goals = ends && e.mouse.clicks == 1, false
	e.draw()
}

// under returns the position under a point of the editor, or the nearest one.
func (e *Editor) under(p fyne.Position) (at Pos, ends bool) {
	rows := e.view.inSight()
	row := min(max(int(e.rowsDown(p.Y)), 0), len(rows)-1)
	return e.view.at(rows[row], p.X-inset())
}

// TappedSecondary opens the context menu.
func (e *Editor) TappedSecondary(ev *fyne.PointEvent) {
	e.keys.Handle(func() { e.showMenu(ev.AbsolutePosition) })
}

// wheel covers the text of an editor and handles the mouse wheel. It is hidden while all of
// the text is visible: then the page around the editor scrolls.
type wheel struct {
	fynewidget.BaseWidget
	editor *Editor
	// left is the rest of the turn that is less than a row.
	left float32
}

func newWheel(e *Editor) *wheel {
	w := &wheel{editor: e}
	w.ExtendBaseWidget(w)
	return w
}

// CreateRenderer draws nothing.
func (w *wheel) CreateRenderer() fyne.WidgetRenderer {
	return fynewidget.NewSimpleRenderer(container.NewWithoutLayout())
}

// Scrolled scrolls by whole rows.
func (w *wheel) Scrolled(ev *fyne.ScrollEvent) { w.editor.keys.Handle(func() { w.scrolled(ev) }) }

func (w *wheel) scrolled(ev *fyne.ScrollEvent) {
	w.left -= widget.Turned(ev.Scrolled.DY, rowHeight())
	rows := int(w.left / rowHeight())
	w.left -= float32(rows) * rowHeight()
	w.editor.view.scroll(rows)
	w.editor.draw()
}

// Sizes of the scroll bar, in Fyne's units.
const (
	sliderWidth = 12
	thumbWidth  = 4
	thumbGap    = 2
	leastThumb  = 20
)

// slider is the scroll bar: it shows which part of the text is visible.
type slider struct {
	fynewidget.BaseWidget
	editor *Editor
	thumb  *canvas.Rectangle
	// grabbed is where the thumb was grabbed, from its upper end.
	grabbed float32
	over    bool
}

func newSlider(e *Editor) *slider {
	s := &slider{editor: e, thumb: canvas.NewRectangle(nil)}
	s.ExtendBaseWidget(s)
	return s
}

// CreateRenderer draws the thumb.
func (s *slider) CreateRenderer() fyne.WidgetRenderer {
	return fynewidget.NewSimpleRenderer(container.NewWithoutLayout(s.thumb))
}

// Refresh draws the thumb in the color of the current theme.
func (s *slider) Refresh() {
	s.thumb.FillColor, s.thumb.CornerRadius = fynetheme.Color(fynetheme.ColorNameScrollBar), thumbWidth/2
	s.thumb.Refresh()
}

// follow moves the thumb to the position of the visible part.
func (s *slider) follow() {
	above, total := s.editor.view.total()
	height := s.Size().Height - 2*thumbGap
	length := max(height*float32(s.editor.view.height)/float32(max(total, 1)), leastThumb)
	below := max(total-s.editor.view.height, 1)
	width := float32(thumbWidth)
	if s.over {
		width *= 2
	}
	s.thumb.Resize(fyne.NewSize(width, min(length, height)))
	s.thumb.Move(fyne.NewPos(sliderWidth-thumbGap-width, thumbGap+(height-min(length, height))*min(float32(above)/float32(below), 1)))
}

// Cursor implements desktop.Cursorable.
func (s *slider) Cursor() desktop.Cursor { return desktop.DefaultCursor }

// MouseIn makes the thumb wider.
func (s *slider) MouseIn(*desktop.MouseEvent) { s.editor.keys.Handle(func() { s.widen(true) }) }

// MouseMoved does nothing.
func (s *slider) MouseMoved(*desktop.MouseEvent) {}

// MouseOut makes the thumb narrow again.
func (s *slider) MouseOut() { s.editor.keys.Handle(func() { s.widen(false) }) }

func (s *slider) widen(over bool) {
	s.over = over
	s.follow()
	s.thumb.Refresh()
}

// MouseDown grabs the thumb; above and below it, it scrolls by a page.
func (s *slider) MouseDown(ev *desktop.MouseEvent) { s.editor.keys.Handle(func() { s.press(ev) }) }

func (s *slider) press(ev *desktop.MouseEvent) {
	v, y := s.editor.view, ev.Position.Y
	top := s.thumb.Position().Y
	switch s.grabbed = y - top; {
	case s.grabbed < 0:
		v.scroll(1 - v.height)
	case s.grabbed > s.thumb.Size().Height:
		v.scroll(v.height - 1)
	default:
		return
	}
	s.editor.draw()
	s.grabbed = s.thumb.Size().Height / 2
}

// MouseUp implements desktop.Mouseable.
func (s *slider) MouseUp(*desktop.MouseEvent) {}

// Dragged scrolls with the thumb.
func (s *slider) Dragged(ev *fyne.DragEvent) { s.editor.keys.Handle(func() { s.drag(ev) }) }

func (s *slider) drag(ev *fyne.DragEvent) {
	v := s.editor.view
	_, total := v.total()
	way := s.Size().Height - 2*thumbGap - s.thumb.Size().Height
	if way <= 0 {
		return
	}
	part := (ev.Position.Y - s.grabbed - thumbGap) / way
	v.scrollTo(v.rowNumbered(int(min(max(part, 0), 1) * float32(max(total-v.height, 0)))))
	s.editor.draw()
}

// DragEnd implements fyne.Draggable.
func (s *slider) DragEnd() {}
