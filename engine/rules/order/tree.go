// Package order holds the rules of ordered, hierarchical sets (SSE 0.91 §3.2 and
// §4.4.2): the keys that order siblings, the places that versions have in a
// document, the tree that the places of a set come to, and its cycles. docs/order.md
// says why each rule is as it is.
//
// A key is a path of (fraction, identifier) pairs. Its text is fractions and
// identifiers in turn, with spaces between: "3/2", "1 a 1/2". The identifier of the
// last pair is the item's own and is not written. Identifiers are escaped as path
// segments of addresses (url.PathEscape). A key that a reader guessed, because the
// version came without one, begins with "~"; that is no part of the order.
//
// The package is pure: no clock, no randomness, no input or output, and nothing that
// is passed in is ever changed.
package order

import (
	"slices"
	"strings"

	"crossfeed/engine/item"
)

// Node is an item of a set, and where it says that it stands.
type Node struct {
	ID      string
	Place   item.Place
	Deleted bool
}

// Row is an item in its place in the tree.
type Row struct {
	// Index is that of the node.
	Index int
	// Depth is 0 at the root.
	Depth int
	// Children tells how many rows stand directly in it.
	Children int
}

// Tree lays out a set as its published document has it, each parent before its
// children: tombstones included, siblings in the order of Compare. An item whose parent
// is missing stands at the root, last, by identifier (SSE 0.91 §3.2). An item that is
// its own ancestor stands where Cycles would put it.
func Tree(nodes []Node) []Row {
	return Shown(nodes, func(Node) bool { return true })
}

// Shown lays out what a person sees of a set: without the tombstones that keep
// says nothing of; the children of a tombstone stand where it stood, under the nearest
// ancestor that is shown. keep may be nil.
func Shown(nodes []Node, keep func(Node) bool) []Row {
	f := plant(nodes)
	rows, reached := f.rows(keep)
	if reached == len(nodes) {
		return rows
	}
	nodes = slices.Clone(nodes)
	for _, m := range Cycles(nodes) {
		nodes[m.Index].Place = m.Place
	}
	rows, _ = plant(nodes).rows(keep)
	return rows
}

// forest has the children of each node, in their order.
type forest struct {
	nodes []Node
	// children lists the nodes by parent: those of node i from first[i+1] to
	// first[i+2], and those of the root from first[0].
	children, first []int
}

// plant sorts the nodes in two steps: among all, and then by parents.
func plant(nodes []Node) forest {
	parents := parentsOf(nodes)
	f := forest{nodes, make([]int, len(nodes)), make([]int, len(nodes)+2)}
	for _, p := range parents {
		f.first[max(p, root)+2]++
	}
	for i := range len(f.first) - 1 {
		f.first[i+1] += f.first[i]
	}
	next := slices.Clone(f.first)
	for _, i := range ordered(nodes, parents) {
		p := max(parents[i], root) + 1
		f.children[next[p]] = i
		next[p]++
	}
	return f
}

const (
	root    = -1
	missing = -2
)

// parentsOf are the indexes of the nodes' parents, or root, or missing.
func parentsOf(nodes []Node) []int {
	index := indexes(nodes)
	parents := make([]int, len(nodes))
	for i, n := range nodes {
		p, there := index[n.Place.Parent]
		switch {
		case n.Place.Parent == "":
			p = root
		case !there:
			p = missing
		}
		parents[i] = p
	}
	return parents
}

func indexes(nodes []Node) map[string]int {
	index := make(map[string]int, len(nodes))
	for i, n := range nodes {
		index[n.ID] = i
	}
	return index
}

// ordered are the nodes in the order that siblings have: those whose parent is missing
// come after all others, by identifier.
func ordered(nodes []Node, parents []int) []int {
	paths := make([]path, len(nodes))
	order := make([]int, len(nodes))
	for i, n := range nodes {
		order[i], paths[i] = i, pathOf(Sibling{n.ID, n.Place.Key})
	}
	slices.SortFunc(order, func(a, b int) int {
		if lost := boolean(parents[a] == missing) - boolean(parents[b] == missing); lost != 0 {
			return lost
		}
		if parents[a] == missing {
			return strings.Compare(nodes[a].ID, nodes[b].ID)
		}
		return paths[a].compare(paths[b])
	})
	return order
}

// visit is a node that has to be laid out: how deep, and in which row.
type visit struct{ node, depth, in int }

// rows lays out what keep says of the nodes that the root reaches, and counts these.
func (f forest) rows(keep func(Node) bool) (rows []Row, reached int) {
	rows = make([]Row, 0, len(f.nodes))
	open := f.push(nil, root, 0, -1)
	for ; len(open) > 0; reached++ {
		v := open[len(open)-1]
		open = open[:len(open)-1]
		if n := f.nodes[v.node]; !n.Deleted || keep != nil && keep(n) {
			rows = append(rows, Row{Index: v.node, Depth: v.depth})
			if v.in >= 0 {
				rows[v.in].Children++
			}
			v.depth, v.in = v.depth+1, len(rows)-1
		}
		open = f.push(open, v.node, v.depth, v.in)
	}
	return rows, reached
}

// push puts the children of a node on the stack, so that the first is taken first.
func (f forest) push(open []visit, node, depth, in int) []visit {
	children := f.children[f.first[node+1]:f.first[node+2]]
	for _, child := range slices.Backward(children) {
		open = append(open, visit{child, depth, in})
	}
	return open
}

// Levels is how deep the outlines of a document stand in each other at most.
const Levels = 1_000

// Folded lays out the rows of a tree for a document: what stands deeper than a document
// goes follows at the root, each branch with what is in it. Its place still names the
// parent that it stands in, which is one of the deepest of the document; Locate takes it
// at its word. So merges may make a tree of any depth, and it can be published.
func Folded(rows []Row) []Row {
	folded := make([]Row, 0, len(rows))
	for len(rows) > 0 {
		var deeper []Row
		for _, r := range rows {
			if r.Depth < Levels {
				folded = append(folded, r)
				continue
			}
			r.Depth -= Levels
			deeper = append(deeper, r)
		}
		rows = deeper
	}
	return folded
}
