package edit

import (
	"errors"
	"fmt"

	"crossfeed/engine/item"
	"crossfeed/engine/rules"
	"crossfeed/engine/store"
)

// Move puts an item into another set, and leaves a tombstone in its own. It
// keeps its identifier where that is free there, or is that of a tombstone: it
// was there before. Otherwise it gets the spare one. One that is deleted is
// ErrDeleted, one with open conflicts ErrUnsettled.
func (w Work) Move(id string, to int64, spare string) (*item.Item, error) {
	it, err := w.settled("moving", id)
	if err != nil {
		return nil, err
	}
	gone, err := w.updated(it, rules.Change{Deleted: true})
	if err != nil {
		return nil, err
	}
	moved, err := w.in(to).receive(it, spare)
	if err != nil {
		return nil, err
	}
	_, err = w.Put(it, gone)
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
	case there.Winner.Deleted && len(there.Conflicts) == 0:
		return w.update(there, rules.Change{Content: it.Winner.Content})
	}
	return w.Insert(spare, it.Winner.Content, it.Winner.NoConflicts)
}

// settled reads a live item without open conflicts.
func (w Work) settled(doing, id string) (*item.Item, error) {
	it, err := w.live(doing, id)
	if err == nil && len(it.Conflicts) > 0 {
		return nil, fmt.Errorf("%s item %s: %w", doing, id, ErrUnsettled)
	}
	return it, err
}

// live reads an item that is not deleted.
func (w Work) live(doing, id string) (*item.Item, error) {
	it, err := w.Store.Item(w.Set, id)
	if err == nil && it.Winner.Deleted {
		return nil, fmt.Errorf("%s item %s: %w", doing, id, ErrDeleted)
	}
	return it, err
}

// in is the same work on another set.
func (w Work) in(set int64) Work {
	w.Set = set
	return w
}
