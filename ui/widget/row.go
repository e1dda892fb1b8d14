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
	icon *icon
	text *Line
	note *Line
	line *fyne.Container
}

// NewRow is a row that shows nothing yet.
func NewRow() *Row {
	r := &Row{room: canvas.NewRectangle(color.Transparent), icon: newIcon(), text: NewLine("", Look{}), note: NewWholeLine("", Look{})}
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
	side := fynetheme.IconInlineSize() * 0.8
	r.icon.set(c.Icon, side)
	r.left.Hidden = c.Flush
	r.room.SetMinSize(fyne.NewSquareSize(side))
	r.text.Set(c.Text, c.Look)
	if c.NoteLook == (Look{}) {
		c.NoteLook = Look{Color: theme.Quiet, Size: fynetheme.SizeNameCaptionText, Trailing: true}
	}
	r.note.Set(c.Note, c.NoteLook)
	r.line.Refresh()
}

// ColumnsRow is a row of a list with texts in columns: each takes a share of the
// width, so that the columns of all rows stand below each other.
type ColumnsRow struct {
	widget.BaseWidget
	// OnLead is called when the sign at the left is clicked, where there is one.
	OnLead func()

	lead  *sign
	lines []*Line
	line  *fyne.Container
}

// NewColumnsRow is a row that shows nothing yet, with a column for each share.
func NewColumnsRow(shares ...float32) *ColumnsRow {
	r := &ColumnsRow{line: container.New(columnsLayout(shares))}
	for range shares {
		l := NewLine("", Look{})
		r.lines = append(r.lines, l)
		r.line.Add(l)
	}
	r.ExtendBaseWidget(r)
	return r
}

// NewLeadColumnsRow is a ColumnsRow with room for a sign at the left.
func NewLeadColumnsRow(shares ...float32) *ColumnsRow {
	r := NewColumnsRow(shares...)
	r.lead = newSign(func() { call(r.OnLead) })
	r.lead.set(nil)
	return r
}

// CreateRenderer draws the row with some room round it.
func (r *ColumnsRow) CreateRenderer() fyne.WidgetRenderer {
	inside := fyne.CanvasObject(r.line)
	if r.lead != nil {
		inside = Border(nil, nil, r.lead, nil, r.line)
	}
	return widget.NewSimpleRenderer(container.New(layout.NewCustomPaddedLayout(3, 3, 6, 8), inside))
}

// SetLead shows a sign at the left of a row that has room for it; nil leaves it free.
func (r *ColumnsRow) SetLead(icon fyne.Resource) {
	r.lead.set(icon)
}

// clickedAt does what the sign at that position is for, and reports whether there is
// one.
func (r *ColumnsRow) clickedAt(at fyne.Position) bool {
	return r.lead != nil && tapSign(r, at, r.lead)
}

// Set shows a text in a column, from the left.
func (r *ColumnsRow) Set(column int, text string, look Look) { r.lines[column].Set(text, look) }

// Text is what stands in a column.
func (r *ColumnsRow) Text(column int) string { return r.lines[column].Text() }

// columnsLayout shares the width.
type columnsLayout []float32

// MinSize is the height of the highest text.
func (columnsLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	var size fyne.Size
	for _, o := range objects {
		size.Height = max(size.Height, o.MinSize().Height)
	}
	return size
}

// Layout puts each text into the middle of its height.
func (c columnsLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	gap, all, x := 3*fynetheme.Padding(), float32(0), float32(0)
	for _, share := range c {
		all += share
	}
	room := max(size.Width-gap*float32(len(c)-1), 0)
	for i, o := range objects {
		width, height := room*c[i]/all, o.MinSize().Height
		o.Move(fyne.NewPos(x, (size.Height-height)/2))
		o.Resize(fyne.NewSize(width, height))
		x += width + gap
	}
}
