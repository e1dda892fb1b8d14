package widget

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// Press does something where what is inside is clicked. Keys reach that elsewhere.
type Press struct {
	widget.BaseWidget
	inside fyne.CanvasObject
	tapped func()
}

// NewPress has what is inside clicked.
func NewPress(inside fyne.CanvasObject, tapped func()) *Press {
	p := &Press{inside: inside, tapped: tapped}
	p.ExtendBaseWidget(p)
	return p
}

// Tapped does it.
func (p *Press) Tapped(*fyne.PointEvent) { p.tapped() }

// CreateRenderer draws what is inside.
func (p *Press) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(p.inside) }
