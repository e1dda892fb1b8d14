package widget

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	fynetheme "fyne.io/fyne/v2/theme"
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

// LayOut lays out a container and those in it, after parts of them were shown,
// hidden, or need another size. Refreshing it does so too, but draws every
// widget in it again, which takes ten times as long.
func LayOut(c *fyne.Container) {
	if c.Layout != nil {
		c.Layout.Layout(c.Objects, c.Size())
	}
	for _, o := range c.Objects {
		if inner, is := o.(*fyne.Container); is && inner.Visible() {
			LayOut(inner)
		}
	}
}
