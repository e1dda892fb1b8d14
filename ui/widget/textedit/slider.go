package textedit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	fynetheme "fyne.io/fyne/v2/theme"
	fynewidget "fyne.io/fyne/v2/widget"
)

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
	w.left -= ev.Scrolled.DY
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
