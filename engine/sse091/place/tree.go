package place

import "crossfeed/engine/item"

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
// is missing stands at the root, last, by identifier (SSE 0.91 §3.2). No node may be its own
// ancestor (Cycles).
func Tree(nodes []Node) []Row { panic("to be written") }

// Shown lays out what a person sees of a set: without the tombstones that keep
// says nothing of; the children of a tombstone stand where it stood, under the nearest
// ancestor that is shown. keep may be nil.
func Shown(nodes []Node, keep func(Node) bool) []Row { panic("to be written") }

// Moved is an item that a cycle put to the root, and its place from then on.
type Moved struct {
	Index int
	Place item.Place
}

// Cycles finds the items that are their own ancestors, in ascending order of
// identifier, and puts each to the root, last (SSE 0.91 §4.4.2): what follows is
// judged with those before it moved. The item has to be flagged.
func Cycles(nodes []Node) []Moved { panic("to be written") }

// Within tells whether an item stands in another, at any depth, or is it.
func Within(nodes []Node, id, ancestor string) bool { panic("to be written") }
