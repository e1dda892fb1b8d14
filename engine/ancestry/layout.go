package ancestry

import (
	"slices"
	"strings"
)

// layout is a picture under construction.
type layout struct {
	g       Graph
	columns int
	drawn   int
	tried   int // number of cells checked so far
	cells   [][]wire
	ways    []way // of the current line
}

// wire is the content of a cell: all its vertical lines lead to the same end.
type wire struct {
	lines Cell
	end   int
}

// way is a path along the child's row, down a column, and along the parent's row. Only lines
// with the same end may share a column.
type way struct{ column, child, parent, end int }

// tooLarge reports whether the picture is too large to follow its lines, or takes too long to
// lay out.
func (l *layout) tooLarge() bool {
	const cells, tries = 1 << 18, 1 << 20
	return len(l.cells)*l.columns > cells || l.tried > tries
}

func (l *layout) at(row, column int) *wire {
	for len(l.cells[row]) <= column {
		l.cells[row] = append(l.cells[row], wire{})
	}
	return &l.cells[row][column]
}

// draw uses the first clear way or, if there is none, the first free one. A resolution prefers
// the columns of its parents, and a fork its own column.
func (l *layout) draw(child, parent int) {
	l.drawn++
	own, other := l.g.Nodes[child].Lane, l.g.Nodes[parent].Lane
	toParent := func(column int) way { return way{column, child, parent, 1 + parent} }
	ways := append(l.ways[:0], way{own, child, parent, -l.drawn}, toParent(other))
	if len(l.g.Nodes[child].Parents) > 1 || own == other {
		slices.Reverse(ways)
	}
	for column := len(l.g.Lanes); column <= l.columns; column++ {
		ways = append(ways, toParent(column))
	}
	l.ways = ways
	ways = slices.DeleteFunc(ways, func(w way) bool { return !l.free(w) })
	best := ways[max(slices.IndexFunc(ways, l.clear), 0)]
	l.columns = max(l.columns, best.column+1)
	l.run(best)
}

// free reports whether a way is not blocked by another node or by a vertical line with another
// end.
func (l *layout) free(w way) bool {
	for row := w.child; row <= w.parent; row++ {
		l.tried++
		c := l.at(row, w.column)
		switch {
		case l.g.Nodes[row].Lane == w.column:
			if row != w.child && row != w.parent {
				return false
			}
		case c.lines.Has(up|down) && c.end != w.end:
			return false
		}
	}
	return true
}

// clear reports whether a way remains distinguishable even if turns are drawn as corners, as
// in text: no line turns off in both directions on one side of a node, and no line turns where
// another crosses.
func (l *layout) clear(w way) bool {
	return l.clearRow(w.child, w.column, down) && l.clearRow(w.parent, w.column, up)
}

func (l *layout) clearRow(row, column int, turn Cell) bool {
	lane := l.g.Nodes[row].Lane
	for c := range l.columns {
		if (c-lane)*(column-lane) <= 0 {
			continue
		}
		lines := l.at(row, c).lines
		turns := lines.Has(LeftDown | RightDown | UpLeft | UpRight)
		if turns && (!lines.Has(turn) || lines.Has(Through)) {
			return false
		}
	}
	return lane == column || !l.at(row, column).lines.Has(Through) || !l.at(row, column).lines.Has(Along)
}

// run draws a line.
func (l *layout) run(w way) {
	l.along(w.child, w.column, Below, LeftDown, RightDown)
	l.along(w.parent, w.column, Above, UpLeft, UpRight)
	for row := w.child; row <= w.parent; row++ {
		c := l.at(row, w.column)
		if row > w.child && row < w.parent {
			c.lines |= Through
		}
		c.end = w.end
	}
}

// along draws a line along a row from its node to a column, where it turns, or vertically from
// the node if it is in that column.
func (l *layout) along(row, column int, straight, fromLeft, fromRight Cell) {
	lane := l.g.Nodes[row].Lane
	switch {
	case column == lane:
		l.at(row, lane).lines |= straight
	case column > lane:
		l.at(row, lane).lines |= RightOf
		l.at(row, column).lines |= fromLeft
	default:
		l.at(row, lane).lines |= LeftOf
		l.at(row, column).lines |= fromRight
	}
	for c := min(lane, column) + 1; c < max(lane, column); c++ {
		l.at(row, c).lines |= Along
	}
}

// Picture is the layout of a graph's lines: one row per node, one column per lane, and
// additional columns at the end for lines that do not fit between the lanes.
type Picture struct {
	Columns int
	Rows    [][]Cell
}

// Cell is the set of lines in a cell of a picture. The node of a row is in the column of its
// lane, and lines begin and end at it; lines pass through all other cells.
type Cell uint16

// Lines that begin or end at a node.
const (
	Above Cell = 1 << iota
	Below
	LeftOf
	RightOf
)

// Lines that pass through a cell: vertically, along its row, or turning.
const (
	Through Cell = 1 << (iota + 4)
	Along
	LeftDown
	RightDown
	UpLeft
	UpRight
)

// Has reports whether a cell has any of the lines.
func (c Cell) Has(lines Cell) bool { return c&lines != 0 }

// Sides of a cell to which lines lead.
const (
	up    = Above | Through | UpLeft | UpRight
	down  = Below | Through | LeftDown | RightDown
	left  = LeftOf | Along | LeftDown | UpLeft
	right = RightOf | Along | RightDown | UpRight
)

// Lay lays out a graph's lines. Following a line down leads only to the parents of a node:
// lines pass through no other node, and meet only on their way to the same one. The picture of
// a graph that is too large to follow has rows without columns.
func Lay(g Graph) Picture {
	l := layout{g: g, columns: len(g.Lanes), cells: make([][]wire, len(g.Nodes))}
	for _, straight := range []bool{true, false} {
		for i, n := range g.Nodes {
			for _, p := range n.Parents {
				if (g.Nodes[p].Lane == n.Lane) == straight && !l.tooLarge() {
					l.draw(i, p)
				}
			}
		}
	}
	if l.tooLarge() {
		return Picture{Rows: make([][]Cell, len(g.Nodes))}
	}
	return l.picture()
}

func (l *layout) picture() Picture {
	p := Picture{Columns: l.columns, Rows: make([][]Cell, len(l.cells))}
	for row := range l.cells {
		p.Rows[row] = make([]Cell, l.columns)
		for c := range p.Rows[row] {
			p.Rows[row][c] = l.at(row, c).lines
		}
	}
	return p
}

// Lines draws a graph as text, with one line of the same width per node: ◆ is the winner, ◇
// open, ● past, × dropped, and ○ has no version.
func Lines(g Graph) []string {
	p := Lay(g)
	lines := make([]string, len(g.Nodes))
	for i, n := range g.Nodes {
		var b strings.Builder
		for c, cell := range p.Rows[i] {
			if c > 0 {
				b.WriteString(joint(cell))
			}
			if c == n.Lane {
				b.WriteString(sign(n))
			} else {
				b.WriteString(stroke(cell))
			}
		}
		lines[i] = b.String()
	}
	return lines
}

func joint(cell Cell) string {
	if cell.Has(left) {
		return "─"
	}
	return " "
}

func sign(n Node) string {
	if n.Version == nil {
		return "○"
	}
	return [...]string{Past: "●", Winner: "◆", Open: "◇", Dropped: "×"}[n.Role]
}

// stroke returns the lines of a cell as one character.
func stroke(cell Cell) string {
	n := 0
	for i, side := range []Cell{up, down, left, right} {
		if cell.Has(side) {
			n |= 1 << i
		}
	}
	return [16]string{" ", "│", "│", "│", "─", "┘", "┐", "┤", "─", "└", "┌", "├", "─", "┴", "┬", "┼"}[n]
}
