package edit

import (
	"errors"
	"fmt"
	"slices"

	"crossfeed/engine/store"
)

// neighbour is the item that is shown before what is put after another one, when the
// moving items are not there; "" is none. Nothing is put between items whose parents
// are not there: they stand last, in the order of their identifiers.
func (w Work) neighbour(r *room, after string, moving map[string]bool) (string, error) {
	if after == "" {
		return "", nil
	}
	i := slices.Index(r.shown, after)
	if i < 0 {
		adrift, err := w.adrift(after)
		if err != nil || !adrift || r.parent != "" {
			return "", errors.Join(err, fmt.Errorf("item %s does not stand in %q: %w", after, r.parent, store.ErrNoItem))
		}
		i = len(r.shown) - 1
	}
	for i >= 0 && moving[r.shown[i]] {
		i--
	}
	if i < 0 {
		return "", nil
	}
	return r.shown[i], nil
}

// adrift tells whether an item is shown at the root because what it stands in is not
// there.
func (w Work) adrift(id string) (bool, error) {
	for seen := map[string]bool{}; id != "" && !seen[id]; {
		it, err := w.Store.Item(w.Set, id)
		switch {
		case errors.Is(err, store.ErrNoItem):
			return len(seen) > 0, nil
		case err != nil:
			return false, err
		case len(seen) > 0 && !it.Winner.Deleted:
			return false, nil
		}
		seen[id] = true
		id = it.Winner.Place.Parent
	}
	return false, nil
}
