package widget

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	fynetheme "fyne.io/fyne/v2/theme"
)

// Least gives an object a least width and height, each as so many times the
// size of text, with which it grows; 0 adds nothing.
func Least(width, height float32, o fyne.CanvasObject) *fyne.Container {
	return container.New(least{width, height}, o)
}

type least struct{ width, height float32 }

// MinSize is the greater of what was asked for and what the object needs.
func (l least) MinSize(objects []fyne.CanvasObject) fyne.Size {
	size := fynetheme.TextSize()
	return fyne.NewSize(l.width*size, l.height*size).Max(objects[0].MinSize())
}

// Layout gives the object everything.
func (least) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	objects[0].Move(fyne.Position{})
	objects[0].Resize(size)
}

// Middle puts an object into the middle of the height, and gives it the whole
// width.
func Middle(o fyne.CanvasObject) *fyne.Container {
	return container.New(layout.NewCustomPaddedVBoxLayout(0), layout.NewSpacer(), o, layout.NewSpacer())
}

// AtMost gives an object no more than a width, as so many times the size of text, and less
// where there is less.
func AtMost(width float32, o fyne.CanvasObject) *fyne.Container {
	return container.New(atMost{width}, o)
}

type atMost struct{ width float32 }

// MinSize is what the object needs.
func (atMost) MinSize(objects []fyne.CanvasObject) fyne.Size { return objects[0].MinSize() }

// Layout gives the object the whole height, and of the width what it may have.
func (a atMost) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	objects[0].Move(fyne.Position{})
	objects[0].Resize(fyne.NewSize(min(size.Width, a.width*fynetheme.TextSize()), size.Height))
}

// Exactly gives an object a width and a height, each as so many times the size of text,
// whatever it asks for itself.
func Exactly(width, height float32, o fyne.CanvasObject) *fyne.Container {
	return container.New(exactly{width, height}, o)
}

type exactly struct{ width, height float32 }

// MinSize is what was asked for.
func (e exactly) MinSize([]fyne.CanvasObject) fyne.Size {
	size := fynetheme.TextSize()
	return fyne.NewSize(e.width*size, e.height*size)
}

// Layout gives the object everything.
func (exactly) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	objects[0].Move(fyne.Position{})
	objects[0].Resize(size)
}
