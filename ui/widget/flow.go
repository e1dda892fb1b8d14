package widget

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"
)

// cuttable is an object that is shown as wide as it wants to be, or as the row is.
type cuttable interface{ Wants() float32 }

// Flow puts objects beside each other, and goes on in the next row where the
// width ends.
func Flow(objects ...fyne.CanvasObject) *fyne.Container {
	return container.New(&flow{}, objects...)
}

// flow remembers the width, because the height that it asks for follows from
// it.
type flow struct{ width float32 }

// MinSize is the width of the widest object, and the height of the rows at the
// width that there was last.
func (f *flow) MinSize(objects []fyne.CanvasObject) fyne.Size {
	var least fyne.Size
	f.place(objects, f.width, func(o fyne.CanvasObject, at fyne.Position, size fyne.Size) {
		least.Width = max(least.Width, o.MinSize().Width)
		least.Height = max(least.Height, at.Y+size.Height)
	})
	return least
}

// Layout fills the rows.
func (f *flow) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	f.width = size.Width
	f.place(objects, f.width, func(o fyne.CanvasObject, at fyne.Position, size fyne.Size) {
		o.Move(at)
		o.Resize(size)
	})
}

func (f *flow) place(objects []fyne.CanvasObject, width float32, put func(fyne.CanvasObject, fyne.Position, fyne.Size)) {
	gap := fynetheme.Padding()
	var at fyne.Position
	var height float32
	for _, o := range objects {
		if !o.Visible() {
			continue
		}
		size := o.MinSize()
		if c, is := o.(cuttable); is {
			size.Width = c.Wants()
		}
		if at.X > 0 && at.X+size.Width > width {
			at, height = fyne.NewPos(0, at.Y+height+gap), 0
		}
		put(o, at, fyne.NewSize(min(size.Width, max(width, 0)), size.Height))
		at.X += size.Width + gap
		height = max(height, size.Height)
	}
}
