package widget

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"
)

// ringWidth is in Fyne's units and does not grow with the text.
const ringWidth = 2

// ring is the line round the widget that has the focus.
type ring struct {
	line  *canvas.Rectangle
	color fyne.ThemeColorName
}

// newRing is a hidden ring in a colour that stands out from the widget's own.
func newRing(name fyne.ThemeColorName) ring {
	line := canvas.NewRectangle(color.Transparent)
	line.StrokeWidth = ringWidth
	line.Hide()
	return ring{line, name}
}

func (r ring) show(focused bool) {
	r.line.StrokeColor = fynetheme.Color(r.color)
	r.line.CornerRadius = fynetheme.InputRadiusSize()
	r.line.Hidden = !focused
	r.line.Refresh()
}

// ringed draws the ring over what another renderer draws.
type ringed struct {
	fyne.WidgetRenderer
	ring ring
}

// Layout gives the ring the whole of the widget.
func (r ringed) Layout(size fyne.Size) {
	r.WidgetRenderer.Layout(size)
	r.ring.line.Resize(size)
}

// Objects puts the ring on top.
func (r ringed) Objects() []fyne.CanvasObject {
	inner := r.WidgetRenderer.Objects()
	return append(inner[:len(inner):len(inner)], r.ring.line)
}

// Refresh draws the ring in the colour of the theme that now counts.
func (r ringed) Refresh() {
	r.ring.show(!r.ring.line.Hidden)
	r.WidgetRenderer.Refresh()
}

// WithRing draws a ring in a colour of the theme over what a renderer draws, while
// focused says so.
func WithRing(r fyne.WidgetRenderer, color fyne.ThemeColorName) (drawn fyne.WidgetRenderer, focused func(bool)) {
	ring := newRing(color)
	return ringed{r, ring}, ring.show
}
