package grid

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	fynewidget "fyne.io/fyne/v2/widget"

	"crossfeed/ui/widget"
)

// Head is the row of the mark when it is on the column headings.
const Head = -1

// At is a position of the mark. Columns count from 0 at the left; the pinned one is the last.
type At struct{ Row, Column int }

// Grid is the table. Its Object includes the column headings.
type Grid struct {
	widget.List
	// OnMarked is called when a person moves the mark.
	OnMarked func()
	// OnTaken is called when a person presses Enter on the marked cell or clicks a cell; add
	// is set if Shift was held.
	OnTaken func(add bool)
	// OnChosen is called when a person clicks a button in the marked row.
	OnChosen func(number int)
	// OnRenamed is called on F2.
	OnRenamed func()
	// OnCleared is called on Backspace and Delete.
	OnCleared func()
	// OnShaped is called when the widths of the columns change.
	OnShaped func()

	// Frozen is the number of columns at the left that stay visible if not all columns fit:
	// those between them and the pinned one scroll horizontally.
	Frozen int
	// More returns a text that says how many columns are not visible.
	More func(n int) string

	keys  *widget.Keys
	rows  []Row
	of    []int // of is the row of each line
	first []int // first is the first line of each row
	at    At
	// columns is the number of columns without the pinned one, left the number of columns
	// scrolled out between the frozen ones and the first that is visible.
	columns, left int
	// swept is the horizontal scroll distance since the last column.
	swept float32
	shape Shape
	// needed is the width that texts in columns need.
	needed  float32
	focused bool
	heads   *heads
	object  fyne.CanvasObject
	ruler   *Ruler
	strip   *overview
}

// New returns a grid without columns.
func New(keys *widget.Keys) *Grid {
	g := &Grid{keys: keys, at: At{Row: Head}}
	g.List.Init(keys, func() fyne.CanvasObject { return newLine(g) }, g.drawLine)
	g.ExtendBaseWidget(g)
	g.strip = newOverview(g)
	newHeads(g)
	g.object = container.NewStack(g.heads.object, widget.NewWheel(keys, g.sweep))
	return g
}

// Object returns the grid with its headings.
func (g *Grid) Object() fyne.CanvasObject { return g.object }

// SetHeads sets the columns and their headings; the last one is pinned.
func (g *Grid) SetHeads(all []fyne.CanvasObject) {
	g.columns = len(all) - 1
	g.at.Column = min(g.at.Column, g.columns)
	g.heads.set(all)
	g.reshape()
}

// SetRows sets the rows. The mark stays on the row with its key, or if that is gone, at its
// position.
func (g *Grid) SetRows(rows []Row) {
	key := g.Key()
	g.rows, g.of, g.first = rows, nil, nil
	for i, r := range rows {
		g.first = append(g.first, len(g.of))
		g.of = append(g.of, slices.Repeat([]int{i}, r.height())...)
	}
	if i := slices.IndexFunc(rows, func(r Row) bool { return r.Key == key }); g.at.Row != Head && i >= 0 {
		g.at.Row = i
	}
	g.at.Row = min(g.at.Row, len(rows)-1)
	g.List.SetRows(len(g.of), widget.Nothing)
	g.strip.Refresh()
}

// Rows returns the rows.
func (g *Grid) Rows() []Row { return g.rows }

// Key returns the key of the marked row, or "" on the headings.
func (g *Grid) Key() string {
	if g.at.Row == Head || g.at.Row >= len(g.rows) {
		return ""
	}
	return g.rows[g.at.Row].Key
}

// At returns the position of the mark.
func (g *Grid) At() At { return g.at }

// Shape returns the current layout of the columns.
func (g *Grid) Shape() Shape { return g.shape }

// Need sets the width that the texts in columns need to be shown unbroken. They get it if the
// frozen columns and another one stay visible.
func (g *Grid) Need(width float32) {
	if width != g.needed {
		g.needed = width
		g.reshape()
	}
}

// Left returns the number of columns scrolled out at the left.
func (g *Grid) Left() int { return g.left }

// Resize keeps the mark visible if the height shrinks. The width was distributed before, see
// tableLayout.
func (g *Grid) Resize(size fyne.Size) {
	lower := size.Height < g.Size().Height
	g.List.Resize(size)
	if lower && g.at.Row != Head && g.at.Row < len(g.rows) {
		g.see()
	}
}

// reshape distributes the current width again.
func (g *Grid) reshape() {
	changed := g.distribute(g.Size().Width)
	g.heads.lay()
	g.shaped(changed)
}

// distribute distributes a width among the columns, and reports whether they changed.
func (g *Grid) distribute(width float32) bool {
	shape := shapeOf(width, g.columns, g.Frozen, g.needed)
	changed := shape != g.shape
	g.shape = shape
	g.left = min(g.left, g.hidden())
	if changed {
		g.seeColumn()
	}
	return changed
}

func (g *Grid) shaped(changed bool) {
	if changed && g.OnShaped != nil {
		g.OnShaped()
	}
}

// hidden returns the number of columns that do not fit.
func (g *Grid) hidden() int { return max(g.columns-g.shape.Count, 0) }

// columnAt returns the position and width of a column; visible reports whether it is visible.
func (g *Grid) columnAt(column int) (x, width float32, visible bool) {
	s := g.shape
	at := column
	switch stay := g.shape.Stay; {
	case column == g.columns:
		return s.Names + float32(s.Count)*s.Column, s.Pinned, true
	case column >= stay:
		at = column - g.left
		visible = at >= stay && at < s.Count
	default:
		visible = true
	}
	return s.Names + float32(at)*s.Column, s.Column, visible
}

// FocusGained emphasizes the mark: a ring around the whole grid would be redundant.
func (g *Grid) FocusGained() {
	g.focused = true
	g.draw()
}

// FocusLost removes the emphasis.
func (g *Grid) FocusLost() {
	g.focused = false
	g.List.FocusLost()
	g.draw()
}

// draw redraws everything that is visible.
func (g *Grid) draw() {
	g.heads.mark()
	g.Refresh()
}

// line draws one line of the grid, across all columns.
type line struct {
	fynewidget.BaseWidget
	grid  *Grid
	index int
}

func newLine(g *Grid) *line {
	l := &line{grid: g}
	l.ExtendBaseWidget(l)
	return l
}

func (g *Grid) drawLine(index int, into fyne.CanvasObject) {
	l := into.(*line)
	l.index = index
	g.strip.follow()
	l.Refresh()
}

// Tapped does nothing between the rows: there is no cell.
func (g *Grid) Tapped(*fyne.PointEvent) {}

// Tapped marks and takes the clicked cell.
func (l *line) Tapped(ev *fyne.PointEvent) {
	l.grid.keys.Handle(func() { l.grid.tapped(l.index, ev.Position.X) })
}

func (l *line) Cursor() desktop.Cursor { return desktop.PointerCursor }

// CreateRenderer draws the line.
func (l *line) CreateRenderer() fyne.WidgetRenderer { return &lineRenderer{line: l} }

type lineRenderer struct {
	line    *line
	objects []fyne.CanvasObject
}

func (r *lineRenderer) Destroy() {}

// MinSize is the height of every line.
func (r *lineRenderer) MinSize() fyne.Size { return fyne.NewSize(0, lineHeight()) }

func (r *lineRenderer) Objects() []fyne.CanvasObject { return r.objects }

func (r *lineRenderer) Refresh() {
	r.Layout(r.line.Size())
	canvas.Refresh(r.line)
}

func (r *lineRenderer) Layout(size fyne.Size) {
	g := r.line.grid
	if r.line.index >= len(g.of) {
		r.objects = nil
		return
	}
	p := &painter{grid: g, width: size.Width, height: size.Height}
	row := g.of[r.line.index]
	p.row(row, r.line.index-g.first[row])
	r.objects = p.objects
}

// notch is the scroll distance for one column, in Fyne's units.
const notch = 10

// sweep scrolls vertically, or by columns if Shift is held or the scroll is horizontal. The list
// only scrolls vertically, so a cover handles the wheel.
func (g *Grid) sweep(by fyne.Delta) {
	if g.shifted() && by.DX == 0 {
		by = fyne.NewDelta(by.DY, 0)
	}
	if max(by.DX, -by.DX) > max(by.DY, -by.DY) {
		g.sideways(by.DX)
		return
	}
	g.Turn(by.DY)
}

// sideways scrolls columns left or right, one at a time. The mark moves along if it would
// otherwise become invisible: keys never act on invisible cells.
func (g *Grid) sideways(by float32) {
	if g.swept -= by; g.swept > -notch && g.swept < notch {
		return
	}
	step := 1
	if g.swept < 0 {
		step = -1
	}
	g.swept = 0
	left := min(max(g.left+step, 0), g.hidden())
	if left == g.left {
		return
	}
	g.left = left
	g.heads.lay()
	if c := g.at.Column; c >= g.shape.Stay && c < g.columns {
		g.at.Column = min(max(c, g.shape.Stay+left), left+g.shape.Count-1)
	}
	g.draw()
	call(g.OnMarked)
}
