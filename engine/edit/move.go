package edit

import (
	"errors"

	"crossfeed/engine/feedsync"
	"crossfeed/engine/item"
	"crossfeed/engine/store"
)

// Move puts an item into another set, and leaves a tombstone in its own. It
// keeps its identifier where that is free there, or is that of a tombstone: it
// was there before. Otherwise it gets the spare one.
func (w Work) Move(id string, to int64, spare string) (*item.Item, error) {
	it, err := w.Store.Item(w.Set, id)
	if err != nil {
		return nil, err
	}
	moved, err := w.in(to).receive(it, spare)
	if err != nil {
		return nil, err
	}
	_, err = w.Delete(id)
	return moved, err
}

// receive takes in an item that was moved here.
func (w Work) receive(it *item.Item, spare string) (*item.Item, error) {
	there, err := w.Store.Item(w.Set, it.ID())
	switch {
	case errors.Is(err, store.ErrNoItem):
		return w.Insert(it.ID(), it.Winner.Content, it.Winner.NoConflicts)
	case err != nil:
		return nil, err
	case there.Winner.Deleted:
		return w.update(there, feedsync.Change{Content: it.Winner.Content})
	}
	return w.Insert(spare, it.Winner.Content, it.Winner.NoConflicts)
}

// in is the same work on another set.
func (w Work) in(set int64) Work {
	w.Set = set
	return w
}
