package grid

import (
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/ui/theme"
)

// rules draws the lines between the columns, and the one above a field.
func (p *painter) rules(row Row, n int) {
	g, top, height := p.grid, -between()/2, p.height+between()
	if row.Cells != nil {
		for c := range g.shape.Count {
			p.box(g.shape.Names+float32(c)*g.shape.Column-0.5, top, 1, height, fynetheme.ColorNameSeparator)
		}
		if g.hidden() > 0 {
			p.box(g.shape.Names+float32(g.frozen())*g.shape.Column-1, top, 2, height, theme.Quiet)
		}
	}
	if x, _, _ := g.columnAt(g.columns); row.Cells != nil {
		p.box(x-1, top, 2, height, theme.Quiet)
	}
	if row.Begins && n == 0 {
		p.box(0, top-0.5, p.width, 1, fynetheme.ColorNameSeparator)
	}
}

// mark draws the part of the frame round the marked cell that is on this line. A
// row without cells is marked whole.
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
