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
}

// NewGround is a plane in the colour of that name.
func NewGround(color fyne.ThemeColorName) *Ground {
	g := &Ground{color: color}
	g.ExtendBaseWidget(g)
	return g
}

// CreateRenderer draws the plane.
func (g *Ground) CreateRenderer() fyne.WidgetRenderer {
	plane := canvas.NewRectangle(fynetheme.Color(g.color))
	return &groundRenderer{widget.NewSimpleRenderer(plane), plane, g}
}

type groundRenderer struct {
	fyne.WidgetRenderer
	plane  *canvas.Rectangle
	ground *Ground
}

// Refresh takes over the colour of the theme that now counts.
func (r *groundRenderer) Refresh() {
	r.plane.FillColor = fynetheme.Color(r.ground.color)
	r.plane.Refresh()
}
