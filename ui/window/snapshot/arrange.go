package snapshot

// node is a row and the subtasks below it.
type node struct {
	row   *Row
	parts []*node
}

// arrange sorts the rows, puts subtasks below what they are part of and all of
// it under headings. Rows of folded todos are left out.
func (a Asked) arrange(rows []Row) []Row {
	if !a.changes(rows) {
		return rows
	}
	roots := forest(rows)
	a.sort(roots)
	const headings = 16
	arranged := make([]Row, 0, len(rows)+headings)
	for _, g := range a.group(roots) {
		if g.heading != nil {
			arranged = append(arranged, Row{Heading: g.heading})
		}
		for _, n := range g.nodes {
			arranged = a.flatten(arranged, n, 0)
		}
	}
	return arranged
}

func hasParts(rows []Row) bool {
	for i := range rows {
		if rows[i].Parts > 0 {
			return true
		}
	}
	return false
}

// changes tells whether there is anything to arrange: most lists have no
// subtasks and no order of their own, and some are long.
func (a Asked) changes(rows []Row) bool {
	if a.Arrangement.Sort != ByHand || a.Arrangement.Group != Ungrouped {
		return true
	}
	for i := range rows {
		if rows[i].Parent != "" || rows[i].Ordered {
			return true
		}
	}
	return false
}

// flatten appends a row and what is below it.
func (a Asked) flatten(rows []Row, n *node, depth int) []Row {
	rows = append(rows, *n.row)
	if len(n.parts) == 0 {
		rows[len(rows)-1].Depth = depth
		return rows
	}
	r := &rows[len(rows)-1]
	r.Depth, r.Parts, r.Folded = depth, len(n.parts), a.Folded[r.Item()]
	for _, p := range n.parts {
		if p.row.Done {
			r.PartsDone++
		}
	}
	if r.Folded {
		return rows
	}
	for _, p := range n.parts {
		rows = a.flatten(rows, p, depth+1)
	}
	return rows
}
