package mesh_test

import (
	"crossfeed/engine/item"
	"crossfeed/engine/rules/order"
)

// placement is how a user positioned an item, and what was visible then.
type placement struct {
	parent string
	// unkeyed reports whether a program that knows no keys was involved.
	unkeyed bool
	// seen has the siblings at that time, with the placement that positioned each, and whether
	// it came before.
	seen map[string]sight
}

// sight is a sibling that was visible. unkeyed reports whether its key was only guessed.
type sight struct {
	by              *placement
	before, unkeyed bool
}

// version returns a name for a version: no two updates have the same endpoint, time and
// number.
func version(v *item.Version) string { return v.ID + " " + v.Top().String() }

// place records that a version is inserted at an index of a row of siblings.
func (m *mesh) place(e endpoint, v *item.Version, parent string, row []string, at int) {
	_, unkeyed := e.(*unknowing)
	p := &placement{parent: parent, unkeyed: unkeyed, seen: map[string]sight{}}
	for i, id := range row {
		w := e.held()[id].Winner
		p.seen[id] = sight{m.placed[version(w)], i < at, order.Guessed(w.Place.Key)}
	}
	m.placed[version(v)] = p
}

// stay records that a version has the position of its predecessor. If a cycle moved that to
// the top level, the version is placed there.
func (m *mesh) stay(e endpoint, old, v *item.Version) {
	p := m.placed[version(old)]
	if old.Place.Cycle != "" {
		row := e.siblings("")
		for i, id := range row {
			if id == v.ID {
				m.place(e, v, "", append(row[:i:i], row[i+1:]...), i)
				return
			}
		}
	}
	if _, unkeyed := e.(*unknowing); (unkeyed || order.Guessed(old.Place.Key)) && !p.unkeyed {
		changed := *p
		changed.unkeyed = true
		p = &changed
	}
	m.placed[version(v)] = p
}

// pair is the result for two siblings, one of which was positioned by a user who saw the other
// one there.
type pair struct {
	first, second string
	// wrong reports whether they are in the other order in the end.
	wrong, unkeyed bool
}

// pairs returns the pairs of siblings of an endpoint, given an order.
func (m *mesh) pairs(items map[string]*item.Item, order func(a, b *item.Version) int) (all []pair) {
	for x, ix := range items {
		px := m.placed[version(ix.Winner)]
		for y, s := range px.seen {
			iy := items[y]
			if iy == nil || m.placed[version(iy.Winner)] != s.by || cycled(ix) || cycled(iy) || ix.Winner.Place.Parent != iy.Winner.Place.Parent {
				continue
			}
			p := pair{first: x, second: y, unkeyed: px.unkeyed || s.unkeyed || s.by.unkeyed}
			p.wrong = s.before != (order(iy.Winner, ix.Winner) < 0)
			if s.before {
				p.first, p.second = y, x
			}
			all = append(all, p)
		}
	}
	return all
}

func cycled(it *item.Item) bool { return it.Winner.Place.Cycle != "" }
