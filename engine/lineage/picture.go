package lineage

// Picture is where the lines of a graph run: a row a node, a column a lane, and
// more columns at the end for lines that find no way through the lanes.
type Picture struct {
	Columns int
	Rows    [][]Cell
}

// Cell is the set of lines in a cell of a picture. The node of a row stands in
// the column of its lane, and lines begin and end at it; through the other cells
// they pass.
type Cell uint16

// Lines that begin or end at a node.
const (
	Above Cell = 1 << iota
	Below
	LeftOf
	RightOf
)

// Lines that pass a cell: down through it, along its row, or turning.
const (
	Through Cell = 1 << (iota + 4)
	Along
	LeftDown
	RightDown
	UpLeft
	UpRight
)

// Has tells whether a cell has one of the lines.
func (c Cell) Has(lines Cell) bool { return c&lines != 0 }

// Sides of a cell to which lines run.
const (
	up    = Above | Through | UpLeft | UpRight
	down  = Below | Through | LeftDown | RightDown
	left  = LeftOf | Along | LeftDown | UpLeft
	right = RightOf | Along | RightDown | UpRight
)

// Lay finds the ways of a graph's lines. Who follows a line down comes to what a
// node was made from, and to nothing else: lines pass no other node, and meet only
// on their way to one. A graph that is too large for anybody to follow has rows
// without columns.
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
