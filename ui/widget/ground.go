package widget

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// Ground is a plane in a colour of the theme, which it follows.
type Ground struct {
	widget.BaseWidget
	color fyne.ThemeColorName
	// rounded grounds have the corners of fields and buttons.
	rounded bool
}

// NewGround is a plane in the colour of that name.
func NewGround(color fyne.ThemeColorName) *Ground {
	g := &Ground{color: color}
	g.ExtendBaseWidget(g)
	return g
}

// CreateRenderer draws the plane.
func (g *Ground) CreateRenderer() fyne.WidgetRenderer {
	plane := canvas.NewRectangle(nil)
	r := &groundRenderer{widget.NewSimpleRenderer(plane), plane, g}
	r.take()
	return r
}

type groundRenderer struct {
	fyne.WidgetRenderer
	plane  *canvas.Rectangle
	ground *Ground
}

// Refresh takes over the colour of the theme that now counts.
func (r *groundRenderer) Refresh() {
	r.take()
	r.plane.Refresh()
}

func (r *groundRenderer) take() {
	r.plane.FillColor = fynetheme.Color(r.ground.color)
	if r.ground.rounded {
		r.plane.CornerRadius = fynetheme.InputRadiusSize()
	}
}
