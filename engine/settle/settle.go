// Package settle saves what a person decided about an item that was changed in
// several places. What there is to decide is held by the package session.
package settle

import (
	"fmt"

	"crossfeed/engine/edit"
	"crossfeed/engine/feedsync"
	"crossfeed/engine/item"
)

// Decision is the outcome of a settling.
type Decision struct {
	// Seen is the item as the person saw it.
	Seen *item.Item
	// Change is what the new version says.
	Change feedsync.Change
	// Taken are the conflicts that it takes into account, as indexes into
	// Seen.Conflicts.
	Taken []int
}

// Settle resolves the item (SSE 0.93 §3.4) and keeps it. Where the item in the
// store is no longer exactly what the person saw, the error wraps
// edit.ErrChanged, and nothing is written.
func Settle(w edit.Work, d Decision) (*item.Item, error) {
	id := d.Seen.ID()
	stored, err := w.Store.Item(w.Set, id)
	if err != nil {
		return nil, err
	}
	it, same := arranged(stored, d.Seen)
	if !same {
		return nil, fmt.Errorf("settling item %s: %w", id, edit.ErrChanged)
	}
	stamp, err := w.Stamp(id)
	if err != nil {
		return nil, err
	}
	next, err := feedsync.Resolve(it, d.Change, d.Taken, stamp)
	if err != nil {
		return nil, err
	}
	if _, err := w.Put(stored, next); err != nil {
		return nil, err
	}
	return next, w.Follow(stored, next)
}

// arranged is the stored item with its conflicts in the order in which they
// were seen, so that indexes mean the same, and whether it holds the very
// versions that were seen.
func arranged(stored, seen *item.Item) (*item.Item, bool) {
	if len(stored.Conflicts) != len(seen.Conflicts) || !stored.Winner.Same(seen.Winner) {
		return nil, false
	}
	it := &item.Item{Winner: stored.Winner}
	for _, s := range seen.Conflicts {
		c := find(stored.Conflicts, s)
		if c == nil {
			return nil, false
		}
		it.Conflicts = append(it.Conflicts, c)
	}
	return it, true
}

// find is the version in the list that is the same as v, or nil. An item never
// holds one version twice.
func find(list []*item.Version, v *item.Version) *item.Version {
	for _, c := range list {
		if c.Same(v) {
			return c
		}
	}
	return nil
}
