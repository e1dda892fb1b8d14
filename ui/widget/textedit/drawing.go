package textedit

import (
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/ui/display"
	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
)

// inset returns the distance of the text from the edge.
func inset() float32 { return fynetheme.InnerPadding() }

func rowHeight() float32 {
	return fyne.MeasureText("M", fynetheme.TextSize(), fyne.TextStyle{}).Height
}

// rowsDown converts a y coordinate in the editor into a number of rows below the first one.
func (e *Editor) rowsDown(y float32) float64 {
	rows := float64((y - inset()) / rowHeight())
	if rows < 0 {
		rows--
	}
	return rows
}

// CreateRenderer draws the text, and the ring over it.
func (e *Editor) CreateRenderer() fyne.WidgetRenderer {
	d := &drawing{
		editor: e, box: canvas.NewRectangle(nil),
		caret: newCaret(), wheel: newWheel(e), slider: newSlider(e), size: fynetheme.TextSize(),
	}
	drawn, ring := widget.WithRing(d, theme.Ring)
	d.ring = ring
	e.drawing = d
	d.Refresh()
	return drawn
}

// drawing draws an editor: a text and a selection for each visible row.
type drawing struct {
	editor *Editor
	// box is background and border in one: a software painter draws each rounded rectangle
	// pixel by pixel.
	box    *canvas.Rectangle
	marks  []*canvas.Rectangle
	rows   []*canvas.Text
	caret  *caret
	wheel  *wheel
	slider *slider
	ring   func(bool)
	// size is the text size that words were measured with.
	size float32
}

// Destroy stops the blinking cursor.
func (d *drawing) Destroy() { d.caret.stop() }

// MinSize fits the minimum number of rows.
func (d *drawing) MinSize() fyne.Size {
	pad, letter := inset(), fyne.MeasureText("M", fynetheme.TextSize(), fyne.TextStyle{})
	return fyne.NewSize(letter.Width+3*pad, letter.Height*float32(d.editor.minRows)+2*pad)
}

// Objects returns the objects from back to front.
func (d *drawing) Objects() []fyne.CanvasObject {
	all := []fyne.CanvasObject{d.box}
	for _, m := range d.marks {
		all = append(all, m)
	}
	for _, t := range d.rows {
		all = append(all, t)
	}
	return append(all, d.caret.line, d.wheel, d.slider)
}

// Layout creates as many rows as fit; the last one may extend into the edge.
func (d *drawing) Layout(size fyne.Size) {
	d.frame(size)
	v := d.editor.view
	height := int((size.Height - inset() - fynetheme.InputBorderSize()) / rowHeight())
	atCursor := d.editor.focused && v.height != height
	if v.resize(max(size.Width-2*inset(), 1), height) || atCursor {
		if d.editor.focused {
			v.reveal(d.editor.cursorRow())
		}
	}
	v.scrollTo(v.top)
	for len(d.rows) < v.height {
		d.rows = append(d.rows, canvas.NewText("", nil))
		d.marks = append(d.marks, canvas.NewRectangle(nil))
	}
	for i := range d.rows {
		d.rows[i].Move(fyne.NewPos(inset(), inset()+float32(i)*rowHeight()))
	}
	d.wheel.Resize(size)
	d.slider.Move(fyne.NewPos(size.Width-sliderWidth, 0))
	d.slider.Resize(fyne.NewSize(sliderWidth, size.Height))
	d.draw()
}

// frame lays out background and border as Fyne's entries do.
func (d *drawing) frame(size fyne.Size) {
	stroke := fynetheme.InputBorderSize()
	d.box.Resize(fyne.NewSize(size.Width-stroke-.5, size.Height-stroke-.5))
	d.box.Move(fyne.NewSquareOffsetPos(stroke / 2))
}

// Refresh applies the current theme.
func (d *drawing) Refresh() {
	e := d.editor
	if size := fynetheme.TextSize(); size != d.size {
		d.size = size
		e.view.wrap.forget()
		e.view.reset()
	}
	d.box.FillColor, d.box.CornerRadius = fynetheme.Color(fynetheme.ColorNameInputBackground), fynetheme.InputRadiusSize()
	d.box.StrokeColor, d.box.StrokeWidth = fynetheme.Color(d.borderColor()), fynetheme.InputBorderSize()
	d.box.Refresh()
	d.slider.Refresh()
	if size := e.Size(); !size.IsZero() {
		d.Layout(size)
	}
}

func (d *drawing) borderColor() fyne.ThemeColorName {
	switch {
	case d.editor.Disabled():
		return fynetheme.ColorNameDisabled
	case d.editor.focused:
		return fynetheme.ColorNamePrimary
	}
	return fynetheme.ColorNameInputBorder
}

func (d *drawing) focus(focused bool) {
	d.ring(focused)
	d.box.StrokeColor = fynetheme.Color(d.borderColor())
	d.box.Refresh()
}

// draw draws the visible rows. Rows that did not change are not redrawn.
func (d *drawing) draw() {
	if len(d.rows) == 0 {
		return
	}
	e := d.editor
	rows := e.view.inSight()
	name := fynetheme.ColorNameForeground
	if e.Disabled() {
		name = fynetheme.ColorNameDisabled
	}
	for i := range d.rows {
		if i < len(rows) && i < e.view.height {
			d.row(i, e.view.shown(rows[i]), name)
			d.mark(i, rows[i])
		} else {
			d.row(i, "", name)
			hide(d.marks[i], true)
		}
	}
	if e.model.empty() {
		d.placeholder()
	}
	d.cursor(rows)
	last := rows[len(rows)-1]
	d.scrolls(e.view.top != rowAt{} || e.view.step(last, 1) != last)
}

func (d *drawing) row(i int, text string, name fyne.ThemeColorName) {
	text = display.Visible(strings.TrimRight(text, " \t"))
	t, ink := d.rows[i], fynetheme.Color(name)
	hide(t, text == "")
	if t.Text != text || t.Color != ink || t.TextSize != d.size {
		t.Text, t.Color, t.TextSize = text, ink, d.size
		t.Resize(t.MinSize())
		t.Refresh()
	}
}

// placeholder shows in an empty editor what should be typed there.
func (d *drawing) placeholder() {
	text, from := d.editor.placeholder, 0
	begins := append(d.editor.view.wrap.rows(text), len(text))
	for i := range min(len(begins), d.editor.view.height) {
		d.row(i, text[from:begins[i]], fynetheme.ColorNamePlaceHolder)
		from = begins[i]
	}
}

// mark highlights the selected part of a row; if it includes the end of the line, it extends a
// bit further.
func (d *drawing) mark(i int, r rowAt) {
	const lineEnd = 5
	e, m := d.editor, d.marks[i]
	from, to := e.model.selection()
	begin, end := e.view.span(r)
	if from == to || to.Line < r.line || from.Line > r.line || to.Line == r.line && to.Col <= begin || from.Line == r.line && from.Col > end {
		hide(m, true)
		return
	}
	left, right := float32(0), float32(0)
	if from.Line == r.line && from.Col > begin {
		left = e.view.x(from, r)
	}
	if to.Line == r.line && to.Col < end {
		right = e.view.x(to, r)
	} else if right = e.view.x(Pos{r.line, end}, r); to.Line > r.line && r.row == len(e.view.of(r.line)) {
		right += lineEnd
	}
	width := e.view.wrap.width
	left, right = min(left, width), min(right, width+lineEnd)
	m.FillColor = fynetheme.Color(fynetheme.ColorNameSelection)
	m.Move(fyne.NewPos(inset()+left, inset()+float32(i)*rowHeight()))
	m.Resize(fyne.NewSize(right-left, rowHeight()))
	hide(m, right <= left)
	m.Refresh()
}

// cursor draws the cursor if it is visible.
func (d *drawing) cursor(rows []rowAt) {
	e := d.editor
	at := e.cursorRow()
	for i, r := range rows {
		if r == at && i < e.view.height && e.focused && !e.Disabled() {
			x := min(e.view.x(e.model.cursor, r), e.view.wrap.width)
			d.caret.put(fyne.NewPos(inset()+x-caretWidth/2, inset()+float32(i)*rowHeight()), rowHeight())
			return
		}
	}
	d.caret.stop()
}

// cursorPosition returns the position of the cursor in the window, below its row.
func (e *Editor) cursorPosition() fyne.Position {
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(e)
	if e.drawing == nil {
		return at
	}
	line := e.drawing.caret.line
	return at.Add(line.Position()).AddXY(0, line.Size().Height)
}

// scrolls shows whether there is more text than is visible.
func (d *drawing) scrolls(more bool) {
	hide(d.wheel, !more)
	hide(d.slider, !more)
	if more {
		d.slider.follow()
	}
}

func hide(o fyne.CanvasObject, hidden bool) {
	switch {
	case hidden && o.Visible():
		o.Hide()
	case !hidden && !o.Visible():
		o.Show()
	}
}

const (
	caretWidth = 2
	blinkTime  = 530 * time.Millisecond
)

// caret is the blinking cursor.
type caret struct {
	line  *canvas.Rectangle
	blink *fyne.Animation
}

func newCaret() *caret {
	c := &caret{line: canvas.NewRectangle(nil)}
	c.line.Hide()
	return c
}

// put shows the caret at a position, steady at first.
func (c *caret) put(at fyne.Position, height float32) {
	c.stop()
	c.line.Move(at)
	c.line.Resize(fyne.NewSize(caretWidth, height))
	c.line.FillColor = fynetheme.Color(fynetheme.ColorNamePrimary)
	c.line.Show()
	if !fyne.CurrentApp().Settings().ShowAnimations() {
		return
	}
	c.blink = &fyne.Animation{
		Duration: blinkTime, AutoReverse: true, RepeatCount: fyne.AnimationRepeatForever, Curve: fyne.AnimationLinear,
		Tick: func(done float32) { hide(c.line, done > 0.5) },
	}
	c.blink.Start()
}

// stop hides the caret.
func (c *caret) stop() {
	if c.blink != nil {
		c.blink.Stop()
		c.blink = nil
	}
	hide(c.line, true)
}
