package edit

import (
	"errors"
	"slices"

	"crossfeed/engine/item"
	"crossfeed/engine/rules"
	"crossfeed/engine/rules/order"
	"crossfeed/engine/store"
)

// IsGone reports whether an item exists and is a tombstone that no list shows.
func IsGone(r store.ItemReader, set int64, id string) (bool, error) {
	it, err := gone(r, set, id)
	return it != nil, err
}

// gone returns the item if it is a tombstone that no list shows, or nil.
func gone(r store.ItemReader, set int64, id string) (*item.Item, error) {
	if id == "" {
		return nil, nil
	}
	it, err := r.Item(set, id)
	if errors.Is(err, store.ErrNoItem) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if is, err := isGone(r, set, it); err != nil || !is {
		return nil, err
	}
	return it, nil
}

// Outside returns the position of an item that leaves its deleted parent: its earlier position
// according to the archive, or else one next to the deleted parent.
func Outside(r store.ItemReader, set int64, it *item.Item, archive []*item.Version) (item.Place, error) {
	past := slices.DeleteFunc(slices.Clone(archive), func(v *item.Version) bool {
		return v.Deleted || v.Place.Key == "" || !slices.ContainsFunc(it.Winner.History[1:], v.Top().Same)
	})
	slices.SortStableFunc(past, func(a, b *item.Version) int { return b.Updates - a.Updates })
	for _, v := range past {
		lives, err := livesIn(r, set, it.ID(), v.Place.Parent)
		if err != nil {
			return item.Place{}, err
		}
		if lives {
			return item.Place{Parent: v.Place.Parent, Key: v.Place.Key}, nil
		}
	}
	return nextToDeleted(r, set, it.Winner)
}

// livesIn reports whether a parent is not deleted, and is not in the item.
func livesIn(r store.ItemReader, set int64, id, parent string) (bool, error) {
	seen := map[string]bool{"": true}
	for at := parent; !seen[at]; {
		seen[at] = true
		above, err := r.Item(set, at)
		if err != nil && !errors.Is(err, store.ErrNoItem) {
			return false, err
		}
		if err != nil || at == id || at == parent && above.Winner.Deleted {
			return false, nil
		}
		at = above.Winner.Place.Parent
	}
	return true, nil
}

// nextToDeleted returns the position next to the deleted parent of a version, or next to the
// outermost of that parent's deleted ancestors. Several children of one parent keep their
// order there. If the parent is not deleted, it returns the version's own position.
func nextToDeleted(r store.ItemReader, set int64, v *item.Version) (item.Place, error) {
	chain, err := deletedAbove(r, set, v.Place.Parent)
	if err != nil || len(chain) == 0 {
		return v.Place, err
	}
	key := v.Place.Key
	for _, above := range slices.Backward(chain) {
		key = order.Below(*sibling(above.ID(), above.Winner.Place), key)
	}
	outer := chain[0].Winner
	if key == "" { // the key would be too long
		key = order.Between(sibling(outer.ID, outer.Place), nil, v.ID)
	}
	return item.Place{Parent: outer.Place.Parent, Key: key}, nil
}

// deletedAbove returns an item, if it is gone, and its ancestors up to the first that is not
// gone, outermost first.
func deletedAbove(r store.ItemReader, set int64, id string) (chain []*item.Item, err error) {
	for seen := map[string]bool{}; !seen[id]; {
		seen[id] = true
		it, err := gone(r, set, id)
		if err != nil {
			return nil, err
		}
		if it == nil {
			break
		}
		chain = append(chain, it)
		id = it.Winner.Place.Parent
	}
	slices.Reverse(chain)
	return chain, nil
}

// RestoreFolder restores a deleted item together with its deleted ancestors.
func (w Work) RestoreFolder(id string) error {
	chain, err := deletedAbove(w.Store, w.Set, id)
	if err != nil {
		return err
	}
	for _, it := range chain {
		if _, err := w.restore(it, nil); err != nil {
			return err
		}
	}
	return nil
}

// lifted returns the position of a version when it is restored: its own, or next to its parent
// if that is deleted.
func (w Work) lifted(v *item.Version) (*item.Place, error) {
	p, err := nextToDeleted(w.Store, w.Set, v)
	return &p, err
}

// restore restores a tombstone with its earlier content, at a position, or at its own if p is
// nil.
func (w Work) restore(it *item.Item, p *item.Place) (*item.Item, error) {
	content, err := w.lastContent(it)
	if err != nil {
		return nil, err
	}
	return w.update(it, rules.Change{Content: content, Place: p})
}
