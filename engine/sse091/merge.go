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
	var few [8]held
	winner, own, entries := meet(local, incoming, few[:0])
	entries = reduce(entries, winner.Version)
	flagged := own || len(entries) > 0
	r := rules.Result{
		Item:    local,
		Dropped: dropped(local, incoming, winner.Version, entries),
		Twice:   clashes(local, incoming),
	}
	if !matches(local, winner.Version, entries, flagged) {
		r.Item, r.Changed = merged(local, winner, entries), true
		r.Item.Flagged = flagged
	}
	return r
}

// matches tells whether what is kept is the local item as it stands.
func matches(local *item.Item, winner *item.Version, entries []held, flagged bool) bool {
	if local == nil || local.Winner != winner || local.Flagged != flagged || len(local.Conflicts) != len(entries) {
		return false
	}
	for _, e := range entries {
		if !slices.Contains(local.Conflicts, e.Version) {
			return false
		}
	}
	return true
}

// merged is the item of what is kept.
func merged(local *item.Item, winner held, entries []held) *item.Item {
	it := &item.Item{Winner: winner.own()}
	if local != nil {
		it.Winner = it.Winner.WithPublisher(local.Winner.Publisher)
	}
	for _, e := range entries {
		it.Conflicts = append(it.Conflicts, e.own())
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
