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
	m := meet(local, incoming, few[:0])
	m.reduce()
	r := rules.Result{Item: local, Dropped: m.lost(local, incoming), Twice: clashes(local, incoming)}
	if !m.matches(local) {
		r.Item, r.Changed = m.item(local), true
	}
	return r
}

// matches tells whether what was kept is the local item as it stands.
func (m *meeting) matches(local *item.Item) bool {
	if local == nil || local.Winner != m.winner.Version || len(local.Conflicts) != len(m.entries) ||
		local.Flagged != m.isFlagged() {
		return false
	}
	for _, e := range m.entries {
		if !slices.Contains(local.Conflicts, e.Version) {
			return false
		}
	}
	return true
}

// isFlagged tells whether a person should look at the item: the flag stays while
// entries stay, and without entries it is the winner's own.
func (m *meeting) isFlagged() bool { return len(m.entries) > 0 || m.flagged }

// item is the merged item.
func (m *meeting) item(local *item.Item) *item.Item {
	it := &item.Item{Winner: m.winner.own(), Flagged: m.isFlagged()}
	if local != nil {
		it.Winner = it.Winner.WithPublisher(local.Winner.Publisher)
	}
	for _, e := range m.entries {
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
