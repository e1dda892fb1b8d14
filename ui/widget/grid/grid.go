package grid

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"crossfeed/ui/widget"
)

// Head is the row of the mark that stands on the heads.
const Head = -1

// At is a place of the mark. Columns count from 0 at the left; the pinned one is
// the last.
type At struct{ Row, Column int }

// Grid is the table. Its Object shows it with the heads of the columns.
type Grid struct {
	widget.List
	// OnMarked is called when a person moved the mark.
	OnMarked func()
	// OnTaken is called when a person presses Enter on the mark or clicks a
	// cell; add tells that Shift was held.
	OnTaken func(add bool)
	// OnChosen is called when a person clicks a choice of the marked row.
	OnChosen func(number int)
	// OnRenamed is called on F2.
	OnRenamed func()
	// OnCleared is called on Backspace and Delete.
	OnCleared func()
	// OnShaped is called when the columns have another width.
	OnShaped func()

	// Frozen is the number of columns at the left that stay in sight where not all
	// columns fit: those between them and the pinned one scroll sideways.
	Frozen int
	// More says how many columns are out of sight.
	More func(n int) string

	keys  *widget.Keys
	rows  []Row
	of    []int // of is the row of each line
	first []int // first is the first line of each row
	at    At
	// columns are all but the pinned one, left is how many are out of sight between
	// the frozen ones and the first that scrolls.
	columns, left int
	// swept is how far a finger went sideways since the last column.
	swept   float32
	shape   Shape
	focused bool
	heads   *heads
	object  fyne.CanvasObject
	ruler   *Ruler
	strip   *overview
}

// New is a grid without columns.
func New(keys *widget.Keys) *Grid {
	g := &Grid{keys: keys, at: At{Row: Head}}
	g.List.Init(keys, func() fyne.CanvasObject { return newLine(g) }, g.drawLine)
	g.ExtendBaseWidget(g)
	g.strip = newOverview(g)
	newHeads(g)
	g.object = container.NewStack(g.heads.object, newSheet(g))
	return g
}

// Object is the grid with its heads.
func (g *Grid) Object() fyne.CanvasObject { return g.object }

// SetHeads shows columns with these heads; the last one is pinned.
func (g *Grid) SetHeads(all []fyne.CanvasObject) {
	g.columns = len(all) - 1
	g.at.Column = min(g.at.Column, g.columns)
	g.heads.set(all)
	g.reshape(g.Size().Width)
}

// SetRows shows rows. The mark stays on the row with its key; where that is gone
// it stays where it was.
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

// Rows are what is shown.
func (g *Grid) Rows() []Row { return g.rows }

// Key is that of the marked row; "" on the heads.
func (g *Grid) Key() string {
	if g.at.Row == Head || g.at.Row >= len(g.rows) {
		return ""
	}
	return g.rows[g.at.Row].Key
}

// At is where the mark is.
func (g *Grid) At() At { return g.at }

// Shape is that of the columns as they are shown.
func (g *Grid) Shape() Shape { return g.shape }

// Left is the number of columns that were scrolled out of sight at the left.
func (g *Grid) Left() int { return g.left }

// Resize shares the width among the columns. The mark stays in sight where there
// is less height than before.
func (g *Grid) Resize(size fyne.Size) {
	lower := size.Height < g.Size().Height
	g.List.Resize(size)
	g.reshape(size.Width)
	if lower && g.at.Row != Head && g.at.Row < len(g.rows) {
		g.see()
	}
}

func (g *Grid) reshape(width float32) {
	shape := shapeOf(width, g.columns, g.Frozen)
	changed := shape != g.shape
	g.shape = shape
	g.left = min(g.left, g.hidden())
	if changed {
		g.seeColumn()
	}
	g.heads.lay()
	if changed && g.OnShaped != nil {
		g.OnShaped()
	}
}

// hidden is the number of columns that do not fit.
func (g *Grid) hidden() int { return max(g.columns-g.shape.Count, 0) }

// columnAt is where a column is, and how wide it is; visible tells whether it is in
// sight.
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

// FocusGained shows by the mark that keys go here: a ring round the whole would
// only repeat it.
func (g *Grid) FocusGained() {
	g.focused = true
	g.draw()
}

// FocusLost shows that keys go elsewhere.
func (g *Grid) FocusLost() {
	g.focused = false
	g.List.FocusLost()
	g.draw()
}

// draw draws everything in sight anew.
func (g *Grid) draw() {
	g.heads.mark()
	g.Refresh()
}
