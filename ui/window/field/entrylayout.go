package field

import (
	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"
)

// entryLayout puts a type, a value and buttons beside each other. Where there is
// little room the value stands below, so that it can be read whole.
type entryLayout struct{ narrow func() bool }

// MinSize is one line, or two.
func (l entryLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	kind, value, buttons := objects[0].MinSize(), objects[1].MinSize(), objects[2].MinSize()
	gap := fynetheme.Padding()
	if l.narrow() {
		return fyne.NewSize(max(kind.Width+gap+buttons.Width, value.Width), kind.Height+gap+value.Height)
	}
	return fyne.NewSize(kind.Width+value.Width+buttons.Width+2*gap, max(kind.Height, value.Height))
}

// Layout gives the value the width that is left.
func (l entryLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	kind, value, buttons := objects[0], objects[1], objects[2]
	gap := fynetheme.Padding()
	kind.Resize(kind.MinSize())
	buttons.Resize(buttons.MinSize())
	buttons.Move(fyne.NewPos(size.Width-buttons.MinSize().Width, 0))
	if l.narrow() {
		value.Move(fyne.NewPos(0, kind.MinSize().Height+gap))
		value.Resize(fyne.NewSize(size.Width, value.MinSize().Height))
		return
	}
	left := kind.MinSize().Width + gap
	value.Move(fyne.NewPos(left, 0))
	value.Resize(fyne.NewSize(size.Width-left-gap-buttons.MinSize().Width, size.Height))
}
