package widget

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"
)

// Under puts an object under another one and gives it all the height that is left. Unlike
// Fyne's border it asks the upper one for its height once that has its width, so that what
// wraps in it covers nothing.
func Under(top, rest fyne.CanvasObject) *fyne.Container {
	return container.New(under{}, top, rest)
}

type under struct{}

// MinSize is that of both.
func (under) MinSize(objects []fyne.CanvasObject) fyne.Size {
	top, rest := objects[0].MinSize(), objects[1].MinSize()
	return fyne.NewSize(max(top.Width, rest.Width), top.Height+fynetheme.Padding()+rest.Height)
}

// Layout gives the upper one the width, and then the height that it needs there.
func (under) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	top, rest := objects[0], objects[1]
	top.Move(fyne.Position{})
	top.Resize(fyne.NewSize(size.Width, top.MinSize().Height))
	top.Resize(fyne.NewSize(size.Width, top.MinSize().Height))
	below := top.MinSize().Height + fynetheme.Padding()
	rest.Move(fyne.NewPos(0, below))
	rest.Resize(fyne.NewSize(size.Width, max(size.Height-below, 0)))
}
