package edit

import (
	"cmp"
	"fmt"
	"slices"

	"crossfeed/engine/ancestry"
	"crossfeed/engine/item"
	"crossfeed/engine/store"
)

// reader is the part of a transaction that questions need. A store.Reader has it, too, so that
// asking does not wait for those who write.
type reader interface {
	store.ItemReader
	store.ArchiveReader
	store.OfferReader
}

// reading answers questions about the items of one list.
type reading struct {
	store reader
	// set is the key of the list.
	set     int64
	dialect item.Dialect
	ordered bool
	// by is this endpoint.
	by string
}

func (w Work) reading() reading { return reading{w.Store, w.Set, w.Dialect, w.Ordered, w.By} }

// whole is Work.Branch for an item that is to leave its list with everything in it. In an
// unordered list that is only the item itself. If something in it has open conflicts, even a
// tombstone, the error wraps ErrConflicted and names it; the items that would leave are
// returned, too.
func (r reading) whole(doing, id string) (live []string, err error) {
	if _, err := r.live(doing, id); err != nil {
		return nil, err
	}
	if !r.ordered {
		_, err := r.resolved(doing, id)
		return []string{id}, err
	}
	var open error
	err = r.eachIn(id, func(it *item.Item) error {
		isOpen, err := r.isOpen(it)
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

// eachIn calls a function with an item and with everything shown in it, parents first.
func (r reading) eachIn(id string, do func(*item.Item) error) error {
	seen := map[string]bool{}
	for open := []string{id}; len(open) > 0; {
		next := open[len(open)-1]
		open = open[:len(open)-1]
		if seen[next] {
			continue
		}
		seen[next] = true
		it, err := r.store.Item(r.set, next)
		if err == nil {
			err = do(it)
		}
		if err != nil {
			return err
		}
		inside, err := r.room(next)
		if err != nil {
			return err
		}
		slices.Reverse(inside.shown)
		open = append(open, inside.shown...)
	}
	return nil
}

// room reads what a person sees in an item.
func (r reading) room(parent string) (*room, error) {
	in, err := roomIn(r.store, r.set, parent)
	if err == nil {
		in.show()
	}
	return in, err
}

// resolved reads an item that is not deleted and has no open conflicts.
func (r reading) resolved(doing, id string) (*item.Item, error) {
	it, err := r.live(doing, id)
	if err != nil {
		return nil, err
	}
	open, err := r.isOpen(it)
	if err == nil && open {
		err = fmt.Errorf("%s item %s: %w", doing, id, ErrConflicted)
	}
	return it, err
}

// live reads an item that is not deleted.
func (r reading) live(doing, id string) (*item.Item, error) {
	it, err := r.store.Item(r.set, id)
	if err == nil && it.Winner.Deleted {
		return nil, fmt.Errorf("%s item %s: %w", doing, id, ErrDeleted)
	}
	return it, err
}

// isOpen reports whether a person has to resolve a conflict of the item.
func (r reading) isOpen(it *item.Item) (bool, error) {
	sorted, err := r.sorted(it)
	return len(sorted.Open) > 0, err
}

func (r reading) sorted(it *item.Item) (ancestry.Sorted, error) {
	return store.Sort(r.store, store.Set{Key: r.set, Dialect: r.dialect}, it, nil)
}

// readLastChange reads the item of a step and its archive, if the step is still the item's last
// change.
func (r reading) readLastChange(what string, s store.Step) (*item.Item, []store.Archived, error) {
	it, err := r.store.Item(s.Set, s.Item)
	if err != nil {
		return nil, nil, err
	}
	versions, err := r.store.Versions(s.Set, s.Item)
	if err != nil {
		return nil, nil, err
	}
	if !r.isLastChange(it.Winner, s, versions) {
		return nil, nil, fmt.Errorf("undoing the %s of item %s: %w", what, s.Item, ErrChanged)
	}
	return it, versions, nil
}

// isLastChange reports whether a step is still the last change of an item. This includes the
// case that this endpoint later changed the item and reverted that, which made another version
// with the same content.
func (r reading) isLastChange(winner *item.Version, s store.Step, versions []store.Archived) bool {
	if store.Identity(winner) == s.After {
		return true
	}
	after := archived(versions, s.After)
	return after != nil && winner.Top().By == r.by && sameState(winner, after)
}
