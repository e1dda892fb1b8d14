package grid

import (
	"image/color"
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
)

// heads are the headings above the columns, and the controls above the names that lead to
// columns out of view.
type heads struct {
	grid   *Grid
	object *fyne.Container
	bar    *fyne.Container
	all    []*widget.Press
	// insides are the contents of the headings.
	insides []*fyne.Container
	frame   *canvas.Rectangle
	rule    *widget.Ground
	ways    [2]*widget.Button
	more    *widget.Words
	beside  *fyne.Container
}

// moreRows is the number of rows for the text about columns out of view.
const moreRows = 3

func newHeads(g *Grid) *heads {
	h := &heads{grid: g, frame: canvas.NewRectangle(color.Transparent), rule: widget.NewGround(fynetheme.ColorNameSeparator)}
	h.ways[0] = widget.NewButton(g.keys, "", func() { g.goTo(At{g.at.Row, g.shape.Stay + g.left - 1}) })
	h.ways[1] = widget.NewButton(g.keys, "", func() { g.goTo(At{g.at.Row, g.left + g.shape.Count}) })
	h.more = widget.NewWords(moreRows)
	h.beside = container.NewVBox(h.more, container.NewHBox(h.ways[0], h.ways[1]))
	h.bar = container.New(headsLayout{h})
	g.heads = h // laying out the table lays out its headings
	h.object = widget.Border(h.bar, nil, nil, g.strip, g)
	h.object.Layout = tableLayout{h.object.Layout, g}
	return h
}

// The padding of a heading, in Fyne's units.
const headBeside, headAbove = 6, 4

// set sets the headings, the pinned one last.
func (h *heads) set(all []fyne.CanvasObject) {
	h.all, h.insides, h.bar.Objects = nil, nil, []fyne.CanvasObject{h.rule, h.beside}
	for i, o := range all {
		inside := container.New(layout.NewCustomPaddedLayout(headAbove, headAbove, headBeside, headBeside), o)
		one := widget.NewPress(h.grid.keys, inside, func() { h.grid.headTapped(i) })
		h.all, h.insides = append(h.all, one), append(h.insides, inside)
		h.bar.Objects = append(h.bar.Objects, one)
	}
	h.bar.Objects = append(h.bar.Objects, h.frame) // SetHeads lays them out
	h.rule.Refresh()                               // the theme may have changed
}

// lay places the headings above their columns, and the rows below them.
func (h *heads) lay() {
	h.wrap()
	if h.bar.MinSize().Height != h.bar.Size().Height {
		h.object.Layout.Layout(h.object.Objects, h.object.Size())
	}
}

// wrap gives the headings the widths of their columns. The bar then asks for the height that
// they need there.
func (h *heads) wrap() {
	hidden := h.grid.hidden()
	more := [2]int{h.grid.left, hidden - h.grid.left}
	for i, n := range more {
		h.ways[i].Hidden = n == 0
		h.ways[i].SetText([2]string{"‹ ", ""}[i] + strconv.Itoa(n) + [2]string{"", " ›"}[i])
	}
	h.more.Hidden = hidden == 0 || h.grid.More == nil
	if !h.more.Hidden {
		h.more.Set(h.grid.More(hidden), widget.TextStyle{Color: theme.Attention, Size: fynetheme.SizeNameCaptionText, Style: fyne.TextStyle{Bold: true}})
	}
	widget.LayOut(h.bar)
	for _, head := range h.insides { // the height of wrapped words is only known once they have their width
		widget.LayOut(head)
	}
}

// tableLayout is the layout of headings, rows and overview.
type tableLayout struct {
	border fyne.Layout
	grid   *Grid
}

// MinSize returns the minimum size of the parts together.
func (l tableLayout) MinSize(objects []fyne.CanvasObject) fyne.Size { return l.border.MinSize(objects) }

// Layout distributes the width among the columns before it places the rows: headings wrap in
// narrow columns, and then the rows begin further down.
func (l tableLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	g := l.grid
	changed := g.distribute(size.Width - g.strip.MinSize().Width - fynetheme.Padding())
	g.heads.wrap()
	l.border.Layout(objects, size)
	g.shaped(changed)
}

// mark frames the marked heading.
func (h *heads) mark() {
	h.frame.Hidden = h.grid.at.Row != Head
	h.frame.StrokeColor, h.frame.StrokeWidth = frameOf(h.grid.focused)
	if x, width, visible := h.grid.columnAt(h.grid.at.Column); visible {
		h.frame.Move(fyne.NewPos(x+1, 0))
		h.frame.Resize(fyne.NewSize(width-2, h.bar.Size().Height-2))
	}
	h.frame.Refresh()
}

// frameOf returns the style of the mark, with and without the focus.
func frameOf(focused bool) (color.Color, float32) {
	if focused {
		return fynetheme.Color(theme.Ring), 2.5
	}
	return fynetheme.Color(theme.Quiet), 1.5
}

type headsLayout struct{ *heads }

// MinSize is the height of the tallest heading.
func (l headsLayout) MinSize([]fyne.CanvasObject) fyne.Size {
	var height float32
	for _, h := range l.all {
		height = max(height, h.MinSize().Height)
	}
	return fyne.NewSize(0, height)
}

// Layout places each heading above its column.
func (l headsLayout) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	g := l.grid
	l.rule.Resize(fyne.NewSize(size.Width, 1))
	l.rule.Move(fyne.NewPos(0, size.Height-1))
	l.beside.Resize(fyne.NewSize(g.shape.Names, l.beside.MinSize().Height))
	l.beside.Move(fyne.NewPos(0, size.Height-l.beside.MinSize().Height-2))
	for i, h := range l.all {
		x, width, visible := g.columnAt(i)
		h.Hidden = !visible
		h.Move(fyne.NewPos(x, 0))
		h.Resize(fyne.NewSize(width, size.Height))
	}
	l.mark()
}
