package edit

import (
	"errors"
	"slices"

	"crossfeed/engine/item"
	"crossfeed/engine/rules"
	"crossfeed/engine/store"
)

// Outdo merges an item received from a feed, and then restores the local state by an update
// that includes the received versions, so that everyone gets it. An item that does not exist
// here is not added, and one that the received item does not change stays as it is.
func (w Work) Outdo(incoming *item.Item, from string) error {
	it, err := w.Store.Item(w.Set, incoming.ID())
	if errors.Is(err, store.ErrNoItem) {
		return nil
	}
	if err != nil {
		return err
	}
	m := w.Rules.Merge(it, incoming)
	if !m.Changed {
		return nil
	}
	seen := store.Seen{At: w.At, From: from}
	for _, v := range m.Dropped {
		if err := w.Store.PutArchive(w.Set, v, seen); err != nil {
			return err
		}
	}
	if err := w.Store.PutItem(w.Set, m.Item, seen); err != nil {
		return err
	}
	next, err := w.outdone(it, m.Item)
	if err != nil {
		return err
	}
	_, err = w.Put(m.Item, next)
	return err
}

// outdone returns a merged item that says what it said before, and includes what was received.
func (w Work) outdone(before, merged *item.Item) (*item.Item, error) {
	sorted, err := w.reading().sorted(merged)
	if err != nil {
		return nil, err
	}
	included := sorted.Included(merged, w.Rules.Bound(merged, w.By))
	for n, v := range merged.Conflicts {
		if !slices.ContainsFunc(before.Conflicts, v.Same) && !slices.Contains(included, n) {
			included = append(included, n)
		}
	}
	slices.Sort(included)
	place, err := w.placeOf(before.Winner)
	if err == nil && place != nil && !before.Winner.Deleted {
		place, err = w.lifted(before.Winner)
	}
	if err != nil {
		return nil, err
	}
	stamp, err := w.Stamp(merged.ID())
	if err != nil {
		return nil, err
	}
	c, err := w.Written(merged.ID(), rules.Change{Content: before.Winner.Content, Deleted: before.Winner.Deleted, Place: place})
	if err != nil {
		return nil, err
	}
	return w.Rules.Resolve(merged, c, included, stamp)
}
