package place

import (
	"slices"
	"strings"

	"crossfeed/engine/item"
)

// Moved is an item that a cycle put to the root, and its place from then on.
type Moved struct {
	Index int
	Place item.Place
}

// Cycles finds the items that are their own ancestors, in ascending order of
// identifier, and puts each to the root, last (SSE 0.91 §4.4.2): what follows is
// judged with those before it moved, so that each cycle is opened at the lowest
// identifier in it, and what hangs below stays. The item has to be flagged.
func Cycles(nodes []Node) []Moved {
	var moved []Moved
	walked := make([]int, len(nodes)) // the walk that met a node first, from 1
	parents := parentsOf(nodes)
	for start := range nodes {
		at := start
		for ; at >= 0 && walked[at] == 0; at = parents[at] {
			walked[at] = start + 1
		}
		if at >= 0 && walked[at] == start+1 {
			lowest := lowestAround(nodes, parents, at)
			moved = append(moved, Moved{lowest, item.Place{Key: Last, Cycle: nodes[lowest].Place.Parent}})
		}
	}
	slices.SortFunc(moved, func(a, b Moved) int { return strings.Compare(nodes[a.Index].ID, nodes[b.Index].ID) })
	return moved
}

// lowestAround is the node of the lowest identifier on the cycle that a node is on.
func lowestAround(nodes []Node, parents []int, start int) int {
	lowest := start
	for at := parents[start]; at != start; at = parents[at] {
		if nodes[at].ID < nodes[lowest].ID {
			lowest = at
		}
	}
	return lowest
}

// Within tells whether an item stands in another, at any depth, or is it.
func Within(nodes []Node, id, ancestor string) bool {
	index := indexes(nodes)
	for range len(nodes) + 1 {
		if id == ancestor {
			return true
		}
		at, there := index[id]
		if !there || nodes[at].Place.Parent == "" {
			return false
		}
		id = nodes[at].Place.Parent
	}
	return false // it stands in itself
}
