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

// Cells is the content of a row: an icon, a text, and at the right end a note about it.
type Cells struct {
	// Depth is the indentation level of the row.
	Depth int
	// Icon may be nil; its space stays empty, unless Flush gives it to the text.
	Icon  fyne.Resource
	Flush bool
	Text  string
	Note  string
	// Style is the style of the text, NoteStyle that of the note.
	Style, NoteStyle TextStyle
}

// Row shows Cells.
type Row struct {
	widget.BaseWidget
	// room reserves the space of a missing icon.
	room *canvas.Rectangle
	left *fyne.Container
	icon *icon
	text *Line
	note *Line
	line *fyne.Container
	// depth is the indentation level.
	depth int
}

// NewRow returns an empty row.
func NewRow() *Row {
	r := &Row{room: canvas.NewRectangle(color.Transparent), icon: newIcon(), text: NewLine("", TextStyle{}), note: NewWholeLine("", TextStyle{})}
	r.left = container.NewCenter(r.room, r.icon)
	r.line = container.New(rowLayout{r}, r.left, r.text, r.note)
	r.ExtendBaseWidget(r)
	return r
}

// CreateRenderer draws the row with some padding.
func (r *Row) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(container.New(layout.NewCustomPaddedLayout(3, 3, 6, 8), r.line))
}

// Set sets the content of the row.
func (r *Row) Set(c Cells) {
	side := fynetheme.IconInlineSize() * 0.8
	r.icon.set(c.Icon, side)
	r.left.Hidden, r.depth = c.Flush, c.Depth
	r.room.SetMinSize(fyne.NewSquareSize(side))
	r.text.Set(c.Text, c.Style)
	if c.NoteStyle == (TextStyle{}) {
		c.NoteStyle = TextStyle{Color: theme.Quiet, Size: fynetheme.SizeNameCaptionText, Trailing: true}
	}
	r.note.Set(c.Note, c.NoteStyle)
	r.line.Refresh()
}

// ColumnsRow is a row with texts in columns: each takes a share of the width, so that the
// columns of all rows are aligned.
type ColumnsRow struct {
	widget.BaseWidget
	// OnLead is called when the sign at the left is clicked, if there is one.
	OnLead func()

	lead  *sign
	lines []*Line
	line  *fyne.Container
}

// NewColumnsRow returns an empty row with a column for each share.
func NewColumnsRow(shares ...float32) *ColumnsRow {
	r := &ColumnsRow{line: container.New(columnsLayout(shares))}
	for range shares {
		l := NewLine("", TextStyle{})
		r.lines = append(r.lines, l)
		r.line.Add(l)
	}
	r.ExtendBaseWidget(r)
	return r
}

// NewLeadColumnsRow returns a ColumnsRow with room for a sign at the left.
func NewLeadColumnsRow(keys *Keys, shares ...float32) *ColumnsRow {
	r := NewColumnsRow(shares...)
	r.lead = newSign(keys, func() { call(r.OnLead) })
	r.lead.set(nil)
	return r
}

// CreateRenderer draws the row with some padding.
func (r *ColumnsRow) CreateRenderer() fyne.WidgetRenderer {
	inside := fyne.CanvasObject(r.line)
	if r.lead != nil {
		inside = Border(nil, nil, r.lead, nil, r.line)
	}
	return widget.NewSimpleRenderer(container.New(layout.NewCustomPaddedLayout(3, 3, 6, 8), inside))
}

// SetLead shows a sign at the left of a row that has room for it; nil shows none.
func (r *ColumnsRow) SetLead(icon fyne.Resource) {
	r.lead.set(icon)
}

// clickedAt triggers the sign at a position, and reports whether there is one.
func (r *ColumnsRow) clickedAt(at fyne.Position) bool {
	return r.lead != nil && tapSign(r, at, r.lead)
}

// Set sets the text of a column, counted from the left.
func (r *ColumnsRow) Set(column int, text string, look TextStyle) { r.lines[column].Set(text, look) }

// Text returns the text of a column.
func (r *ColumnsRow) Text(column int) string { return r.lines[column].Text() }

// columnsLayout divides the width by shares.
type columnsLayout []float32

// MinSize is the height of the highest text.
func (columnsLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	var size fyne.Size
	for _, o := range objects {
		size.Height = max(size.Height, o.MinSize().Height)
	}
	return size
}

// Layout centers each text vertically.
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

// icon is an icon in a row of a list. Fyne's image parses its SVG at each refresh, which took
// a fifth of the time of a window; icon only does so when its appearance changes.
type icon struct {
	widget.BaseWidget
	image *canvas.Image
	drawn drawnIcon
}

// drawnIcon identifies the appearance of an icon. The name of a colored resource includes the
// color.
type drawnIcon struct {
	name       string
	r, g, b, a uint32
}

func newIcon() *icon {
	i := &icon{image: canvas.NewImageFromResource(nil)}
	i.image.FillMode = canvas.ImageFillContain
	i.ExtendBaseWidget(i)
	return i
}

// set changes the icon, nil for none, and its size.
func (i *icon) set(r fyne.Resource, side float32) {
	i.image.Resource, i.image.Hidden = r, r == nil
	i.image.SetMinSize(fyne.NewSquareSize(side))
	i.Refresh()
}

// CreateRenderer draws the icon.
func (i *icon) CreateRenderer() fyne.WidgetRenderer {
	return iconRenderer{widget.NewSimpleRenderer(i.image), i}
}

type iconRenderer struct {
	fyne.WidgetRenderer
	icon *icon
}

// Refresh parses the SVG if the icon or the theme changed.
func (r iconRenderer) Refresh() {
	image, now := r.icon.image, drawnIcon{}
	if image.Resource != nil {
		now.name = image.Resource.Name()
	}
	if themed, is := image.Resource.(fyne.ThemedResource); is {
		now.r, now.g, now.b, now.a = fynetheme.Color(themed.ThemeColorName()).RGBA()
	}
	if now != r.icon.drawn {
		r.icon.drawn = now
		image.Refresh()
	}
}
