package widget

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"
)

// framed draws a border in a colour of the theme round what another renderer
// draws.
type framed struct {
	fyne.WidgetRenderer
	frame *canvas.Rectangle
	color fyne.ThemeColorName
}

func newFramed(inside fyne.WidgetRenderer, name fyne.ThemeColorName) framed {
	f := framed{inside, canvas.NewRectangle(color.Transparent), name}
	f.follow()
	return f
}

// follow takes over the colours of the theme that now counts.
func (f framed) follow() {
	f.frame.StrokeColor = fynetheme.Color(f.color)
	f.frame.StrokeWidth = fynetheme.InputBorderSize()
	f.frame.CornerRadius = fynetheme.InputRadiusSize()
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
	f.follow()
	f.frame.Refresh()
	f.WidgetRenderer.Refresh()
}
