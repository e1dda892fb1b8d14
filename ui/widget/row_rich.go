package widget

import (
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"crossfeed/ui/theme"
)

// Fold is the state of a row in a tree.
type Fold int

// In this order: the list is not a tree; the row has no children, but others have; its
// children are visible; its children are hidden; and the row has no children and shows a leaf.
const (
	NoFold Fold = iota
	FoldRoom
	FoldOpen
	FoldClosed
	FoldLeaf
)

// RichCells is the content of a RichRow, from left to right.
type RichCells struct {
	// Depth is the indentation level of the row.
	Depth int
	Fold  Fold
	// Lead is a sign that calls OnLead when clicked; if it is nil, its space stays empty,
	// unless Close gives it to the text.
	Lead  fyne.Resource
	Close bool
	Text  string
	Style TextStyle
	// Aside is dimmed, and shortened first if there is not enough room.
	Aside string
	// Marks are icons with additional information.
	Marks []fyne.Resource
	// Strong is never shortened, and Note only if few letters of the text would be left; Sign is
	// before the Note.
	Strong    string
	Sign      fyne.Resource
	Note      string
	NoteStyle TextStyle
	// Flush rows begin at the left edge, without space for signs.
	Flush bool
}

// RichRow draws RichCells.
type RichRow struct {
	widget.BaseWidget
	// OnLead is called when the sign at the left is clicked, OnFold when the fold sign is
	// clicked.
	OnLead, OnFold func()

	cells      RichCells
	fold, lead *sign
	text       *Line
	aside      *Line
	marks      *fyne.Container
	strong     *Line
	noteSign   *icon
	note       *Line
	line       *fyne.Container
}

// NewRichRow returns an empty row.
func NewRichRow(keys *Keys) *RichRow {
	r := &RichRow{text: NewLine("", TextStyle{}), aside: NewWholeLine("", TextStyle{}), strong: NewWholeLine("", TextStyle{}), note: NewWholeLine("", TextStyle{})}
	r.fold = newSign(keys, func() { call(r.OnFold) })
	r.lead = newSign(keys, func() { call(r.OnLead) })
	r.marks = container.New(layout.NewCustomPaddedHBoxLayout(2))
	r.noteSign = newIcon()
	r.line = container.New(richLayout{r}, r.fold, r.lead, r.text, r.aside, r.marks, r.strong, r.noteSign, r.note)
	r.ExtendBaseWidget(r)
	return r
}

func call(f func()) {
	if f != nil {
		f()
	}
}

// CreateRenderer draws the row with some padding.
func (r *RichRow) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(container.New(layout.NewCustomPaddedLayout(3, 3, 6, 8), r.line))
}

// clickedAt triggers the sign at a position, and reports whether there is one.
func (r *RichRow) clickedAt(at fyne.Position) bool {
	return tapSign(r, at, r.fold, r.lead)
}

// tapSign triggers the visible sign at a position in a row, and reports whether there is one.
func tapSign(row fyne.CanvasObject, at fyne.Position, signs ...*sign) bool {
	d := fyne.CurrentApp().Driver()
	origin := d.AbsolutePositionForObject(row)
	for _, s := range signs {
		from := d.AbsolutePositionForObject(s).Subtract(origin)
		to := from.Add(s.Size())
		if s.Visible() && at.X >= from.X && at.X < to.X && at.Y >= from.Y && at.Y < to.Y {
			s.tapped()
			return true
		}
	}
	return false
}

// Cells returns the content of the row.
func (r *RichRow) Cells() RichCells { return r.cells }

// Set sets the content of the row.
func (r *RichRow) Set(c RichCells) {
	r.cells = c
	quiet := TextStyle{Color: theme.Quiet, Size: fynetheme.SizeNameCaptionText}
	if c.NoteStyle == (TextStyle{}) {
		c.NoteStyle = quiet
	}
	r.fold.set(foldIcon(c.Fold))
	r.lead.set(c.Lead)
	r.text.Set(c.Text, c.Style)
	r.aside.Set(c.Aside, quiet)
	r.strong.Set(c.Strong, TextStyle{Color: theme.Attention, Style: fyne.TextStyle{Bold: true}})
	r.note.Set(c.Note, c.NoteStyle)
	r.noteSign.set(c.Sign, smallSide())
	r.noteSign.Hidden = c.Sign == nil
	r.setMarks(c.Marks)
	r.line.Refresh()
}

func (r *RichRow) setMarks(marks []fyne.Resource) {
	for len(r.marks.Objects) < len(marks) {
		r.marks.Objects = append(r.marks.Objects, newIcon())
	}
	for i, o := range r.marks.Objects {
		shown := o.(*icon)
		if shown.Hidden = i >= len(marks); !shown.Hidden {
			shown.set(marks[i], smallSide())
		}
	}
}

func foldIcon(f Fold) fyne.Resource {
	switch f {
	case FoldOpen:
		return fynetheme.MenuDropDownIcon()
	case FoldClosed:
		return fynetheme.MenuExpandIcon()
	case FoldLeaf:
		return theme.Icon(theme.IconLeaf, theme.Quiet)
	}
	return nil
}

func smallSide() float32 { return fynetheme.CaptionTextSize() * 1.2 }

func leadSide() float32 { return fynetheme.IconInlineSize() * 0.9 }

// richLayout lays out a RichRow: the parts at the right get the width that they need, of which
// the aside shrinks first, and the text gets the rest.
type richLayout struct{ row *RichRow }

// MinSize is the height of the highest part.
func (l richLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	size := fyne.NewSize(leadSide()*3, leadSide())
	for _, o := range objects {
		size.Height = max(size.Height, o.MinSize().Height)
	}
	return size
}

func (l richLayout) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	left := l.left(size.Height)
	right := l.right(left, size)
	putMiddle(l.row.text, left, max(right-left, 0), size.Height)
}

// left places everything before the text and returns where the text begins.
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

// indent is the indentation per level, relative to the size of the lead sign.
const indent = 1.2

// deepestShown is the deepest level that is indented: deeper rows would have no room for text.
const deepestShown = 24

// Indent returns the indentation of a RichRow at a depth.
func Indent(depth int) float32 {
	return leadSide() * indent * float32(min(depth, deepestShown))
}

// Deeper converts a horizontal distance into a number of levels, which may be negative.
func Deeper(by float32) int { return int(math.Round(float64(by / Indent(1)))) }

// right places everything after the text, the last part first, and returns where the text must
// end.
func (l richLayout) right(left float32, size fyne.Size) float32 {
	r, gap := l.row, fynetheme.Padding()*1.5
	most := min((size.Width-left)*0.6, size.Width-left-r.shortest()-2*gap)
	x := size.Width
	put := func(o fyne.CanvasObject, width, gap float32) {
		x -= width
		putMiddle(o, x, width, size.Height)
		if width > 0 {
			x -= gap
		}
	}
	put(r.note, max(min(r.note.MinSize().Width, most), 0), gap)
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

// shortest returns the width that the text keeps before the note is shortened, with that of
// the parts that are never shortened.
func (r *RichRow) shortest() float32 {
	const letters, letter = 8, 0.6
	width := min(r.text.Needs(), letters*letter*fynetheme.TextSize()) + r.strong.MinSize().Width + r.marks.MinSize().Width
	if r.noteSign.Visible() {
		width += smallSide()
	}
	return width
}

// asideWidth returns the width that the text leaves to the aside; less than a few letters is
// useless.
func (l richLayout) asideWidth(room float32) float32 {
	text := l.row.text.Needs()
	whole := l.row.aside.MinSize().Width
	if few := 3 * fynetheme.CaptionTextSize(); room-text < min(whole, few) {
		return 0
	}
	return min(whole, room-text)
}

// place moves an object into a column.
func place(o fyne.CanvasObject, x, width, height float32) {
	o.Move(fyne.NewPos(x, 0))
	o.Resize(fyne.NewSize(width, height))
}

// putMiddle centers an object vertically.
func putMiddle(o fyne.CanvasObject, x, width, height float32) {
	own := o.MinSize().Height
	o.Move(fyne.NewPos(x, (height-own)/2))
	o.Resize(fyne.NewSize(width, own))
}

// Tick returns the check mark of a group: all are selected, none, or some.
func Tick(n, all int) fyne.Resource {
	switch n {
	case 0:
		return fynetheme.CheckButtonIcon()
	case all:
		return fynetheme.NewPrimaryThemedResource(fynetheme.CheckButtonCheckedIcon())
	}
	return fynetheme.NewPrimaryThemedResource(fynetheme.Icon(fynetheme.IconNameCheckButtonPartial))
}
