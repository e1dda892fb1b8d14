package mesh_test

import (
	"maps"
	"slices"

	"crossfeed/engine/item"
	"crossfeed/engine/rules/order"
)

// document is a feed as read: its outlines in order.
type document []outline

// outline is an outline of a document. The item's winner has no position of its own: that
// results from given and from the position of the outline.
type outline struct {
	item           *item.Item
	number, parent int
	given          item.Place
}

// publish lays out items as an endpoint does that knows keys. For a partial document, items
// has only some of them.
func publish(items map[string]*item.Item) document {
	nodes := nodesOf(items)
	d := make(document, 0, len(nodes))
	open := []int{0} // the numbers of the possible parents of the next outline
	for _, row := range order.Tree(nodes) {
		it := items[nodes[row.Index].ID]
		open = open[:row.Depth+1]
		d = append(d, outline{unplaced(it), len(d) + 1, open[row.Depth], it.Winner.Place})
		open = append(open, len(d))
	}
	return d
}

func nodesOf(items map[string]*item.Item) []order.Node {
	nodes := make([]order.Node, 0, len(items))
	for _, id := range slices.Sorted(maps.Keys(items)) {
		w := items[id].Winner
		nodes = append(nodes, order.Node{ID: id, Place: w.Place, Deleted: w.Deleted})
	}
	return nodes
}

// spots returns the arguments for order.Locate.
func (d document) spots() []order.Spot {
	spots := make([]order.Spot, len(d))
	for i, o := range d {
		spots[i] = order.Spot{ID: o.item.ID(), Number: o.number, Parent: o.parent, Given: o.given, Top: o.item.Winner.Top()}
	}
	return spots
}

// nesting returns the identifiers of the outlines' parents.
func (d document) nesting() map[string]string {
	in := make(map[string]string, len(d))
	for _, o := range d {
		if o.parent > 0 {
			in[o.item.ID()] = d[o.parent-1].item.ID()
		}
	}
	return in
}

func unplaced(it *item.Item) *item.Item { return placed(it, item.Place{}) }

// placed returns the item with its winner at that position.
func placed(it *item.Item, p item.Place) *item.Item {
	if it.Winner.Place == p {
		return it
	}
	moved := *it
	moved.Winner = in(it.Winner, p)
	return &moved
}

// in returns a version at that position.
func in(v *item.Version, p item.Place) *item.Version {
	if v.Place == p {
		return v
	}
	moved := *v
	moved.Place = p
	return &moved
}
