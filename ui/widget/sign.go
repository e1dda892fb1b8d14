package widget

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

// sign is a small picture that can be clicked. Keys reach what it does by the
// row that it is in.
type sign struct {
	widget.BaseWidget
	icon   *canvas.Image
	tapped func()
}

func newSign(tapped func()) *sign {
	s := &sign{icon: canvas.NewImageFromResource(nil), tapped: tapped}
	s.icon.FillMode = canvas.ImageFillContain
	s.ExtendBaseWidget(s)
	return s
}

// set changes the icon, which is drawn when the sign or the row round it is refreshed:
// each time its drawing is read again.
func (s *sign) set(r fyne.Resource) {
	s.icon.Resource = r
	s.icon.SetMinSize(fyne.NewSquareSize(leadSide()))
}

// CreateRenderer draws the picture.
func (s *sign) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(container.NewCenter(s.icon))
}

// Tapped does what the sign is for.
func (s *sign) Tapped(*fyne.PointEvent) { s.tapped() }

// Cursor tells that the sign can be clicked.
func (s *sign) Cursor() desktop.Cursor { return desktop.PointerCursor }
