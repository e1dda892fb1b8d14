package widget

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
)

// Border puts parts round a center, each of which may be nil. Unlike Fyne's
// container of that name it holds them in the order in which people read: Tab
// goes that way.
func Border(top, bottom, left, right, center fyne.CanvasObject) *fyne.Container {
	var parts []fyne.CanvasObject
	for _, part := range []fyne.CanvasObject{top, left, center, right, bottom} {
		if part != nil {
			parts = append(parts, part)
		}
	}
	return container.New(layout.NewBorderLayout(top, bottom, left, right), parts...)
}
