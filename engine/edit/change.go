package edit

import (
	"fmt"

	"crossfeed/engine/feedsync"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
)

// Change sets fields of an item (SSE 0.93 §3.2). Values that change nothing
// make no update: the item is returned as it is. A tombstone stays one. base is
// the winner that the user saw, or nil for whatever is there; where another
// version wins by now, the error wraps ErrChanged. Where a todo that repeats is
// done by it, the next one is made.
func (w Work) Change(id string, v record.Values, base *item.Version) (*item.Item, error) {
	it, err := w.Store.Item(w.Set, id)
	if err != nil {
		return nil, err
	}
	if base != nil && !it.Winner.Same(base) {
		return nil, fmt.Errorf("changing item %s: %w", id, ErrChanged)
	}
	content, err := record.Apply(it.Winner.Content, record.Stamped(v, w.At))
	if err != nil {
		return nil, fmt.Errorf("changing item %s: %w", id, err)
	}
	return w.say(it, content)
}

// say makes a version of another content, unless that says the same.
func (w Work) say(it *item.Item, content *item.Content) (*item.Item, error) {
	if content.Hash() == it.Winner.Content.Hash() {
		return it, nil
	}
	next, err := w.update(it, feedsync.Change{Content: content, Deleted: it.Winner.Deleted})
	if err != nil {
		return nil, err
	}
	return next, w.follow(it, next)
}

// Delete makes a tombstone of an item (SSE 0.93 §3.2 step 4). It holds the data
// of what was deleted, for Restore. A tombstone is returned as it is.
func (w Work) Delete(id string) (*item.Item, error) {
	it, err := w.Store.Item(w.Set, id)
	if err != nil || it.Winner.Deleted {
		return it, err
	}
	return w.update(it, feedsync.Change{Deleted: true})
}
