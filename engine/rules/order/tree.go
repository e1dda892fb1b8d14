// Package order implements the rules of ordered, hierarchical sets (SSE 0.91 §3.2 and §4.4.2):
// the keys that order siblings, the positions of versions in a document, the tree that results
// from the positions in a set, and its cycles. docs/protocol.md explains the reason for each
// rule.
//
// A key is a path of (fraction, identifier) pairs. Its text consists of alternating fractions
// and identifiers, separated by spaces: "3/2", "1 a 1/2". The identifier of the last pair is
// the item's own and is not written. Identifiers are escaped as path segments of addresses
// (url.PathEscape). A key that a reader guessed, because the version had none, begins with
// "~", which does not affect the order.
//
// The package is pure: no clock, no randomness, no input or output, and arguments are never
// changed.
package order

import (
	"slices"
	"strings"

	"crossfeed/engine/item"
)

// Node is an item of a set, and the position that it declares.
type Node struct {
	ID      string
	Place   item.Place
	Deleted bool
}

// Row is an item at its position in the tree.
type Row struct {
	// Index is the index of the node.
	Index int
	// Depth is 0 at the top level.
	Depth int
	// Children is the number of rows directly below it.
	Children int
}

// Tree lays out a set as in its published document, each parent before its children, including
// tombstones, with siblings in the order of Compare. Items whose parent is missing are at the
// end of the top level, ordered by identifier (SSE 0.91 §3.2). Items that are their own
// ancestors are at the positions that Cycles gives them.
func Tree(nodes []Node) []Row {
	return Shown(nodes, func(Node) bool { return true })
}

// Shown lays out what a user sees of a set: without tombstones, except those for which keep
// returns true. Children of a hidden tombstone are at its position, under the nearest visible
// ancestor. keep may be nil.
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

// forest has the ordered children of each node.
type forest struct {
	nodes []Node
	// children lists the nodes by parent: the children of node i from first[i+1] to
	// first[i+2], and those of the root from first[0].
	children, first []int
}

// plant sorts the nodes in two steps: all of them, and then by parent.
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

// parentsOf returns the indexes of the nodes' parents, or root, or missing.
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

// ordered returns the nodes in the order of siblings: those whose parent is missing come after
// all others, ordered by identifier.
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

// visit is a node to lay out: its depth, and the row that contains it.
type visit struct{ node, depth, in int }

// rows lays out the nodes that can be reached from the root, and returns their number as well.
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

// push pushes the children of a node onto the stack, so that the first is popped first.
func (f forest) push(open []visit, node, depth, in int) []visit {
	children := f.children[f.first[node+1]:f.first[node+2]]
	for _, child := range slices.Backward(children) {
		open = append(open, visit{child, depth, in})
	}
	return open
}

// Levels is the maximum nesting of outlines in a document.
const Levels = 1_000

// Folded lays out the rows of a tree for a document: rows that are too deep for a document
// follow at the top level, each branch with its contents. Their positions still name their
// parents, which are among the deepest outlines of the document, and Locate accepts that. So a
// tree of any depth, which merges may create, can be published.
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
