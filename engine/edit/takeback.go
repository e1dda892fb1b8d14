package edit

import (
	"slices"
	"time"

	"crossfeed/engine/item"
	"crossfeed/engine/rules"
	"crossfeed/engine/store"
)

// TakeBack makes an item what it is without what came from a subscription since some time.
// Where others may have it from here, an update says that again; else the item is put back
// as it was, and leaves the set if it was not there.
func (w Work) TakeBack(id, from string, since time.Time, published bool) error {
	it, err := w.Store.Item(w.Set, id)
	if err != nil {
		return err
	}
	versions, err := w.Store.Versions(w.Set, id)
	if err != nil {
		return err
	}
	before := w.without(versions, from, since)
	switch {
	case published && before == nil:
		_, err = w.update(it, rules.Change{Deleted: true})
	case published:
		err = w.sayAgain(it, before.Winner)
	case before == nil:
		err = w.Store.RemoveItem(w.Set, id)
	default:
		err = w.Store.PutItem(w.Set, before, store.Seen{At: w.At})
	}
	return err
}

// sayAgain makes an item say what another version does.
func (w Work) sayAgain(it *item.Item, v *item.Version) error {
	place, err := w.placeOf(v)
	if err == nil && place != nil && !v.Deleted {
		place, err = w.lifted(v)
	}
	if err != nil {
		return err
	}
	_, err = w.update(it, rules.Change{Content: v.Content, Deleted: v.Deleted, Place: place})
	return err
}

// without merges the versions that did not come from a subscription since some time; nil
// where there are none.
func (w Work) without(versions []store.Archived, from string, since time.Time) (it *item.Item) {
	for _, a := range versions {
		if a.Seen.From != from || a.Seen.At.Before(since) {
			it = w.Rules.Merge(it, &item.Item{Winner: a.Version}).Item
		}
	}
	return it
}

// CameSince reports whether the version that wins came from a subscription to a location
// since some time.
func CameSince(it *item.Item, versions []store.Archived, from string, since time.Time) bool {
	winner := store.Identity(it.Winner)
	return slices.ContainsFunc(versions, func(a store.Archived) bool {
		return store.Identity(a.Version) == winner && a.Seen.From == from && !a.Seen.At.Before(since)
	})
}
