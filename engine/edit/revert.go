package edit

import (
	"fmt"

	"crossfeed/engine/feedsync"
	"crossfeed/engine/item"
	"crossfeed/engine/store"
)

// Revert takes a change back by an update that says what the item said before
// (SSE 0.93 §3.2), or that deletes what the change made. Where another version
// wins by now the error wraps ErrChanged: nothing that came later is undone
// with it. The change that Revert makes is the way back.
func (w Work) Revert(s store.Step) (*item.Item, error) {
	it, err := w.Store.Item(s.Set, s.Item)
	if err != nil {
		return nil, err
	}
	if store.Identity(it.Winner) != s.After {
		return nil, fmt.Errorf("undoing the change of item %s: %w", s.Item, ErrChanged)
	}
	w.Set = s.Set
	if s.Before == (store.Step{}).Before {
		return w.update(it, feedsync.Change{Deleted: true})
	}
	before, err := w.archived(s)
	if err != nil {
		return nil, err
	}
	return w.update(it, feedsync.Change{Content: before.Content, Deleted: before.Deleted})
}

// archived is the version before a change.
func (w Work) archived(s store.Step) (*item.Version, error) {
	versions, err := w.Store.Versions(s.Set, s.Item)
	if err != nil {
		return nil, err
	}
	for _, a := range versions {
		if store.Identity(a.Version) == s.Before {
			return a.Version, nil
		}
	}
	return nil, fmt.Errorf("undoing the change of item %s: the version before it is not in the archive", s.Item)
}
