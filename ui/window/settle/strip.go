package settle

import "fyne.io/fyne/v2"

// least is the width below which a comparison is not squeezed, if its cards
// need no more, in Fyne's units.
const least = 460

// gap is the room between two comparisons.
const gap = 12

// stripLayout shares the width among the panels, and asks for more where each
// would be too narrow.
type stripLayout struct{}

// MinSize is the least width of all panels.
func (stripLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	widest := fyne.NewSize(least, 0)
	for _, o := range objects {
		widest = widest.Max(o.MinSize())
	}
	return fyne.NewSize((widest.Width+gap)*float32(len(objects))-gap, widest.Height)
}

// Layout gives every panel the same width.
func (stripLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	width := (size.Width + gap) / float32(max(len(objects), 1))
	for i, o := range objects {
		o.Move(fyne.NewPos(width*float32(i), 0))
		o.Resize(fyne.NewSize(width-gap, size.Height))
	}
}
