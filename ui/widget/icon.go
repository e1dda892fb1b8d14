package widget

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// icon is an icon in a row of a list. Fyne's image parses its SVG at each refresh, which took
// a fifth of the time of a window; icon only does so when its appearance changes.
type icon struct {
	widget.BaseWidget
	image *canvas.Image
	drawn drawnIcon
}

// drawnIcon identifies the appearance of an icon. The name of a colored resource includes the
// color.
type drawnIcon struct {
	name       string
	r, g, b, a uint32
}

func newIcon() *icon {
	i := &icon{image: canvas.NewImageFromResource(nil)}
	i.image.FillMode = canvas.ImageFillContain
	i.ExtendBaseWidget(i)
	return i
}

// set changes the icon, nil for none, and its size.
func (i *icon) set(r fyne.Resource, side float32) {
	i.image.Resource, i.image.Hidden = r, r == nil
	i.image.SetMinSize(fyne.NewSquareSize(side))
	i.Refresh()
}

// CreateRenderer draws the icon.
func (i *icon) CreateRenderer() fyne.WidgetRenderer {
	return iconRenderer{widget.NewSimpleRenderer(i.image), i}
}

type iconRenderer struct {
	fyne.WidgetRenderer
	icon *icon
}

// Refresh parses the SVG if the icon or the theme changed.
func (r iconRenderer) Refresh() {
	image, now := r.icon.image, drawnIcon{}
	if image.Resource != nil {
		now.name = image.Resource.Name()
	}
	if themed, is := image.Resource.(fyne.ThemedResource); is {
		now.r, now.g, now.b, now.a = fynetheme.Color(themed.ThemeColorName()).RGBA()
	}
	if now != r.icon.drawn {
		r.icon.drawn = now
		image.Refresh()
	}
}
