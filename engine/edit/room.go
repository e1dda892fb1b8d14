package edit

import (
	"slices"

	"crossfeed/engine/item"
	"crossfeed/engine/sse091/place"
	"crossfeed/engine/store"
)

// room is what a person sees in one item, directly: what stands in it, and in place
// of a tombstone what stands in that.
type room struct {
	// parent is the item, or "" for the root.
	parent string
	// all are the items that stand in it, and in the tombstones among them that no
	// list shows; in finds them by identifier.
	all []store.Placed
	in  map[string]store.Placed
	// shown are those that are shown, in their order.
	shown []string
}

// room reads what a person sees in an item.
func (w Work) room(parent string) (*room, error) {
	r, err := roomIn(w.Store, w.Set, parent)
	if err == nil {
		r.show()
	}
	return r, err
}

// roomIn reads what there is in an item, and does not yet tell what is shown of it.
func roomIn(reader store.ItemReader, set int64, parent string) (*room, error) {
	r := &room{parent: parent, in: map[string]store.Placed{}}
	for inside := []string{parent}; len(inside) > 0; inside = inside[1:] {
		some, err := reader.PlacesIn(set, inside[0])
		if err != nil {
			return nil, err
		}
		r.all = slices.Grow(r.all, len(some))
		for _, p := range some {
			if _, seen := r.in[p.ID]; seen || p.ID == parent {
				continue
			}
			r.in[p.ID] = p
			r.all = append(r.all, p)
			if p.Gone {
				inside = append(inside, p.ID)
			}
		}
	}
	return r, nil
}

// put has an item in a place, wherever it stands.
func (r *room) put(id string, p item.Place) {
	r.all = slices.DeleteFunc(r.all, func(o store.Placed) bool { return o.ID == id })
	r.in[id] = store.Placed{ID: id, Place: p}
	r.all = append(r.all, r.in[id])
	r.show()
}

// show lists what is shown.
func (r *room) show() {
	r.shown = nil
	nodes := make([]place.Node, len(r.all))
	for i, p := range r.all {
		nodes[i] = place.Node{ID: p.ID, Place: p.Place, Deleted: p.Deleted}
		if p.Place.Parent == r.parent {
			nodes[i].Place.Parent = ""
		}
	}
	for _, row := range place.Shown(nodes, func(n place.Node) bool { return !r.in[n.ID].Gone }) {
		r.shown = append(r.shown, r.all[row.Index].ID)
	}
}

// shows tells whether the items are shown after left already, in their order, and none
// of them is in a tombstone.
func (r *room) shows(items []*item.Item, left string, moving map[string]bool) bool {
	if slices.ContainsFunc(items, func(it *item.Item) bool { return r.in[it.Winner.Place.Parent].Gone }) {
		return false
	}
	var wanted []string
	put := func() {
		for _, it := range items {
			wanted = append(wanted, it.ID())
		}
	}
	if left == "" {
		put()
	}
	for _, id := range r.shown {
		if !moving[id] {
			wanted = append(wanted, id)
		}
		if id == left {
			put()
		}
	}
	return slices.Equal(wanted, r.shown)
}
