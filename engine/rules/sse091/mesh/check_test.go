package mesh_test

import (
	"fmt"
	"slices"
	"strings"

	"crossfeed/engine/item"
	"crossfeed/engine/rules/order"
)

// outcome is the result of a run.
type outcome struct {
	// faults are the errors found.
	faults []string
	// pairs counts the pairs whose order somebody decided, turned how many of them would be
	// reversed by sorting by identifier.
	pairs, turned int
	// unkeyed counts the pairs in which a program without keys was involved, lost how many of
	// them are not in the order that was chosen.
	unkeyed, lost int
	// cycles counts the cycles that were broken.
	cycles int
}

// simulate runs a mesh and checks its final state.
func simulate(k kind, seed uint64, steps int) outcome {
	m := newMesh(k, seed)
	m.run(steps)
	var o outcome
	if !m.syncUntilQuiet() {
		o.fault("they do not come to rest")
		return o
	}
	m.compare(&o)
	m.whole(&o)
	m.meaning(&o)
	return o
}

func (o *outcome) add(other outcome) {
	o.pairs += other.pairs
	o.turned += other.turned
	o.unkeyed += other.unkeyed
	o.lost += other.lost
	o.cycles += other.cycles
}

func (o outcome) String() string {
	return fmt.Sprintf("%d pairs in order, of which sorting by identifier turns %d; %d pairs by programs without keys, of which %d do not stand as they were put; %d cycles",
		o.pairs, o.turned, o.unkeyed, o.lost, o.cycles)
}

func (o *outcome) fault(format string, args ...any) {
	o.faults = append(o.faults, fmt.Sprintf(format, args...))
}

// compare compares every endpoint with the first one.
func (m *mesh) compare(o *outcome) {
	first := m.endpoints[0]
	for _, e := range m.endpoints[1:] {
		if u, ok := e.(*unknowing); ok {
			m.compareUnknowing(o, first, u)
			continue
		}
		for id, it := range e.held() {
			if here := first.held()[id]; here == nil || state(here) != state(it) {
				o.fault("%s differs: A has %s, %s has %s", id, state(here), e.name(), state(it))
			}
		}
		if a, b := tree(first), tree(e); !slices.Equal(a, b) {
			o.fault("trees differ: A has %v, %s has %v", a, e.name(), b)
		}
		if k, ok := e.(*knowing); ok && !m.unkeyed && k.derived > 0 {
			o.fault("%s derived %d places where all were given", e.name(), k.derived)
		}
	}
}

// compareUnknowing requires the same winners, and also the same tree of an endpoint that
// follows the others.
func (m *mesh) compareUnknowing(o *outcome, first endpoint, u *unknowing) {
	for id, it := range u.items {
		if here := first.held()[id]; here == nil || !here.Winner.Same(it.Winner) {
			o.fault("the winner of %s differs: A has %s, %s has %s", id, state(here), u.by, state(it))
		}
	}
	if !u.follows {
		return
	}
	var rows []string
	depth := map[int]int{}
	for _, out := range u.publish() {
		depth[out.number] = depth[out.parent] + 1
		rows = append(rows, fmt.Sprint(depth[out.parent], " ", out.item.ID()))
	}
	if a := tree(first); !slices.Equal(a, rows) {
		o.fault("trees differ: A has %v, %s has %v", a, u.by, rows)
	}
}

// whole finds items that are missing, twice in the tree, or their own ancestors.
func (m *mesh) whole(o *outcome) {
	for _, e := range m.endpoints {
		var in []string
		for _, out := range e.publish() {
			in = append(in, out.item.ID())
		}
		slices.Sort(in)
		if want := slices.Sorted(slices.Values(m.ids)); !slices.Equal(in, want) {
			o.fault("%s has %v, not all of %v", e.name(), in, want)
		}
		if k, ok := e.(*knowing); ok {
			o.cycles += k.opened
			if len(order.Cycles(nodesOf(k.items))) > 0 {
				o.fault("%s has a cycle", e.name())
			}
		}
	}
}

// meaning checks whether siblings are in the order that was chosen.
func (m *mesh) meaning(o *outcome) {
	items := m.endpoints[0].held()
	for _, it := range items {
		if p := m.placed[version(it.Winner)]; !cycled(it) && !p.unkeyed && p.parent != it.Winner.Place.Parent {
			o.fault("%s stands in %q, and was put into %q", it.ID(), it.Winner.Place.Parent, p.parent)
		}
	}
	byID := func(a, b *item.Version) int { return strings.Compare(a.ID, b.ID) }
	for _, p := range m.pairs(items, byID) {
		if (!p.unkeyed || m.calm) && p.wrong {
			o.turned++
		}
	}
	for _, p := range m.pairs(items, byKey) {
		switch {
		case !p.unkeyed || m.calm:
			o.pairs++
			if p.wrong {
				o.fault("%s was put before %s, and stands after", p.first, p.second)
			}
		default:
			o.unkeyed++
			if p.wrong {
				o.lost++
			}
		}
	}
}

func byKey(a, b *item.Version) int {
	return order.Compare(order.Sibling{ID: a.ID, Key: a.Place.Key}, order.Sibling{ID: b.ID, Key: b.Place.Key})
}

// state returns everything about an item that endpoints have to agree on.
func state(it *item.Item) string {
	if it == nil {
		return "nothing"
	}
	var conflicts []string
	for _, v := range it.Conflicts {
		conflicts = append(conflicts, format(v))
	}
	slices.Sort(conflicts)
	return fmt.Sprint(format(it.Winner), " ", it.Flagged, " ", conflicts)
}

func format(v *item.Version) string {
	return fmt.Sprint(v.Updates, v.Deleted, v.History, v.Title(), v.Place, len(v.Resolved))
}
