package edit

import (
	"cmp"
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
// tombstones too, the error is ErrUnsettled and names that, beside what would leave.
func (w Work) Whole(doing, id string) (live []string, err error) {
	if _, err := w.live(doing, id); err != nil {
		return nil, err
	}
	if !w.Ordered {
		_, err := w.settled(doing, id)
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
// itself, or something in it. It wraps ErrUnsettled.
type HeldError struct {
	// Doing says what was being done with the item ID.
	Doing, ID string
	// By is what has to be settled first.
	By string
}

func (e *HeldError) Error() string {
	text := e.Doing + " item " + e.ID
	if e.By != e.ID {
		text += ", because of item " + e.By + " in it"
	}
	return text + ": " + ErrUnsettled.Error()
}

func (e *HeldError) Unwrap() error { return ErrUnsettled }

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
