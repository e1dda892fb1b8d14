package lineage

import "strings"

// Lines draws a graph as text, a line a node and all as wide: ◆ wins, ◇ is open,
// ● led there, × led nowhere, and ○ never came here.
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

// stroke is the lines of a cell as one character.
func stroke(cell Cell) string {
	n := 0
	for i, side := range []Cell{up, down, left, right} {
		if cell.Has(side) {
			n |= 1 << i
		}
	}
	return [16]string{" ", "│", "│", "│", "─", "┘", "┐", "┤", "─", "└", "┌", "├", "─", "┴", "┬", "┼"}[n]
}
