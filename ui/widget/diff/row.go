package diff

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/lang"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"crossfeed/ui/display"
	"crossfeed/ui/theme"
)

// row draws one Line.
type row struct {
	widget.BaseWidget
	index  int
	line   Line
	marked bool
	tapped func(index int)
}

func newRow(tapped func(index int)) *row {
	r := &row{tapped: tapped}
	r.ExtendBaseWidget(r)
	return r
}

func (r *row) set(index int, l Line, marked bool) {
	r.index, r.line, r.marked = index, l, marked
	r.Refresh()
}

// Tapped tells which row was clicked.
func (r *row) Tapped(*fyne.PointEvent) { r.tapped(r.index) }

// CreateRenderer draws the row.
func (r *row) CreateRenderer() fyne.WidgetRenderer { return &rowRenderer{row: r} }

type rowRenderer struct {
	row     *row
	objects []fyne.CanvasObject
}

// Destroy has nothing to end.
func (r *rowRenderer) Destroy() {}

// MinSize is the height of every row.
func (r *rowRenderer) MinSize() fyne.Size {
	return fyne.NewSize(0, fyne.MeasureText("|", textSize(), mono).Height+4)
}

// Objects are what Layout made.
func (r *rowRenderer) Objects() []fyne.CanvasObject { return r.objects }

// Refresh draws the line anew.
func (r *rowRenderer) Refresh() {
	r.Layout(r.row.Size())
	canvas.Refresh(r.row)
}

// Layout draws the line into the size.
func (r *rowRenderer) Layout(size fyne.Size) {
	l, middle := r.row.line, size.Width/2
	switch {
	case l.Heading != "":
		r.objects = title(l.Heading, fyne.TextStyle{Bold: true}, fynetheme.ColorNameForeground, size)
	case l.Folded > 0:
		text := "▸ " + lang.N("{{.N}} lines are the same: Enter shows them", l.Folded, map[string]any{"N": l.Folded})
		r.objects = title(text, fyne.TextStyle{}, theme.Quiet, size)
	default:
		r.objects = append(half(l.Left, l.Kind, 0, middle-1, size.Height),
			half(l.Right, l.Kind, middle+1, middle-1, size.Height)...)
		r.objects = append(r.objects, divider(middle, size.Height))
	}
	if r.row.marked {
		r.objects = append(r.objects, mark(size))
	}
}

// mark is the frame of the marked row: its ground may be that of a difference.
func mark(size fyne.Size) fyne.CanvasObject {
	m := canvas.NewRectangle(color.Transparent)
	m.StrokeColor, m.StrokeWidth = fynetheme.Color(theme.Ring), 1.5
	m.Resize(size)
	return m
}

func title(text string, style fyne.TextStyle, name fyne.ThemeColorName, size fyne.Size) []fyne.CanvasObject {
	t := canvas.NewText(display.Line(text), fynetheme.Color(name))
	t.TextStyle, t.TextSize = style, textSize()
	t.Move(fyne.NewPos(8, (size.Height-t.MinSize().Height)/2))
	t.Resize(t.MinSize())
	return []fyne.CanvasObject{t}
}

func divider(x, height float32) fyne.CanvasObject {
	d := canvas.NewRectangle(lineColor())
	d.Move(fyne.NewPos(x-0.5, -between))
	d.Resize(fyne.NewSize(1, height+2*between))
	return d
}
