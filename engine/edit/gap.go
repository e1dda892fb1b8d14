package edit

import (
	"fmt"

	"crossfeed/engine/item"
	"crossfeed/engine/sse091/place"
)

// gap is where something has to be put so that it is shown after left. Where left is in
// a tombstone, it goes after that: nothing is put into what is deleted.
func (r *room) gap(left string, moving map[string]bool) gap {
	g := gap{parent: r.parent}
	if left != "" {
		at := left
		for r.in[at].Place.Parent != r.parent {
			at = r.in[at].Place.Parent
		}
		g.parent, g.left = r.in[at].Place.Parent, sibling(at, r.in[at].Place)
	}
	for _, p := range r.all {
		if p.Place.Parent == g.parent && !moving[p.ID] && g.holds(p.ID, p.Place) {
			g.right = sibling(p.ID, p.Place)
		}
	}
	return g
}

// gap is the room between two neighbours in one item; nil is the beginning or the
// end.
type gap struct {
	parent      string
	left, right *place.Sibling
}

// place is one in the gap, or ErrCrowded.
func (g gap) place(id string) (item.Place, error) {
	p := item.Place{Parent: g.parent, Key: place.Between(g.left, g.right, id)}
	if p.Key == "" {
		return p, fmt.Errorf("placing item %s: %w", id, ErrCrowded)
	}
	return p, nil
}

// holds tells whether a place lies in the gap.
func (g gap) holds(id string, p item.Place) bool {
	at := place.Sibling{ID: id, Key: p.Key}
	return p.Parent == g.parent && place.Valid(p.Key) &&
		(g.left == nil || place.Compare(*g.left, at) < 0) && (g.right == nil || place.Compare(at, *g.right) < 0)
}

func sibling(id string, p item.Place) *place.Sibling { return &place.Sibling{ID: id, Key: p.Key} }
