package widget

import (
	"math"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"
)

// richLayout lays a RichRow out: what is at the right has what room it asks
// for, of which the aside gives up first, and the text has the rest.
type richLayout struct{ row *RichRow }

// MinSize is that of the highest part.
func (l richLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	size := fyne.NewSize(leadSide()*3, leadSide())
	for _, o := range objects {
		size.Height = max(size.Height, o.MinSize().Height)
	}
	return size
}

// Layout shares the width.
func (l richLayout) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	left := l.left(size.Height)
	right := l.right(left, size)
	putMiddle(l.row.text, left, max(right-left, 0), size.Height)
}

// left places what is before the text and returns where that begins.
func (l richLayout) left(height float32) float32 {
	r, side := l.row, leadSide()
	if r.cells.Flush {
		r.fold.Hide()
		r.lead.Hide()
		return 0
	}
	x := Indent(r.cells.Depth)
	r.fold.Hidden = r.cells.Fold < FoldOpen
	if r.cells.Fold != NoFold {
		place(r.fold, x, side, height)
		x += side
	}
	r.lead.Hidden = r.cells.Lead == nil
	if r.lead.Hidden && r.cells.Close {
		return x + fynetheme.Padding()
	}
	place(r.lead, x, side, height)
	return x + side + fynetheme.Padding()*1.5
}

// indent is how far a row is moved in for each row that it stands in, in sizes of
// its sign.
const indent = 1.2

// deepestShown is the depth from which rows are moved in no further: their text
// would have no room.
const deepestShown = 24

// Indent is how far a RichRow of a depth is moved in.
func Indent(depth int) float32 {
	return leadSide() * indent * float32(min(depth, deepestShown))
}

// Deeper is by how many depths a RichRow is moved in that is moved so far to the
// right, or less than 0.
func Deeper(by float32) int { return int(math.Round(float64(by / Indent(1)))) }

// right places what is after the text, the last part first, and returns where
// the text has to end.
func (l richLayout) right(left float32, size fyne.Size) float32 {
	r, gap := l.row, fynetheme.Padding()*1.5
	most := (size.Width - left) * 0.6
	x := size.Width
	put := func(o fyne.CanvasObject, width, gap float32) {
		x -= width
		putMiddle(o, x, width, size.Height)
		if width > 0 {
			x -= gap
		}
	}
	put(r.note, min(r.note.MinSize().Width, most), gap)
	if r.noteSign.Visible() {
		x += gap / 2
		put(r.noteSign, smallSide(), gap)
	}
	put(r.strong, r.strong.MinSize().Width, gap)
	put(r.marks, r.marks.MinSize().Width, gap)
	aside := l.asideWidth(x - left - gap)
	r.aside.Hidden = aside == 0
	put(r.aside, aside, gap)
	return x
}

// asideWidth is what the text leaves of the room to the aside; less than a few
// letters is of no use.
func (l richLayout) asideWidth(room float32) float32 {
	text := l.row.text.Needs()
	whole := l.row.aside.MinSize().Width
	if few := 3 * fynetheme.CaptionTextSize(); room-text < min(whole, few) {
		return 0
	}
	return min(whole, room-text)
}

// place gives an object a column of its own.
func place(o fyne.CanvasObject, x, width, height float32) {
	o.Move(fyne.NewPos(x, 0))
	o.Resize(fyne.NewSize(width, height))
}

// putMiddle puts an object into the middle of the height.
func putMiddle(o fyne.CanvasObject, x, width, height float32) {
	own := o.MinSize().Height
	o.Move(fyne.NewPos(x, (height-own)/2))
	o.Resize(fyne.NewSize(width, own))
}
