package widget

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"crossfeed/ui/theme"
)

// Fold tells whether something is below a row.
type Fold int

// Nothing is below the row and none of its list; nothing is below it but below
// others; what is below it is shown; what is below it is not shown; and nothing is
// below a row of a tree, which is shown too.
const (
	NoFold Fold = iota
	FoldRoom
	FoldOpen
	FoldClosed
	FoldLeaf
)

// RichCells is what a RichRow shows, from left to right.
type RichCells struct {
	// Depth is how far the row is moved in.
	Depth int
	Fold  Fold
	// Lead is a sign, which is clicked for OnLead; nil keeps its place free, unless
	// Close gives it to the text.
	Lead  fyne.Resource
	Close bool
	Text  string
	Look  Look
	// Aside is quiet, and shortened first where there is not enough room.
	Aside string
	// Marks are signs of what else there is to know.
	Marks []fyne.Resource
	// Strong and Note are never shortened; Sign stands before the Note.
	Strong   string
	Sign     fyne.Resource
	Note     string
	NoteLook Look
	// Flush rows begin at the left edge, whatever stands there in others.
	Flush bool
}

// RichRow draws RichCells.
type RichRow struct {
	widget.BaseWidget
	// OnLead is called when the sign at the left is clicked, OnFold when the
	// one is that folds.
	OnLead, OnFold func()

	cells      RichCells
	fold, lead *sign
	text       *Line
	aside      *Line
	marks      *fyne.Container
	strong     *Line
	noteSign   *canvas.Image
	note       *Line
	line       *fyne.Container
}

// NewRichRow is a row that shows nothing yet.
func NewRichRow() *RichRow {
	r := &RichRow{text: NewLine("", Look{}), aside: NewWholeLine("", Look{}), strong: NewWholeLine("", Look{}), note: NewWholeLine("", Look{})}
	r.fold = newSign(func() { call(r.OnFold) })
	r.lead = newSign(func() { call(r.OnLead) })
	r.marks = container.New(layout.NewCustomPaddedHBoxLayout(2))
	r.noteSign = canvas.NewImageFromResource(nil)
	r.noteSign.FillMode = canvas.ImageFillContain
	r.line = container.New(richLayout{r}, r.fold, r.lead, r.text, r.aside, r.marks, r.strong, r.noteSign, r.note)
	r.ExtendBaseWidget(r)
	return r
}

func call(f func()) {
	if f != nil {
		f()
	}
}

// CreateRenderer draws the row with some room round it.
func (r *RichRow) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(container.New(layout.NewCustomPaddedLayout(3, 3, 6, 8), r.line))
}

// clickedAt does what a sign at that place is for, and tells whether there is
// one.
func (r *RichRow) clickedAt(at fyne.Position) bool {
	return tapSign(r, at, r.fold, r.lead)
}

// tapSign does what the sign of a row is for that is in sight at a place in the row, and
// tells whether there is one.
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

// Cells are what the row shows.
func (r *RichRow) Cells() RichCells { return r.cells }

// Set shows the cells.
func (r *RichRow) Set(c RichCells) {
	r.cells = c
	quiet := Look{Color: theme.Quiet, Size: fynetheme.SizeNameCaptionText}
	if c.NoteLook == (Look{}) {
		c.NoteLook = quiet
	}
	r.fold.set(foldIcon(c.Fold))
	r.lead.set(c.Lead)
	r.text.Set(c.Text, c.Look)
	r.aside.Set(c.Aside, quiet)
	r.strong.Set(c.Strong, Look{Color: theme.Attention, Style: fyne.TextStyle{Bold: true}})
	r.note.Set(c.Note, c.NoteLook)
	r.noteSign.Resource, r.noteSign.Hidden = c.Sign, c.Sign == nil
	r.noteSign.SetMinSize(fyne.NewSquareSize(smallSide()))
	r.setMarks(c.Marks)
	r.line.Refresh()
}

func (r *RichRow) setMarks(marks []fyne.Resource) {
	r.marks.Objects = nil
	for _, m := range marks {
		icon := canvas.NewImageFromResource(m)
		icon.FillMode = canvas.ImageFillContain
		icon.SetMinSize(fyne.NewSquareSize(smallSide()))
		r.marks.Objects = append(r.marks.Objects, container.NewCenter(icon))
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
