package widget

import (
	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"
)

// rowLayout puts an icon, a text and a note beside each other. The note has what
// room it asks for, but leaves half of the row to the text.
type rowLayout struct{}

// MinSize is that of the highest part, and the width of the icon.
func (rowLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	size := fyne.NewSize(objects[0].MinSize().Width, 0)
	for _, o := range objects {
		size.Height = max(size.Height, o.MinSize().Height)
	}
	return size
}

// Layout shares the width.
func (rowLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	icon, text, note := objects[0], objects[1], objects[2]
	left, gap := float32(0), fynetheme.Padding()
	if icon.Visible() {
		icon.Resize(fyne.NewSize(icon.MinSize().Width, size.Height))
		left = icon.MinSize().Width + gap
	}
	width := min(note.MinSize().Width, size.Width/2)
	text.Move(fyne.NewPos(left, (size.Height-text.MinSize().Height)/2))
	text.Resize(fyne.NewSize(max(size.Width-left-width-gap, 0), text.MinSize().Height))
	note.Move(fyne.NewPos(size.Width-width, (size.Height-note.MinSize().Height)/2))
	note.Resize(fyne.NewSize(width, note.MinSize().Height))
}
