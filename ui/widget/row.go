package widget

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"crossfeed/ui/theme"
)

// Cells is what a row of a list shows: an icon, a text, and at the right end a
// note about it.
type Cells struct {
	// Icon is nil for none; its place stays empty, unless Flush gives it to
	// the text.
	Icon  fyne.Resource
	Flush bool
	Text  string
	Note  string
	// Look is that of the text; NoteLook that of the note.
	Look, NoteLook Look
}

// Row draws Cells.
type Row struct {
	widget.BaseWidget
	// room keeps the place of the icon where there is none.
	room *canvas.Rectangle
	left *fyne.Container
	icon *canvas.Image
	text *Line
	note *Line
	line *fyne.Container
}

// NewRow is a row that shows nothing yet.
func NewRow() *Row {
	r := &Row{room: canvas.NewRectangle(color.Transparent), icon: canvas.NewImageFromResource(nil), text: NewLine("", Look{}), note: NewWholeLine("", Look{})}
	r.icon.FillMode = canvas.ImageFillContain
	r.left = container.NewCenter(r.room, r.icon)
	r.line = container.New(rowLayout{}, r.left, r.text, r.note)
	r.ExtendBaseWidget(r)
	return r
}

// CreateRenderer draws the row with some room round it.
func (r *Row) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(container.New(layout.NewCustomPaddedLayout(3, 3, 6, 8), r.line))
}

// Set shows the cells.
func (r *Row) Set(c Cells) {
	r.icon.Resource, r.icon.Hidden = c.Icon, c.Icon == nil
	side := fyne.NewSquareSize(fynetheme.IconInlineSize() * 0.8)
	r.left.Hidden = c.Flush
	r.room.SetMinSize(side)
	r.icon.SetMinSize(side)
	r.text.Set(c.Text, c.Look)
	if c.NoteLook == (Look{}) {
		c.NoteLook = Look{Color: theme.Quiet, Size: fynetheme.SizeNameCaptionText, Trailing: true}
	}
	r.note.Set(c.Note, c.NoteLook)
	r.line.Refresh()
}
