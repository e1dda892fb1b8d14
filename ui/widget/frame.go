package widget

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"
)

// framed draws the border of an entry round what another renderer draws.
type framed struct {
	fyne.WidgetRenderer
	frame *canvas.Rectangle
}

func newFrame() *canvas.Rectangle {
	r := canvas.NewRectangle(color.Transparent)
	follow(r)
	return r
}

// follow takes over the colours of the theme that now counts.
func follow(frame *canvas.Rectangle) {
	frame.StrokeColor = fynetheme.Color(fynetheme.ColorNameInputBorder)
	frame.StrokeWidth = fynetheme.InputBorderSize()
	frame.CornerRadius = fynetheme.InputRadiusSize()
}

// Layout gives the frame the whole of the widget.
func (f framed) Layout(size fyne.Size) {
	f.WidgetRenderer.Layout(size)
	f.frame.Resize(size)
}

// Objects puts the frame on top.
func (f framed) Objects() []fyne.CanvasObject {
	inner := f.WidgetRenderer.Objects()
	return append(inner[:len(inner):len(inner)], f.frame)
}

// Refresh draws the frame anew.
func (f framed) Refresh() {
	follow(f.frame)
	f.frame.Refresh()
	f.WidgetRenderer.Refresh()
}
