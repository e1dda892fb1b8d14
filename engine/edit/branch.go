package edit

import (
	"context"
	"errors"

	"crossfeed/engine/item"
	"crossfeed/engine/rules"
	"crossfeed/engine/store"
)

// Branch lists an item and everything in it, at any depth: the items that are not deleted,
// parents first, in the order in which they are shown. Children of a tombstone count as
// children of the tombstone's parent.
func (w Work) Branch(id string) (live []string, err error) {
	err = w.reading().eachIn(id, func(it *item.Item) error {
		if !it.Winner.Deleted {
			live = append(live, it.ID())
		}
		return nil
	})
	return live, err
}

// HeldError reports that an item cannot leave its list because it, or something in it, has
// open conflicts. It wraps ErrConflicted.
type HeldError struct {
	// Doing is the attempted operation on the item ID.
	Doing, ID string
	// By is the item that has to be resolved first.
	By string
}

func (e *HeldError) Error() string {
	text := e.Doing + " item " + e.ID
	if e.By != e.ID {
		text += ", because of item " + e.By + " in it"
	}
	return text + ": " + ErrConflicted.Error()
}

func (e *HeldError) Unwrap() error { return ErrConflicted }

// newParent returns the parent that an item will have in the list that it moves to: the
// identifier there of its nearest ancestor that moved with it, or "". A tombstone that stays
// behind is never the parent.
func (w Work) newParent(it *item.Item, there map[key]string) (string, error) {
	parent := it.Winner.Place.Parent
	for seen := map[string]bool{}; parent != "" && !seen[parent]; {
		if as, left := there[key{w.Set, parent}]; left {
			return as, nil
		}
		seen[parent] = true
		above, err := w.Store.Item(w.Set, parent)
		switch {
		case errors.Is(err, store.ErrNoItem):
			return "", nil
		case err != nil || !above.Winner.Deleted:
			return "", err
		}
		parent = above.Winner.Place.Parent
	}
	return "", nil
}

// Place moves items of an ordered list into another parent, after one of its children, as one
// edit. parent "" is the root; after "" is the first position. The items keep their given
// order, and their children move with them. An item that is already there gets no update. The
// error wraps ErrInside if parent is in one of the items, and store.ErrNoItem if one does not
// exist.
func (e *Service) Place(ctx context.Context, set string, ids []string, parent, after string) error {
	return e.Do(ctx, "order", func(t *Transaction) error {
		w, err := t.In(set)
		if err != nil {
			return err
		}
		return w.PlaceAll(ids, parent, after)
	})
}

// DeleteBranch deletes items with everything in them, as one edit. The Outcome counts every
// item.
func (e *Service) DeleteBranch(ctx context.Context, set string, ids []string) (Outcome, error) {
	find := func(t *Transaction) ([]Ref, error) {
		w, err := t.In(set)
		if err != nil {
			return nil, err
		}
		return branches(w, set, ids)
	}
	return e.eachOf(ctx, "delete", find, func(w Work, ref Ref) error {
		_, err := w.Delete(ref.ID)
		return err
	})
}

// branches lists items with everything in them, each once.
func branches(w Work, set string, ids []string) (all []Ref, err error) {
	seen := map[string]bool{}
	for _, id := range ids {
		branch, err := w.Branch(id)
		if err != nil {
			return nil, err
		}
		for _, id := range branch {
			if !seen[id] {
				all = append(all, Ref{set, id})
			}
			seen[id] = true
		}
	}
	return all, nil
}

// Delete makes an item a tombstone (SSE 0.93 §3.2 step 4). It fails as Change does. An item
// that is already deleted is returned unchanged.
func (e *Service) Delete(ctx context.Context, set, id string) (*item.Item, error) {
	return e.one(ctx, "delete", set, func(w Work) (*item.Item, error) { return w.Delete(id) })
}

// DeleteAll deletes several items as one edit.
func (e *Service) DeleteAll(ctx context.Context, items []Ref) (Outcome, error) {
	return e.each(ctx, "delete", items, func(w Work, ref Ref) error {
		_, err := w.Delete(ref.ID)
		return err
	})
}

// Delete makes an item a tombstone (SSE 0.93 §3.2 step 4). The tombstone keeps the item's
// data, for Restore. A tombstone is returned unchanged.
func (w Work) Delete(id string) (*item.Item, error) {
	it, err := w.Store.Item(w.Set, id)
	if err != nil || it.Winner.Deleted {
		return it, err
	}
	return w.update(it, rules.Change{Deleted: true})
}
