package incorporate

import (
	"crossfeed/engine/item"
	"crossfeed/engine/store"
)

// countOrphans adds the items to the result that live in a deleted one once all are
// merged: a person is asked where they belong (store.Row.Flagged).
func (r *reading) countOrphans(now store.Reader, c changes) error {
	if r.outline == nil {
		return nil
	}
	for _, it := range c.order {
		n, err := r.orphansOf(now, c, it)
		if err != nil {
			return err
		}
		r.result.Conflicts += n
	}
	return nil
}

// orphansOf is how many orphans there are because of a changed item: what was in it
// before, where it is gone, or itself. One with a conflict of its own is counted already.
func (r *reading) orphansOf(now store.Reader, c changes, it *item.Item) (n int, err error) {
	asks, err := r.asks(now, it)
	if err != nil || asks {
		return 0, err
	}
	if !it.Winner.Deleted {
		gone, err := r.gone(now, c, it.Winner.Place.Parent)
		if gone {
			n = 1
		}
		return n, err
	}
	inside, err := now.PlacesIn(r.source.Set.Key, it.ID())
	for _, p := range inside {
		if c.byID[p.ID] == nil && !p.Deleted {
			n++
		}
	}
	return n, err
}

// gone reports whether an item is a tombstone with nothing to resolve.
func (r *reading) gone(now store.Reader, c changes, id string) (bool, error) {
	it := c.byID[id]
	if it == nil && id != "" {
		var err error
		if it, err = lookUp(now, r.source.Set.Key, id); err != nil {
			return false, err
		}
	}
	if it == nil || !it.Winner.Deleted {
		return false, nil
	}
	asks, err := r.asks(now, it)
	return !asks, err
}
