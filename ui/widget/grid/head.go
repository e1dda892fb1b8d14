package grid

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/widget"
)

// head is the head of a column, which can be clicked.
type head struct {
	widget.BaseWidget
	inside fyne.CanvasObject
	tapped func()
}

func newHead(inside fyne.CanvasObject, tapped func()) *head {
	const beside, above = 6, 4
	h := &head{inside: container.New(layout.NewCustomPaddedLayout(above, above, beside, beside), inside), tapped: tapped}
	h.ExtendBaseWidget(h)
	return h
}

// Tapped marks the head.
func (h *head) Tapped(*fyne.PointEvent) { h.tapped() }

// CreateRenderer draws what is inside.
func (h *head) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(h.inside) }
