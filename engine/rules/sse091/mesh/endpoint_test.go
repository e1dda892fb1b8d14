package mesh_test

import (
	"slices"

	"crossfeed/engine/item"
	"crossfeed/engine/rules/order"
	"crossfeed/engine/rules/sse091"
)

// endpoint is a member of a mesh.
type endpoint interface {
	// name returns its identifier.
	name() string
	// held returns its items.
	held() map[string]*item.Item
	// publish returns its document.
	publish() document
	// read incorporates a document and reports whether that changed anything.
	read(d document) bool
	// siblings returns the identifiers of an item's children, in order.
	siblings(parent string) []string
	// parent returns the parent of an item.
	parent(id string) string
	// put adds a new version of an item, or a new item, between two siblings.
	put(it *item.Item, parent, left, right string)
	// set adds a new version of an item at its current position.
	set(it *item.Item)
}

// knowing is an endpoint that knows keys, as Crossfeed does.
type knowing struct {
	by    string
	items map[string]*item.Item
	// derived counts the derived positions of versions that were new here, opened the cycles
	// that were broken here.
	derived, opened int
}

func (k *knowing) name() string                { return k.by }
func (k *knowing) held() map[string]*item.Item { return k.items }
func (k *knowing) publish() document           { return publish(k.items) }
func (k *knowing) parent(id string) string     { return k.items[id].Winner.Place.Parent }

// read incorporates an entire document: positions first, then item by item, and cycles after
// all comparisons (SSE 0.91 §4.4.2).
func (k *knowing) read(d document) bool {
	changed := false
	places := order.Locate(d.spots(), k.known(d))
	for i, o := range d {
		if places[i].Derived && places[i].Place != o.given && !k.holds(o.item.Winner) {
			k.derived++
		}
		if k.merge(placed(o.item, places[i].Place)) {
			changed = true
		}
	}
	nodes := nodesOf(k.items)
	for _, m := range order.Cycles(nodes) {
		it := *placed(k.items[nodes[m.Index].ID], m.Place)
		it.Flagged = true
		k.items[it.ID()] = &it
		k.opened++
		changed = true
	}
	return changed
}

func (k *knowing) merge(incoming *item.Item) bool {
	local := k.items[incoming.ID()]
	r := sse091.Merge(local, located(incoming, local))
	k.items[incoming.ID()] = r.Item
	return r.Changed
}

// known returns the local state of the items in a document: that of the same version, or of
// the winner.
func (k *knowing) known(d document) func(string) order.Known {
	winners := make(map[string]*item.Version, len(d))
	for _, o := range d {
		winners[o.item.ID()] = o.item.Winner
	}
	return func(id string) order.Known {
		local := k.items[id]
		if local == nil {
			return order.Known{}
		}
		if v := find(local, winners[id]); v != nil {
			return order.Known{Place: v.Place, Same: true}
		}
		return order.Known{Place: local.Winner.Place}
	}
}

func (k *knowing) holds(v *item.Version) bool {
	local := k.items[v.ID]
	return local != nil && find(local, v) != nil
}

// find returns the same version of an item, or nil.
func find(it *item.Item, v *item.Version) *item.Version {
	all := it.Versions()
	if i := slices.IndexFunc(all, v.Same); i >= 0 {
		return all[i]
	}
	return nil
}

// located sets the positions of conflicts without one: to the local one, or one near the
// winner.
func located(incoming, local *item.Item) *item.Item {
	if !slices.ContainsFunc(incoming.Conflicts, unlocated) {
		return incoming
	}
	out := *incoming
	out.Conflicts = slices.Clone(incoming.Conflicts)
	for i, v := range out.Conflicts {
		if !unlocated(v) {
			continue
		}
		p := incoming.Winner.Place
		p.Key, p.Cycle = order.Guess(p.Key), ""
		if local != nil {
			if here := find(local, v); here != nil {
				p = here.Place
			}
		}
		out.Conflicts[i] = in(v, p)
	}
	return &out
}

func unlocated(v *item.Version) bool { return v.Place == item.Place{} }

func (k *knowing) siblings(parent string) []string {
	var all []order.Sibling
	for id, it := range k.items {
		if p := it.Winner.Place; p.Parent == parent {
			all = append(all, order.Sibling{ID: id, Key: p.Key})
		}
	}
	slices.SortFunc(all, order.Compare)
	ids := make([]string, len(all))
	for i, s := range all {
		ids[i] = s.ID
	}
	return ids
}

func (k *knowing) put(it *item.Item, parent, left, right string) {
	key := order.Between(k.sibling(left), k.sibling(right), it.ID())
	k.items[it.ID()] = placed(it, item.Place{Parent: parent, Key: key})
}

func (k *knowing) sibling(id string) *order.Sibling {
	if id == "" {
		return nil
	}
	return &order.Sibling{ID: id, Key: k.items[id].Winner.Place.Key}
}

func (k *knowing) set(it *item.Item) {
	k.items[it.ID()] = placed(it, order.Confirm(it.Winner.Place))
}
