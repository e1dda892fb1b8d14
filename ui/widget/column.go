package widget

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"
)

// Column puts objects below each other. Unlike Fyne's own it asks for their heights once
// they have their width, so that texts that wrap anew do not cover what is below them.
func Column(objects ...fyne.CanvasObject) *fyne.Container {
	return container.New(column{}, objects...)
}

type column struct{}

// MinSize is the widest width and the sum of the heights, at the widths that the objects
// have.
func (column) MinSize(objects []fyne.CanvasObject) (size fyne.Size) {
	for _, o := range objects {
		if !o.Visible() {
			continue
		}
		least := o.MinSize()
		if size.Height > 0 {
			size.Height += fynetheme.Padding()
		}
		size.Width = max(size.Width, least.Width)
		size.Height += least.Height
	}
	return size
}

// Layout gives each object the whole width, and then the height that it needs there.
func (column) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	top := float32(0)
	for _, o := range objects {
		if !o.Visible() {
			continue
		}
		o.Resize(fyne.NewSize(size.Width, o.MinSize().Height))
		height := o.MinSize().Height
		o.Resize(fyne.NewSize(size.Width, height))
		o.Move(fyne.NewPos(0, top))
		top += height + fynetheme.Padding()
	}
}
