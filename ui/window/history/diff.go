package history

import (
	"image/color"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"
	fynewidget "fyne.io/fyne/v2/widget"

	"crossfeed/engine/merge"
	"crossfeed/ui/display"
	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
	"crossfeed/ui/wording"
)

// diffField is a named pair of texts to be compared.
type diffField struct {
	// Name is the group that the field's lines belong to.
	Name string
	// Heading is shown above the lines.
	Heading string
	// Rows are the compared lines.
	Rows []merge.Row
}

// diffList shows the differences of several fields, one below the other, with both sides in
// each row, so that they scroll together.
type diffList struct {
	widget.List
	fields  []diffField
	lines   []diffLine
	columns int
	// open are the hunks of each field that a person has unfolded.
	open map[string]map[int]bool
}

// newDiffList returns a list without fields.
func newDiffList(keys *widget.Keys) *diffList {
	l := &diffList{open: map[string]map[int]bool{}}
	l.List.Init(keys, func() fyne.CanvasObject { return newDiffRow(func(i int) { keys.Handle(func() { l.tapped(i) }) }) }, l.draw)
	l.OnEntered = l.entered
	l.ExtendBaseWidget(l)
	return l
}

// SetFields sets the fields.
func (l *diffList) SetFields(fields []diffField) {
	l.fields = fields
	l.build()
}

// Resize wraps the texts again if the number of columns changed.
func (l *diffList) Resize(size fyne.Size) {
	l.List.Resize(size)
	if columns := textColumnsIn(size.Width); columns != l.columns {
		l.columns = columns
		l.build()
	}
}

func textColumnsIn(width float32) int {
	return max(int(width/2/cellWidth())-gutter-1, 10)
}

func (l *diffList) build() {
	marked := l.Marked()
	l.lines = nil
	for _, f := range l.fields {
		l.lines = append(l.lines, diffLine{Group: f.Name, Heading: f.Heading})
		l.lines = append(l.lines, foldLines(diffLines(f.Name, f.Rows, max(l.columns, 10)), l.open[f.Name])...)
	}
	if marked >= len(l.lines) {
		marked = widget.Nothing
	}
	l.SetRows(len(l.lines), marked)
}

func (l *diffList) draw(i int, into fyne.CanvasObject) {
	if i < len(l.lines) {
		into.(*diffRow).set(i, l.lines[i], i == l.Marked())
	}
}

// entered unfolds the rows that a line stands for.
func (l *diffList) entered(i int) {
	line := l.lines[i]
	if line.Folded == 0 {
		return
	}
	if l.open[line.Group] == nil {
		l.open[line.Group] = map[int]bool{}
	}
	l.open[line.Group][line.Stretch] = true
	l.build()
}

// tapped marks a row, and unfolds the rows that it stands for.
func (l *diffList) tapped(i int) {
	if i >= len(l.lines) {
		return
	}
	if c := fyne.CurrentApp().Driver().CanvasForObject(l); c != nil {
		c.Focus(l)
	}
	l.Select(i)
	l.entered(i)
}

// diffRow draws one diffLine.
type diffRow struct {
	fynewidget.BaseWidget
	index  int
	line   diffLine
	marked bool
	tapped func(index int)
}

func newDiffRow(tapped func(index int)) *diffRow {
	r := &diffRow{tapped: tapped}
	r.ExtendBaseWidget(r)
	return r
}

func (r *diffRow) set(index int, l diffLine, marked bool) {
	r.index, r.line, r.marked = index, l, marked
	r.Refresh()
}

// Tapped handles a click on the row.
func (r *diffRow) Tapped(*fyne.PointEvent) { r.tapped(r.index) }

// CreateRenderer draws the row.
func (r *diffRow) CreateRenderer() fyne.WidgetRenderer { return &diffRowRenderer{row: r} }

type diffRowRenderer struct {
	row     *diffRow
	objects []fyne.CanvasObject
	// size is the size that the objects were built for. Fyne repeats the layout when objects
	// change, so they are rebuilt only if something changed.
	size fyne.Size
}

func (r *diffRowRenderer) Destroy() {}

// MinSize is the height of every row.
func (r *diffRowRenderer) MinSize() fyne.Size {
	return fyne.NewSize(0, fyne.MeasureText("|", textSize(), mono).Height+4)
}

func (r *diffRowRenderer) Objects() []fyne.CanvasObject { return r.objects }

func (r *diffRowRenderer) Refresh() {
	r.objects = nil
	r.Layout(r.row.Size())
	canvas.Refresh(r.row)
}

func (r *diffRowRenderer) Layout(size fyne.Size) {
	if r.objects != nil && size == r.size {
		return
	}
	r.size = size
	l, middle := r.row.line, size.Width/2
	switch {
	case l.Heading != "":
		r.objects = diffTitle(l.Heading, fyne.TextStyle{Bold: true}, fynetheme.ColorNameForeground, size)
	case l.Folded > 0:
		text := "▸ " + wording.N("n-unchanged-lines-enter-shows-them", "{{.N}} unchanged lines (Enter shows them)", l.Folded, map[string]any{"N": l.Folded})
		r.objects = diffTitle(text, fyne.TextStyle{}, theme.Quiet, size)
	default:
		r.objects = append(drawHalf(l.Left, l.Kind, 0, middle-1, size.Height),
			drawHalf(l.Right, l.Kind, middle+1, middle-1, size.Height)...)
		r.objects = append(r.objects, divider(middle, size.Height))
	}
	if r.row.marked {
		r.objects = append(r.objects, diffMark(size))
	}
}

// diffMark returns the frame of the marked row: its background may already show a difference.
func diffMark(size fyne.Size) fyne.CanvasObject {
	m := canvas.NewRectangle(color.Transparent)
	m.StrokeColor, m.StrokeWidth = fynetheme.Color(theme.Ring), 1.5
	m.Resize(size)
	return m
}

func diffTitle(text string, style fyne.TextStyle, name fyne.ThemeColorName, size fyne.Size) []fyne.CanvasObject {
	t := canvas.NewText(display.Line(text), fynetheme.Color(name))
	t.TextStyle, t.TextSize = style, textSize()
	t.Move(fyne.NewPos(8, (size.Height-t.MinSize().Height)/2))
	t.Resize(t.MinSize())
	return []fyne.CanvasObject{t}
}

func divider(x, height float32) fyne.CanvasObject {
	d := canvas.NewRectangle(lineColor())
	d.Move(fyne.NewPos(x-0.5, -diffGap))
	d.Resize(fyne.NewSize(1, height+2*diffGap))
	return d
}

// tone is the style of a kind of difference on one side. The sign in the gutter conveys it
// without color.
type tone struct {
	mark         string
	ground, word fyne.ThemeColorName
}

func toneOf(kind merge.Kind) tone {
	switch kind {
	case merge.Added:
		return tone{"+", theme.Added, theme.AddedMarked}
	case merge.Removed:
		return tone{"−", theme.Removed, theme.RemovedMarked}
	case merge.Changed:
		return tone{"~", theme.Changed, theme.ChangedMarked}
	}
	return tone{}
}

// painter lays out pieces of text from left to right.
type painter struct {
	objects   []fyne.CanvasObject
	x, height float32
}

// gutter is the number of columns before the text: the line number, the sign, and a space
// after each.
const gutter = 7

// diffGap is the gap between two rows of the list; backgrounds fill it.
const diffGap = 4

var mono = fyne.TextStyle{Monospace: true}

// drawHalf draws one side of a row.
func drawHalf(h diffHalf, kind merge.Kind, left, width, height float32) []fyne.CanvasObject {
	p := painter{x: left, height: height}
	if !h.There {
		return nil
	}
	t := toneOf(kind)
	if t.ground != "" {
		p.box(left, -diffGap/2, width, height+diffGap, t.ground)
	}
	cell := cellWidth()
	p.write(h.Number, mono, theme.Quiet, left+cell*(4-float32(len(h.Number))))
	p.write(t.mark, fyne.TextStyle{Monospace: true, Bold: true}, fynetheme.ColorNameForeground, left+5*cell)
	p.x = left + gutter*cell
	var line strings.Builder
	pieces := make([]display.Piece[bool], len(h.Spans))
	for i, s := range h.Spans {
		pieces[i] = display.Piece[bool]{Text: display.Visible(s.Text), Mark: s.Marked}
		line.WriteString(pieces[i].Text)
	}
	for _, run := range display.Visual(pieces, display.RightToLeft(line.String())) {
		p.span(merge.Span{Text: run.Text, Marked: run.Mark}, t.word)
	}
	return p.objects
}

// span draws a piece; differences are bold and underlined on their own background.
func (p *painter) span(s merge.Span, ground fyne.ThemeColorName) {
	style, start := mono, p.x
	style.Bold = s.Marked && ground != ""
	width := fyne.MeasureText(s.Text, textSize(), style).Width
	if style.Bold {
		p.box(start, 1, width, p.height-2, ground)
		p.box(start, p.height-3, width, 2, fynetheme.ColorNameForeground)
	}
	p.write(s.Text, style, fynetheme.ColorNameForeground, start)
	p.x = start + width
}

func (p *painter) write(text string, style fyne.TextStyle, name fyne.ThemeColorName, x float32) {
	if text == "" {
		return
	}
	t := canvas.NewText(text, fynetheme.Color(name))
	t.TextStyle, t.TextSize = style, textSize()
	t.Move(fyne.NewPos(x, (p.height-t.MinSize().Height)/2))
	t.Resize(t.MinSize())
	p.objects = append(p.objects, t)
}

func (p *painter) box(x, y, width, height float32, name fyne.ThemeColorName) {
	b := canvas.NewRectangle(fynetheme.Color(name))
	b.Move(fyne.NewPos(x, y))
	b.Resize(fyne.NewSize(width, height))
	p.objects = append(p.objects, b)
}

func textSize() float32 { return fynetheme.TextSize() * 0.93 }

func cellWidth() float32 { return fyne.MeasureText("0", textSize(), mono).Width }

func lineColor() color.Color { return fynetheme.Color(fynetheme.ColorNameSeparator) }
