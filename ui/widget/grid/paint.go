package grid

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/engine/merge"
	"crossfeed/ui/display"
	"crossfeed/ui/theme"
)

// painter draws a line of the grid from left to right.
type painter struct {
	grid          *Grid
	objects       []fyne.CanvasObject
	width, height float32
}

// lineHeight returns the height of a line, without the gap between two lines of the list.
func lineHeight() float32 {
	return fyne.MeasureText("|", TextSize(), fyne.TextStyle{}).Height + 2
}

// row draws line n of a row, counted from 0.
func (p *painter) row(index, n int) {
	row := p.grid.rows[index]
	if row.Cells == nil {
		p.folded(row)
	} else {
		p.pinnedGround()
	}
	for c, cell := range row.Cells {
		if x, width, visible := p.grid.columnAt(c); visible && n < len(cell.Lines) {
			p.cell(cell, n, x, width)
		}
	}
	if n == 0 {
		p.name(row)
	}
	p.rules(row, n)
	p.mark(index, n, row)
}

// folded draws a row without cells: one that stands for whole rows begins at the left.
func (p *painter) folded(row Row) {
	x := p.grid.shape.Names + inset()
	if row.Begins && row.Name == "" {
		x = margin + inset()*0.8
	}
	p.write(row.Sign, mono, theme.Quiet, x-inset()*0.8)
	p.write(row.Text, fyne.TextStyle{}, theme.Quiet, x)
}

// margin is the free space at the left edge, and mono the style with glyphs for all signs.
const margin = 6

var mono = fyne.TextStyle{Monospace: true, Bold: true}

// pinnedGround draws the background of the pinned column.
func (p *painter) pinnedGround() {
	x, width, _ := p.grid.columnAt(p.grid.columns)
	p.box(x, -between()/2, width, p.height+between(), theme.Panel)
}

// name draws the name of a row, smaller if it does not fit.
func (p *painter) name(row Row) {
	text, style, color := display.Label(row.Name), fyne.TextStyle{Bold: true}, fynetheme.ColorNameForeground
	if text == "" {
		text, style, color = display.Label(row.Of), fyne.TextStyle{}, theme.Quiet
	}
	room, size := p.grid.shape.Names-margin-2, TextSize()
	for fyne.MeasureText(text, size, style).Width > room && size > TextSize()*0.75 {
		size *= 0.9
	}
	p.text(text, style, color, margin, size)
}

// cell draws one line of a cell.
func (p *painter) cell(cell Cell, n int, x, width float32) {
	line := cell.Lines[n]
	t := toneOf(line.Kind)
	if t.ground != "" {
		p.box(x, -between()/2, width, p.height+between(), t.ground)
	}
	p.write(line.Sign, mono, fynetheme.ColorNameForeground, x+inset()*0.3)
	p.line(line, t, x+inset(), p.endOf(cell, n, x+width))
	p.choices(line, x+inset())
	if n == 0 {
		p.note(cell, x+width-inset()/3)
	}
}

func colorOf(look Style) fyne.ThemeColorName {
	switch look {
	case Quiet, Gone, Struck:
		return theme.Quiet
	case Asking:
		return theme.Attention
	}
	return fynetheme.ColorNameForeground
}

// note draws the note at the right end of a cell.
func (p *painter) note(cell Cell, right float32) {
	style, size := fyne.TextStyle{Bold: cell.Firm}, TextSize()*0.85
	name := theme.Quiet
	if cell.Firm {
		name = fynetheme.ColorNameForeground
	}
	p.text(cell.Note, style, name, right-fyne.MeasureText(cell.Note, size, style).Width, size)
}

// between returns the gap between two lines of the list; backgrounds fill it.
func between() float32 { return fynetheme.Padding() }

// tone is the style of a kind of difference. The sign conveys it without color.
type tone struct{ ground, word fyne.ThemeColorName }

func toneOf(kind merge.Kind) tone {
	switch kind {
	case merge.Added:
		return tone{theme.Added, theme.AddedMarked}
	case merge.Removed:
		return tone{theme.Removed, theme.RemovedMarked}
	case merge.Changed:
		return tone{theme.Changed, theme.ChangedMarked}
	}
	return tone{}
}

// rules draws the lines between the columns, and the one above a field.
func (p *painter) rules(row Row, n int) {
	g, top, height := p.grid, -between()/2, p.height+between()
	if row.Cells != nil {
		for c := range g.shape.Count {
			p.box(g.shape.Names+float32(c)*g.shape.Column-0.5, top, 1, height, fynetheme.ColorNameSeparator)
		}
		if g.hidden() > 0 {
			p.box(g.shape.Names+float32(g.shape.Stay)*g.shape.Column-1, top, 2, height, theme.Quiet)
		}
	}
	if x, _, _ := g.columnAt(g.columns); row.Cells != nil {
		p.box(x-1, top, 2, height, theme.Quiet)
	}
	if row.Begins && n == 0 {
		p.box(0, top-0.5, p.width, 1, fynetheme.ColorNameSeparator)
	}
}

// mark draws the part of the frame around the marked cell that is on this line. A row without
// cells is framed as a whole.
func (p *painter) mark(index, n int, row Row) {
	if index != p.grid.at.Row {
		return
	}
	x, width, _ := p.grid.columnAt(p.grid.at.Column)
	if row.Cells == nil {
		x, width = 0, p.width
	}
	color, stroke := frameOf(p.grid.focused)
	top, height := -between()/2, p.height+between()
	p.fill(x, top, stroke, height, color)
	p.fill(x+width-stroke, top, stroke, height, color)
	if n == 0 {
		p.fill(x, top, width, stroke, color)
	}
	if n == row.height()-1 {
		p.fill(x, top+height-stroke, width, stroke, color)
	}
}

func (p *painter) write(text string, style fyne.TextStyle, name fyne.ThemeColorName, x float32) {
	p.text(text, style, name, x, TextSize())
}

func (p *painter) text(text string, style fyne.TextStyle, name fyne.ThemeColorName, x, size float32) {
	if text == "" {
		return
	}
	t := canvas.NewText(display.Line(text), fynetheme.Color(name))
	t.TextStyle, t.TextSize = style, size
	t.Move(fyne.NewPos(x, (p.height-t.MinSize().Height)/2))
	t.Resize(t.MinSize())
	p.objects = append(p.objects, t)
}

func (p *painter) box(x, y, width, height float32, name fyne.ThemeColorName) {
	p.fill(x, y, width, height, fynetheme.Color(name))
}

func (p *painter) fill(x, y, width, height float32, c color.Color) {
	b := canvas.NewRectangle(c)
	b.Move(fyne.NewPos(x, y))
	b.Resize(fyne.NewSize(width, height))
	p.objects = append(p.objects, b)
}
