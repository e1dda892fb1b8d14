package cli

import (
	"slices"
	"strings"

	"crossfeed/engine/lineage"
)

// drawGraph draws a graph, a line for each node: one column an endpoint, one dot
// an update, and the lines between what was made from what.
func drawGraph(g lineage.Graph) []string {
	d := drawing{g: g, cells: make([][]arms, len(g.Nodes))}
	for i := range d.cells {
		d.cells[i] = make([]arms, max(2*len(g.Lanes)-1, 0))
	}
	for child, n := range g.Nodes {
		for _, parent := range n.Parents {
			d.connect(child, parent)
		}
	}
	all := make([]string, len(g.Nodes))
	for i := range g.Nodes {
		all[i] = d.line(i)
	}
	return all
}

// drawing is a graph that is being drawn, two cells a lane.
type drawing struct {
	g     lineage.Graph
	cells [][]arms
}

// arms are the directions in which lines leave a cell.
type arms uint8

const (
	up arms = 1 << iota
	down
	left
	right
)

// strokes are the lines of a terminal, by their arms.
var strokes = map[arms]rune{
	0: ' ', up: '│', down: '│', up | down: '│', left: '─', right: '─', left | right: '─',
	down | right: '┌', down | left: '┐', up | right: '└', up | left: '┘',
	up | down | right: '├', up | down | left: '┤', down | left | right: '┬', up | left | right: '┴',
	up | down | left | right: '┼',
}

// connect draws the line from a node to one that it was made from, which stands
// below. It goes down in the lane of the lower node, or, where another update of
// that endpoint stands in the way, in that of the upper one.
func (d *drawing) connect(child, parent int) {
	from, to := 2*d.g.Nodes[child].Lane, 2*d.g.Nodes[parent].Lane
	if from != to && !d.free(child, parent, d.g.Nodes[parent].Lane) && d.free(child, parent, d.g.Nodes[child].Lane) {
		d.down(child, parent, from)
		d.across(parent, to, from)
		return
	}
	d.across(child, from, to)
	d.down(child, parent, to)
}

// free tells whether no node stands between two rows in a lane.
func (d *drawing) free(above, below, lane int) bool {
	return !slices.ContainsFunc(d.g.Nodes[above+1:below], func(n lineage.Node) bool { return n.Lane == lane })
}

func (d *drawing) down(above, below, column int) {
	d.cells[above][column] |= down
	for row := above + 1; row < below; row++ {
		d.cells[row][column] |= up | down
	}
	d.cells[below][column] |= up
}

func (d *drawing) across(row, from, to int) {
	first, last := min(from, to), max(from, to)
	for column := first; column < last; column++ {
		d.cells[row][column] |= right
		d.cells[row][column+1] |= left
	}
}

// line is a row of the drawing.
func (d *drawing) line(row int) string {
	var b strings.Builder
	for column, a := range d.cells[row] {
		if column == 2*d.g.Nodes[row].Lane {
			b.WriteRune(dot(d.g.Nodes[row]))
		} else {
			b.WriteRune(strokes[a])
		}
	}
	return b.String()
}

// dot is the mark of a node.
func dot(n lineage.Node) rune {
	switch {
	case n.Role == lineage.Winner:
		return '◆'
	case n.Role == lineage.Open:
		return '◇'
	case n.Role == lineage.Dropped:
		return '×'
	case n.Version == nil:
		return '○'
	}
	return '●'
}
