package snapshot

// forest puts subtasks below the todos that they are part of. What is part of
// something that is not among the rows stands by itself, and so does what is
// part of itself by way of others.
func forest(rows []Row) []*node {
	nodes := make([]node, len(rows))
	for i := range rows {
		nodes[i].row = &rows[i]
	}
	parents := parentsOf(nodes)
	roots := make([]*node, 0, len(rows))
	for i := range nodes {
		if p := parents[i]; p >= 0 {
			nodes[p].parts = append(nodes[p].parts, &nodes[i])
		} else {
			roots = append(roots, &nodes[i])
		}
	}
	return roots
}

// name is how a row calls another: a record's UID, or the item's identifier
// where it has none.
type name struct{ set, id string }

// parentsOf is the place of each node's parent, or -1.
func parentsOf(nodes []node) []int {
	wanted := map[name]int{}
	for _, n := range nodes {
		if n.row.Parent != "" {
			wanted[name{n.row.Set, n.row.Parent}] = -1
		}
	}
	if len(wanted) > 0 {
		find(wanted, nodes)
	}
	parents := make([]int, len(nodes))
	for i, n := range nodes {
		parents[i] = -1
		if n.row.Parent != "" {
			parents[i] = wanted[name{n.row.Set, n.row.Parent}]
		}
	}
	for i := range parents {
		cut(parents, i)
	}
	return parents
}

// find fills in the places of the nodes that are wanted: those of that UID
// before those of that identifier.
func find(wanted map[name]int, nodes []node) {
	for i, n := range nodes {
		if _, is := wanted[name{n.row.Set, n.row.ID}]; is {
			wanted[name{n.row.Set, n.row.ID}] = i
		}
	}
	for i, n := range nodes {
		if _, is := wanted[name{n.row.Set, n.row.UID}]; is {
			wanted[name{n.row.Set, n.row.UID}] = i
		}
	}
}

// cut makes a root of a node that is below itself.
func cut(parents []int, i int) {
	seen := 0
	for at := parents[i]; at >= 0; at = parents[at] {
		if at == i || seen > deepest {
			parents[i] = -1
			return
		}
		seen++
	}
}

// deepest is how far down subtasks stand below each other; what is deeper still
// stands by itself.
const deepest = 20
