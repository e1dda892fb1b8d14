package order

import (
	"cmp"
	"slices"
	"strings"

	"crossfeed/engine/item"
)

// Moved is an item that was moved to the top level because of a cycle, and its new position.
type Moved struct {
	Index int
	Place item.Place
}

// Cycles finds the items that are their own ancestors, in ascending order of identifier, and
// moves each to the end of the top level (SSE 0.91 §4.4.2). Each item is judged after the
// previous ones were moved, so that each cycle is broken at its lowest identifier, and
// descendants of the cycle stay. The caller has to flag the items.
func Cycles(nodes []Node) []Moved {
	var moved []Moved
	walked := make([]int, len(nodes)) // the walk that visited a node first, starting at 1
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

// lowestAround returns the node with the lowest identifier on the cycle of a node.
func lowestAround(nodes []Node, parents []int, start int) int {
	lowest := start
	for at := parents[start]; at != start; at = parents[at] {
		if nodes[at].ID < nodes[lowest].ID {
			lowest = at
		}
	}
	return lowest
}

// resolve sets the keys of siblings: those that agree with the document's order keep their
// keys, and the others get keys between them.
func resolve(group []*member) {
	anchors := accept(group)
	var low *path
	for i := 0; i < len(group); {
		if anchors[i] {
			low = &group[i].path
			i++
			continue
		}
		end := i + 1
		for end < len(group) && !anchors[end] {
			end++
		}
		var high *path
		if end < len(group) {
			high = &group[end].path
		}
		fill(group[i:end], low, high)
		i = end
	}
}

// fill sets the keys of a run of items between two others, each after the previous one.
func fill(run []*member, low, high *path) {
	for _, m := range run {
		if m.fixed {
			continue
		}
		k := between(low, high)
		m.Place.Key, m.Place.Cycle, m.Derived = "", "", true
		if text := k.text(); text != "" {
			m.Place.Key = Guess(text)
			m.path = path{key: k, id: m.ID}
			low = &m.path
		}
	}
}

// accept determines which siblings, in document order, have keys that agree with that order.
// If keys contradict each other, the items with the newest updates were moved, because moving
// is an update (SSE 0.91 §3.2): the oldest are accepted first, and before them those that are
// more certain not to have been moved.
func accept(group []*member) []bool {
	var keyed []int
	for i, m := range group {
		if m.path.valid {
			keyed = append(keyed, i)
		}
	}
	accepted := make([]bool, len(group))
	if slices.IsSortedFunc(keyed, func(i, j int) int { return group[i].path.compare(group[j].path) }) {
		for _, i := range keyed {
			accepted[i] = true
		}
		return accepted
	}
	choose(group, keyed, accepted)
	return accepted
}

// choose accepts, one by one, the items that agree with all accepted ones: the same number of
// accepted items precedes them in the document and by key.
func choose(group []*member, keyed []int, accepted []bool) {
	rank := make([]int, len(group))
	byKey := slices.SortedFunc(slices.Values(keyed), func(i, j int) int { return group[i].path.compare(group[j].path) })
	for r, i := range byKey {
		rank[i] = r
	}
	standing, ranked := make(tally, len(group)+1), make(tally, len(keyed)+1)
	slices.SortFunc(keyed, func(i, j int) int { return group[i].older(group[j]) })
	for _, i := range keyed {
		if standing.below(i) == ranked.below(rank[i]) {
			standing.add(i)
			ranked.add(rank[i])
			accepted[i] = true
		}
	}
}

// older orders siblings by the certainty that they were not moved, highest first.
func (m *member) older(o *member) int {
	return cmp.Or(
		cmp.Compare(o.sure, m.sure),
		m.top.When.Compare(o.top.When),
		strings.Compare(m.top.By, o.top.By),
		strings.Compare(m.ID, o.ID),
	)
}

// tally counts the marked numbers below a number in logarithmic time (a Fenwick tree).
type tally []int

// add marks a number.
func (t tally) add(i int) {
	for i++; i < len(t); i += i & -i {
		t[i]++
	}
}

// below counts the marked numbers that are less than i.
func (t tally) below(i int) (n int) {
	for ; i > 0; i -= i & -i {
		n += t[i]
	}
	return n
}
