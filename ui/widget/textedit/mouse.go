package textedit

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

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
