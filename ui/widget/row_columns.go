package widget

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// ColumnsRow is a row of a list with texts in columns: each takes a share of the
// width, so that the columns of all rows stand below each other.
type ColumnsRow struct {
	widget.BaseWidget
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

// CreateRenderer draws the row with some room round it.
func (r *ColumnsRow) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(container.New(layout.NewCustomPaddedLayout(3, 3, 6, 8), r.line))
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
