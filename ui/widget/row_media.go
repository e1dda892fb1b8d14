package widget

import (
	"image"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"crossfeed/ui/theme"
)

// MediaCells is the content of a MediaRow.
type MediaCells struct {
	// Depth is the indentation level of the row.
	Depth int
	Fold  Fold
	// Icon is at the left; Image replaces it if there is one.
	Icon  fyne.Resource
	Image image.Image
	// Text is the upper line, Below the dimmed one under it.
	Text  string
	Style TextStyle
	Below string
	// Note is at the right end and never shortened, Sign before it.
	Sign      fyne.Resource
	Note      string
	NoteStyle TextStyle
}

// MediaRow is a row with a picture and two lines of text.
type MediaRow struct {
	widget.BaseWidget
	// OnFold is called when the fold sign is clicked.
	OnFold func()

	cells    MediaCells
	fold     *sign
	picture  *canvas.Image
	icon     *icon
	text     *Line
	below    *Line
	noteSign *icon
	note     *Line
	line     *fyne.Container
}

// NewMediaRow returns an empty row.
func NewMediaRow(keys *Keys) *MediaRow {
	r := &MediaRow{text: NewLine("", TextStyle{}), below: NewLine("", TextStyle{}), note: NewWholeLine("", TextStyle{})}
	r.fold = newSign(keys, func() { call(r.OnFold) })
	r.picture, r.icon, r.noteSign = canvas.NewImageFromImage(nil), newIcon(), newIcon()
	r.picture.FillMode = canvas.ImageFillContain
	r.line = container.New(mediaLayout{r}, r.fold, r.picture, r.icon, r.text, r.below, r.noteSign, r.note)
	r.ExtendBaseWidget(r)
	return r
}

// CreateRenderer draws the row with some padding.
func (r *MediaRow) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(container.New(layout.NewCustomPaddedLayout(3, 3, 6, 8), r.line))
}

// clickedAt folds or unfolds if the fold sign is at the position, and reports whether it is.
func (r *MediaRow) clickedAt(at fyne.Position) bool {
	return tapSign(r, at, r.fold)
}

// Cells returns the content of the row.
func (r *MediaRow) Cells() MediaCells { return r.cells }

// Set sets the content of the row.
func (r *MediaRow) Set(c MediaCells) {
	r.cells = c
	quiet := TextStyle{Color: theme.Quiet, Size: fynetheme.SizeNameCaptionText}
	if c.NoteStyle == (TextStyle{}) {
		c.NoteStyle = quiet
	}
	r.fold.set(foldIcon(c.Fold))
	r.picture.Image, r.picture.Hidden = c.Image, c.Image == nil
	if c.Image != nil {
		c.Icon = nil
	}
	r.icon.set(c.Icon, 0)
	r.text.Set(c.Text, c.Style)
	r.below.Set(c.Below, quiet)
	r.note.Set(c.Note, c.NoteStyle)
	r.noteSign.set(c.Sign, smallSide())
	r.noteSign.Hidden = c.Sign == nil
	r.line.Refresh()
}

type mediaLayout struct{ row *MediaRow }

// MinSize fits two lines of text.
func (l mediaLayout) MinSize([]fyne.CanvasObject) fyne.Size {
	r := l.row
	return fyne.NewSize(leadSide()*4, r.text.MinSize().Height+r.below.MinSize().Height)
}

// Layout gives the note the width that it needs, and the texts the rest.
func (l mediaLayout) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	r, gap := l.row, fynetheme.Padding()*1.5
	x := Indent(r.cells.Depth)
	r.fold.Hidden = r.cells.Fold < FoldOpen
	place(r.fold, x, leadSide(), size.Height)
	x += leadSide() + gap/2
	place(r.picture, x, size.Height, size.Height)
	inset := size.Height / 5
	r.icon.Move(fyne.NewPos(x+inset, inset))
	r.icon.Resize(fyne.NewSquareSize(size.Height - 2*inset))
	x += size.Height + gap
	right := l.right(x, size)
	l.texts(x, max(right-x-gap, 0), size.Height)
}

// right places sign and note, and returns where they begin.
func (l mediaLayout) right(left float32, size fyne.Size) float32 {
	r := l.row
	width := min(r.note.MinSize().Width, (size.Width-left)*0.6)
	x := size.Width - width
	putMiddle(r.note, x, width, size.Height)
	if r.noteSign.Visible() {
		x -= smallSide() + fynetheme.Padding()
		r.noteSign.Move(fyne.NewPos(x, (size.Height-smallSide())/2))
		r.noteSign.Resize(fyne.NewSquareSize(smallSide()))
	}
	return x
}

// texts places the two lines; a single one is centered vertically.
func (l mediaLayout) texts(x, width, height float32) {
	r := l.row
	r.below.Hidden = r.cells.Below == ""
	if r.below.Hidden {
		putMiddle(r.text, x, width, height)
		return
	}
	first := r.text.MinSize().Height
	r.text.Move(fyne.NewPos(x, 0))
	r.text.Resize(fyne.NewSize(width, first))
	r.below.Move(fyne.NewPos(x, first))
	r.below.Resize(fyne.NewSize(width, r.below.MinSize().Height))
}
