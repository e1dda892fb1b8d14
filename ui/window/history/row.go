package history

import (
	"slices"
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"crossfeed/engine/ancestry"
	"crossfeed/ui/theme"
	line "crossfeed/ui/widget"
)

// row shows an update: its part of the graph, its mark, what it did, its state and its time.
type row struct {
	widget.BaseWidget
	page  *Page
	index int
	mark  *line.Line
	text  *line.Line
	state *line.Line
	note  *line.Line
}

func newRow(p *Page) *row {
	r := &row{page: p}
	r.mark, r.text = line.NewWholeLine("", line.TextStyle{}), line.NewLine("", line.TextStyle{})
	r.state, r.note = line.NewWholeLine("", line.TextStyle{}), line.NewWholeLine("", line.TextStyle{})
	r.ExtendBaseWidget(r)
	return r
}

func (r *row) set(index int) {
	r.index = index
	n, there := r.page.node(index)
	if !there {
		return
	}
	quiet := line.TextStyle{Color: theme.Quiet, Size: fynetheme.SizeNameCaptionText}
	r.mark.Set(r.markText(), line.TextStyle{Style: fyne.TextStyle{Bold: true}})
	r.text.Set(r.page.summaryText(index), textStyle(n))
	r.state.Set(r.stateText(n), stateStyle(n))
	r.note.Set(r.page.speaker.Local(n.Update.When.Time()), quiet)
	r.Refresh()
}

// markText returns the number of the mark. If two rows are marked, the later version is 2.
func (r *row) markText() string {
	i := slices.Index(r.page.marked, r.index)
	if i < 0 {
		return ""
	}
	if len(r.page.marked) == 2 && r.index == slices.Min(r.page.marked) {
		return strconv.Itoa(2)
	}
	return strconv.Itoa(1)
}

// stateText returns the state of the update, and whether its time is plausible.
func (r *row) stateText(n ancestry.Node) string {
	text := stateText(n)
	if remark := r.page.remark(n); remark == ancestry.Ahead || remark == ancestry.Behind {
		text = joined(text, clockText())
	}
	return text
}

func textStyle(n ancestry.Node) line.TextStyle {
	switch {
	case n.Role == ancestry.Winner:
		return line.TextStyle{Style: fyne.TextStyle{Bold: true}}
	case n.Role == ancestry.Dropped, n.Version == nil:
		return line.TextStyle{Color: theme.Quiet}
	}
	return line.TextStyle{}
}

func stateStyle(n ancestry.Node) line.TextStyle {
	l := line.TextStyle{Size: fynetheme.SizeNameCaptionText, Color: theme.Quiet}
	if n.Role == ancestry.Open {
		l.Color, l.Style.Bold = theme.Attention, true
	}
	return l
}

// CreateRenderer returns the row's renderer.
func (r *row) CreateRenderer() fyne.WidgetRenderer { return &rowRenderer{row: r} }

type rowRenderer struct {
	row     *row
	picture []fyne.CanvasObject
	// columns and height are those for which the picture was drawn. Fyne lays out a row again
	// if its objects are new, so they are recreated only if something changed: otherwise the
	// window would redraw forever.
	columns columns
	height  float32
}

// Destroy does nothing.
func (r *rowRenderer) Destroy() {}

// MinSize returns the height of a row.
func (r *rowRenderer) MinSize() fyne.Size {
	const room = 0.75
	return fyne.NewSize(0, fyne.MeasureText("|", fynetheme.TextSize(), fyne.TextStyle{}).Height+room*fynetheme.TextSize())
}

// Objects returns the part of the graph and the texts.
func (r *rowRenderer) Objects() []fyne.CanvasObject {
	return append(r.picture, r.row.mark, r.row.text, r.row.state, r.row.note)
}

// Refresh redraws the row.
func (r *rowRenderer) Refresh() {
	r.picture = nil
	r.Layout(r.row.Size())
	canvas.Refresh(r.row)
}

// Layout puts the graph to the left and the time to the right. The text takes the remaining
// width.
func (r *rowRenderer) Layout(size fyne.Size) {
	n, there := r.row.page.node(r.row.index)
	if !there {
		return
	}
	p := r.row.page
	columns := columnsIn(size.Width, len(p.lanes.object.Objects), p.picture.Columns)
	if p.picture.Columns > 0 && (r.picture == nil || columns != r.columns || size.Height != r.height) {
		r.columns, r.height = columns, size.Height
		r.picture = drawRow(n, p.picture.Rows[r.row.index], columns, size.Height)
	}
	gap := fynetheme.TextSize() * 0.7
	left := columns.end() + gap
	right := size.Width - gap
	mark := fyne.MeasureText("2", fynetheme.TextSize(), fyne.TextStyle{Bold: true}).Width
	put(r.row.mark, left, mark, size.Height)
	left += mark + gap
	const least = 11 // minimum width of the sentence next to a time, as a multiple of the text size
	needed := r.row.note.MinSize().Width + r.row.state.MinSize().Width + 2*gap
	r.row.note.Hidden = right-left-needed < least*fynetheme.TextSize()
	for _, l := range []*line.Line{r.row.note, r.row.state} {
		if width := l.MinSize().Width; width > 0 && !l.Hidden {
			right -= width
			put(l, right, width, size.Height)
			right -= gap
		}
	}
	put(r.row.text, left, max(right-left, 0), size.Height)
}

func put(o fyne.CanvasObject, x, width, height float32) {
	least := o.MinSize().Height
	o.Move(fyne.NewPos(x, (height-least)/2))
	o.Resize(fyne.NewSize(width, least))
}
