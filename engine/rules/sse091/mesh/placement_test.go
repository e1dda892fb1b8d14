package mesh_test

import (
	"crossfeed/engine/item"
	"crossfeed/engine/rules/order"
)

// placement is what a user did who put an item somewhere, and what was seen then.
type placement struct {
	parent string
	// unkeyed tells that a program that knows no keys had a hand in it.
	unkeyed bool
	// seen has the siblings that were there, with the placement that had put each
	// there, and whether it stood before.
	seen map[string]sight
}

// unkeyed tells that its key was only guessed there.
type sight struct {
	by              *placement
	before, unkeyed bool
}

// version names a version: no two updates have one endpoint, time and number.
func version(v *item.Version) string { return v.ID + " " + v.Top().String() }

// place takes down that a version is put at an index of a row of siblings.
func (m *mesh) place(e endpoint, v *item.Version, parent string, row []string, at int) {
	_, unkeyed := e.(*unknowing)
	p := &placement{parent: parent, unkeyed: unkeyed, seen: map[string]sight{}}
	for i, id := range row {
		w := e.held()[id].Winner
		p.seen[id] = sight{m.placed[version(w)], i < at, order.Guessed(w.Place.Key)}
	}
	m.placed[version(v)] = p
}

// stay takes down that a version stands where the one before it stood. One that a cycle put
// to the root is placed there by that.
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

// pair is what became of two siblings of which one was put where it is by someone who
// saw the other there.
type pair struct {
	first, second string
	// wrong tells that they do not stand so in the end.
	wrong, unkeyed bool
}

// pairs goes through the siblings of an endpoint in an order.
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
