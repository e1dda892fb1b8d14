package widget

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	fynetheme "fyne.io/fyne/v2/theme"
)

// Border puts parts around a center; each part may be nil. Unlike Fyne's container of that
// name, it holds them in reading order, which Tab follows.
func Border(top, bottom, left, right, center fyne.CanvasObject) *fyne.Container {
	var parts []fyne.CanvasObject
	for _, part := range []fyne.CanvasObject{top, left, center, right, bottom} {
		if part != nil {
			parts = append(parts, part)
		}
	}
	return container.New(layout.NewBorderLayout(top, bottom, left, right), parts...)
}

// Column puts objects below each other. Unlike Fyne's own, it asks for their heights once they
// have their width, so that wrapped texts do not cover what is below them.
func Column(objects ...fyne.CanvasObject) *fyne.Container {
	return container.New(column{}, objects...)
}

type column struct{}

// MinSize is the greatest width and the sum of the heights, at the current widths of the
// objects.
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

// Least gives an object a minimum width and height, relative to the text size; 0 means none.
func Least(width, height float32, o fyne.CanvasObject) *fyne.Container {
	return container.New(least{width, height}, o)
}

type least struct{ width, height float32 }

// MinSize is the greater of the given size and what the object needs.
func (l least) MinSize(objects []fyne.CanvasObject) fyne.Size {
	size := fynetheme.TextSize()
	return fyne.NewSize(l.width*size, l.height*size).Max(objects[0].MinSize())
}

func (least) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	objects[0].Move(fyne.Position{})
	objects[0].Resize(size)
}

// Middle centers an object vertically, and gives it the whole width.
func Middle(o fyne.CanvasObject) *fyne.Container {
	return container.New(layout.NewCustomPaddedVBoxLayout(0), layout.NewSpacer(), o, layout.NewSpacer())
}

// AtMost limits the width of an object, relative to the text size.
func AtMost(width float32, o fyne.CanvasObject) *fyne.Container {
	return container.New(atMost{width}, o)
}

type atMost struct{ width float32 }

func (atMost) MinSize(objects []fyne.CanvasObject) fyne.Size { return objects[0].MinSize() }

// Layout gives the object the whole height, and the width up to its limit.
func (a atMost) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	objects[0].Move(fyne.Position{})
	objects[0].Resize(fyne.NewSize(min(size.Width, a.width*fynetheme.TextSize()), size.Height))
}

// Exactly gives an object a fixed width and height, relative to the text size, whatever it
// asks for itself.
func Exactly(width, height float32, o fyne.CanvasObject) *fyne.Container {
	return container.New(exactly{width, height}, o)
}

type exactly struct{ width, height float32 }

func (e exactly) MinSize([]fyne.CanvasObject) fyne.Size {
	size := fynetheme.TextSize()
	return fyne.NewSize(e.width*size, e.height*size)
}

func (exactly) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	objects[0].Move(fyne.Position{})
	objects[0].Resize(size)
}

// rowLayout puts an icon, a text and a note next to each other. The note gets the width that
// it needs, but leaves half of the row to the text.
type rowLayout struct{ row *Row }

// MinSize is the height of the highest part, and the width of the icon.
func (rowLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	size := fyne.NewSize(objects[0].MinSize().Width, 0)
	for _, o := range objects {
		size.Height = max(size.Height, o.MinSize().Height)
	}
	return size
}

func (l rowLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	icon, text, note := objects[0], objects[1], objects[2]
	left, gap := Indent(l.row.depth), fynetheme.Padding()
	if icon.Visible() {
		icon.Move(fyne.NewPos(left, 0))
		icon.Resize(fyne.NewSize(icon.MinSize().Width, size.Height))
		left += icon.MinSize().Width + gap
	}
	width := min(note.MinSize().Width, size.Width/2)
	text.Move(fyne.NewPos(left, (size.Height-text.MinSize().Height)/2))
	text.Resize(fyne.NewSize(max(size.Width-left-width-gap, 0), text.MinSize().Height))
	note.Move(fyne.NewPos(size.Width-width, (size.Height-note.MinSize().Height)/2))
	note.Resize(fyne.NewSize(width, note.MinSize().Height))
}

// cuttable is an object that can be cut off if the row is narrower than it wants to be.
type cuttable interface{ Wants() float32 }

// Flow puts objects next to each other, and wraps into further rows at the end of the width.
func Flow(objects ...fyne.CanvasObject) *fyne.Container {
	return container.New(&flow{}, objects...)
}

// flow remembers the width, because the height that it asks for depends on it.
type flow struct{ width float32 }

// MinSize is the width of the widest object, and the height of the rows at the last width.
func (f *flow) MinSize(objects []fyne.CanvasObject) fyne.Size {
	var least fyne.Size
	f.place(objects, f.width, func(o fyne.CanvasObject, at fyne.Position, size fyne.Size) {
		least.Width = max(least.Width, o.MinSize().Width)
		least.Height = max(least.Height, at.Y+size.Height)
	})
	return least
}

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

// LayOut lays out a container and its nested containers, after parts of them were shown,
// hidden, or need another size. Refreshing it does so too, but redraws every widget in it,
// which takes ten times as long.
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

// Form lays out pairs one below the other: a label and its field. With large text, the label
// is above the field, so that a narrow window has enough room for typing. Pairs with a hidden
// field take no space.
type Form struct{}

// largeText is the text size above which labels are above their fields.
const largeText = 17.5

// labelsAbove reports whether the text is so large that labels are above their fields.
func labelsAbove() bool { return fynetheme.TextSize() > largeText }

// MinSize is the total size of the pairs.
func (f Form) MinSize(objects []fyne.CanvasObject) fyne.Size {
	var width, height float32
	left := f.left(objects)
	f.each(objects, func(label, field fyne.CanvasObject) {
		width = max(width, left+field.MinSize().Width)
		height += f.height(label, field) + fynetheme.Padding()
	})
	return fyne.NewSize(width, max(height-fynetheme.Padding(), 0))
}

// Layout makes labels as wide as the widest one, and gives fields the rest.
func (f Form) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	left, top := f.left(objects), float32(0)
	f.each(objects, func(label, field fyne.CanvasObject) {
		least, at := label.MinSize(), top
		if labelsAbove() {
			at += least.Height
			label.Move(fyne.NewPos(0, top))
		} else {
			label.Move(fyne.NewPos(0, top+(lineHeight()-least.Height)/2))
		}
		label.Resize(fyne.NewSize(least.Width, least.Height))
		field.Move(fyne.NewPos(left, at))
		field.Resize(fyne.NewSize(max(size.Width-left, 0), field.MinSize().Height))
		top += f.height(label, field) + fynetheme.Padding()
	})
}

// each calls show for every visible pair.
func (Form) each(objects []fyne.CanvasObject, show func(label, field fyne.CanvasObject)) {
	for i := 0; i+1 < len(objects); i += 2 {
		if label, field := objects[i], objects[i+1]; field.Visible() && label.Visible() {
			show(label, field)
		}
	}
}

// left returns where fields begin.
func (f Form) left(objects []fyne.CanvasObject) float32 {
	if labelsAbove() {
		return 0
	}
	var widest float32
	f.each(objects, func(label, _ fyne.CanvasObject) { widest = max(widest, label.MinSize().Width) })
	return widest + 3*fynetheme.Padding()
}

// height returns the height of a pair.
func (Form) height(label, field fyne.CanvasObject) float32 {
	if labelsAbove() {
		return label.MinSize().Height + field.MinSize().Height
	}
	return max(lineHeight(), field.MinSize().Height)
}

// lineHeight returns the height of a single-line entry.
func lineHeight() float32 {
	return fyne.MeasureText("M", fynetheme.TextSize(), fyne.TextStyle{}).Height + 2*fynetheme.InnerPadding()
}
