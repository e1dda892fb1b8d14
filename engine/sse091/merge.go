package sse091

import (
	"slices"

	"crossfeed/engine/item"
	"crossfeed/engine/rules"
)

// Merge incorporates an incoming item into the local one of the same identifier
// (SSE 0.91 §4.4, §4.4.1, §5.2); local is nil for an item that is new here. Once all
// endpoints have read one another, winner, flag and conflicts are the same
// everywhere, whatever the order.
//
// Publisher-specific data never changes hands: arriving versions lose theirs, and a
// new winner takes over the local winner's.
func Merge(local, incoming *item.Item) rules.Result {
	m := meet(local, incoming)
	kept := append([]held{m.winner}, m.open()...)
	flagged := len(kept) > 1 || m.flagged
	r := rules.Result{Item: local, Dropped: lost(local, incoming, kept), Twice: clashes(local, incoming)}
	if !matches(local, kept, flagged) {
		r.Item, r.Changed = made(local, kept, flagged), true
	}
	return r
}

// matches tells whether what was kept is the local item as it stands.
func matches(local *item.Item, kept []held, flagged bool) bool {
	if local == nil || local.Flagged != flagged || kept[0].Version != local.Winner || len(kept) != 1+len(local.Conflicts) {
		return false
	}
	for _, k := range kept[1:] {
		if !slices.Contains(local.Conflicts, k.Version) {
			return false
		}
	}
	return true
}

// made is the merged item.
func made(local *item.Item, kept []held, flagged bool) *item.Item {
	it := &item.Item{Winner: kept[0].own(), Flagged: flagged}
	if local != nil {
		it.Winner = it.Winner.WithPublisher(local.Winner.Publisher)
	}
	for _, k := range kept[1:] {
		it.Conflicts = append(it.Conflicts, k.own())
	}
	return it
}

// own is the version as this endpoint keeps it: what arrived leaves its
// publisher-specific data behind.
func (h held) own() *item.Version {
	if h.arrived {
		return h.WithPublisher("")
	}
	return h.Version
}
