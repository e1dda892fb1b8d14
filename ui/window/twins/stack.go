package twins

import "fyne.io/fyne/v2"

// stack lays objects out one below the other. Texts in them wrap: each is given
// its width first, and then the height that it needs there.
type stack struct {
	gap float32
	// width is the one that there was last; grown is called when another one
	// brings another height, and may be nil.
	width float32
	grown func()
}

// MinSize is the height of all, at the width that there was last.
func (s *stack) MinSize(objects []fyne.CanvasObject) fyne.Size {
	var height float32
	for _, o := range objects {
		height += o.MinSize().Height + s.gap
	}
	return fyne.NewSize(0, max(height-s.gap, 0))
}

// Layout gives every object the width, and the height that it needs.
func (s *stack) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	y := float32(0)
	for _, o := range objects {
		o.Move(fyne.NewPos(0, y))
		o.Resize(fyne.NewSize(size.Width, o.MinSize().Height))
		o.Resize(fyne.NewSize(size.Width, o.MinSize().Height))
		y += o.Size().Height + s.gap
	}
	if s.width != size.Width {
		s.width = size.Width
		if s.grown != nil && y-s.gap != size.Height {
			s.grown()
		}
	}
}
