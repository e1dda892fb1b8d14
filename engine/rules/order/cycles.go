package order

import (
	"cmp"
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

// resolve gives the items of one parent their keys: those that agree with the order of
// the document keep theirs, and the others get one between them.
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

// fill puts a run of items between two others, each after the one before it.
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

// accept tells which of the siblings, in the order of the document, have keys that
// agree with that order. Where they contradict each other, those were moved that have the
// newest updates, for moving is an update (SSE 0.91 §3.2): the oldest are accepted first,
// and before them those of which something surer is known.
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

// choose accepts one after the other what agrees with all that were accepted before:
// as many of them stand before it in the document as have lesser keys.
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

// older orders siblings by how sure it is that they were not moved.
func (m *member) older(o *member) int {
	return cmp.Or(
		cmp.Compare(o.sure, m.sure),
		m.top.When.Compare(o.top.When),
		strings.Compare(m.top.By, o.top.By),
		strings.Compare(m.ID, o.ID),
	)
}

// tally counts marked numbers below others in logarithmic time, as P. M. Fenwick's
// trees do.
type tally []int

// add marks a number.
func (t tally) add(i int) {
	for i++; i < len(t); i += i & -i {
		t[i]++
	}
}

// below counts the marked numbers that are less.
func (t tally) below(i int) (n int) {
	for ; i > 0; i -= i & -i {
		n += t[i]
	}
	return n
}
