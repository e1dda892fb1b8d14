package edit

import (
	"errors"
	"fmt"

	"crossfeed/engine/item"
	"crossfeed/engine/rules"
	"crossfeed/engine/store"
)

// Move puts an item into the set of other work, and leaves a tombstone in its own.
// In an ordered set it comes to stand last at the root. It
// keeps its identifier where that is free there, or is that of a tombstone: it
// was there before. Otherwise it gets the spare one. One that is deleted is
// ErrDeleted, one with open conflicts ErrUnsettled.
func (w Work) Move(id string, to Work, spare string) (*item.Item, error) {
	it, err := w.settled("moving", id)
	if err != nil {
		return nil, err
	}
	gone, err := w.updated(it, rules.Change{Deleted: true})
	if err != nil {
		return nil, err
	}
	moved, err := to.receive(it, spare)
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
		place, err := w.placeAt(it.ID(), Spot{AtEnd: true})
		if err != nil {
			return nil, err
		}
		return w.update(there, rules.Change{Content: it.Winner.Content, Place: place})
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
