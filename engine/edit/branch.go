package edit

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"crossfeed/engine/item"
	"crossfeed/engine/store"
)

// Branch lists an item and all that is in it, at any depth: the live ones, each
// before those in it, as they are shown. What is in a tombstone is in what that is in.
func (w Work) Branch(id string) (live []string, err error) {
	err = w.eachIn(id, func(it *item.Item) error {
		if !it.Winner.Deleted {
			live = append(live, it.ID())
		}
		return nil
	})
	return live, err
}

// Whole is Branch of a live item that is to leave its set with all that is in it; in
// a set without order that is itself alone. Where something in it has open conflicts,
// tombstones too, the error is ErrConflicted and names that, beside what would leave.
func (w Work) Whole(doing, id string) (live []string, err error) {
	if _, err := w.live(doing, id); err != nil {
		return nil, err
	}
	if !w.Ordered {
		_, err := w.resolved(doing, id)
		return []string{id}, err
	}
	var open error
	err = w.eachIn(id, func(it *item.Item) error {
		isOpen, err := w.isOpen(it)
		if err != nil {
			return err
		}
		if isOpen && open == nil {
			open = &HeldError{Doing: doing, ID: id, By: it.ID()}
		}
		if !it.Winner.Deleted {
			live = append(live, it.ID())
		}
		return nil
	})
	return live, cmp.Or(err, open)
}

// HeldError refuses to take an item out of its set because of what has open conflicts:
// itself, or something in it. It wraps ErrConflicted.
type HeldError struct {
	// Doing says what was being done with the item ID.
	Doing, ID string
	// By is what has to be resolved first.
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

// eachIn calls a function with an item and with all that is shown in it, each before
// those in it.
func (w Work) eachIn(id string, do func(*item.Item) error) error {
	seen := map[string]bool{}
	for open := []string{id}; len(open) > 0; {
		next := open[len(open)-1]
		open = open[:len(open)-1]
		if seen[next] {
			continue
		}
		seen[next] = true
		it, err := w.Store.Item(w.Set, next)
		if err == nil {
			err = do(it)
		}
		if err != nil {
			return err
		}
		inside, err := w.room(next)
		if err != nil {
			return err
		}
		slices.Reverse(inside.shown)
		open = append(open, inside.shown...)
	}
	return nil
}

// standsIn is what an item that leaves its set stands in where it comes to: what the
// nearest item that it stands in, and that left with it, is called there; "" where
// there is none. It stands in no tombstone that stays.
func (w Work) standsIn(it *item.Item, there map[key]string) (string, error) {
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

// Place puts items of an ordered set into another one, after one of its children, as
// one edit: parent "" is the root, after "" is first. The items keep the order in
// which they are given; what is in them comes along. What stands there already makes no
// update. The error wraps ErrInside where parent is in one of the items, and
// store.ErrNoItem where one is not there.
func (e *Service) Place(ctx context.Context, set string, ids []string, parent, after string) error {
	return e.Do(ctx, "order", func(t *Transaction) error {
		w, err := t.In(set)
		if err != nil {
			return err
		}
		return w.PlaceAll(ids, parent, after)
	})
}

// DeleteBranch deletes items with all that is in them, as one edit. The
// Outcome counts every item.
func (e *Service) DeleteBranch(ctx context.Context, set string, ids []string) (o Outcome, err error) {
	err = e.Do(ctx, "delete", func(t *Transaction) error {
		w, err := t.In(set)
		if err != nil {
			return err
		}
		refs, err := branches(w, set, ids)
		if err != nil {
			return err
		}
		o, err = t.Each(refs, func(w Work, ref Ref) error {
			_, err := w.Delete(ref.ID)
			return err
		})
		return err
	})
	if err != nil {
		return Outcome{}, err
	}
	return o, nil
}

// branches lists items with all that is in them, each once.
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
