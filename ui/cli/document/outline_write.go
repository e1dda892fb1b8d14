package document

import (
	"io"

	"crossfeed/engine/feed"
	"crossfeed/engine/sse091/place"
)

// nodes are the items as the tree is made of them.
func (o *outline) nodes() []place.Node {
	nodes := make([]place.Node, len(o.items))
	for i, p := range o.items {
		w := p.item.Winner
		nodes[i] = place.Node{ID: w.ID, Place: w.Place, Deleted: w.Deleted}
	}
	return nodes
}

// write writes the document with the items where they stand now.
func (o *outline) write(target Target) error {
	rows := o.rows()
	return target(func(w io.Writer) error { return o.Write(w, rows) })
}

// rows are the items in the order of the tree. One that neither changed nor moved is
// written as it was read. Where its place was not given there, it is only said where
// something was put beside it, so that a document whose program knows no places is left
// alone.
func (o *outline) rows() []feed.Arranged {
	tree := place.Tree(o.nodes())
	still := o.still(tree)
	rows := make([]feed.Arranged, len(tree))
	for i, row := range place.Folded(tree) {
		p := o.items[row.Index]
		rows[i] = feed.Arranged{Item: p.item, Depth: row.Depth}
		folded := row.Depth == 0 && p.at.Parent != ""
		if p.asRead() && (!p.at.Derived || still[p.at.Parent] && !folded) {
			rows[i].Item = p.read
		}
		if len(p.item.Conflicts) > 0 || p.item.Flagged {
			o.report.Conflicts++
		}
	}
	return rows
}

// asRead tells whether an item neither changed nor moved.
func (p *placed) asRead() bool {
	return p.read != nil && !p.changed && p.item.Winner.Place == p.at.Place
}

// still lists the parents in which the same items stand in the same order as they did.
func (o *outline) still(tree []place.Row) map[string]bool {
	before, next := map[string][]*placed{}, map[string]int{}
	for _, p := range o.items {
		if p.at.ID != "" {
			before[p.at.Parent] = append(before[p.at.Parent], p)
		}
	}
	still := make(map[string]bool, len(before))
	for parent := range before {
		still[parent] = true
	}
	for _, row := range tree {
		p := o.items[row.Index]
		parent := p.item.Winner.Place.Parent
		if n := next[parent]; n >= len(before[parent]) || before[parent][n] != p {
			still[parent] = false
		}
		next[parent]++
	}
	for parent, all := range before {
		still[parent] = still[parent] && next[parent] == len(all)
	}
	return still
}
