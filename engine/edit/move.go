package edit

import (
	"errors"
	"fmt"

	"crossfeed/engine/item"
	"crossfeed/engine/rules"
	"crossfeed/engine/sse091"
	"crossfeed/engine/store"
)

// Moves are the items that are moved together: what they are called where they came
// to.
type Moves map[key]string

// Move puts an item into the set of other work, and leaves a tombstone in its own. It
// keeps its identifier where that is free there, or is that of a tombstone: it was
// there before. Otherwise it gets the spare one. In an ordered set it comes to stand
// last, in what it stood in where that was moved before it, and else at the root. One
// that is deleted is ErrDeleted, one with open conflicts ErrUnsettled.
func (w Work) Move(id string, to Work, with Moves, spare string) (*item.Item, error) {
	it, err := w.settled("moving", id)
	if err != nil {
		return nil, err
	}
	gone, err := w.updated(it, rules.Change{Deleted: true})
	if err != nil {
		return nil, err
	}
	parent, err := w.standsIn(it, with)
	if err != nil {
		return nil, err
	}
	moved, err := to.receive(it, Spot{Parent: parent, AtEnd: true}, spare)
	if err != nil {
		return nil, err
	}
	with[key{w.Set, id}] = moved.ID()
	_, err = w.Put(it, gone)
	return moved, err
}

// receive takes in an item that was moved here.
func (w Work) receive(it *item.Item, s Spot, spare string) (*item.Item, error) {
	there, err := w.Store.Item(w.Set, it.ID())
	switch {
	case errors.Is(err, store.ErrNoItem):
		return w.admit(it.ID(), it.Winner.Content, it.Winner.NoConflicts, s)
	case err != nil:
		return nil, err
	}
	open, err := w.isOpen(there)
	if err != nil {
		return nil, err
	}
	if there.Winner.Deleted && !open {
		place, err := w.placeAt(it.ID(), s)
		if err != nil {
			return nil, err
		}
		return w.update(there, rules.Change{Content: it.Winner.Content, Place: place})
	}
	return w.admit(spare, it.Winner.Content, it.Winner.NoConflicts, s)
}

// admit is InsertAt of an item of another set: noconflicts stays behind where the
// rules of this one do not know it.
func (w Work) admit(id string, content *item.Content, noConflicts bool, s Spot) (*item.Item, error) {
	it, err := w.InsertAt(id, content, noConflicts, s)
	if errors.Is(err, sse091.ErrNoConflicts) {
		return w.InsertAt(id, content, false, s)
	}
	return it, err
}

// settled reads a live item without open conflicts.
func (w Work) settled(doing, id string) (*item.Item, error) {
	it, err := w.live(doing, id)
	if err != nil {
		return nil, err
	}
	open, err := w.isOpen(it)
	if err == nil && open {
		err = fmt.Errorf("%s item %s: %w", doing, id, ErrUnsettled)
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
