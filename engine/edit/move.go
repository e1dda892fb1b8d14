package edit

import (
	"errors"
	"fmt"
	"slices"

	"crossfeed/engine/ancestry"
	"crossfeed/engine/item"
	"crossfeed/engine/rules"
	"crossfeed/engine/rules/sse091"
	"crossfeed/engine/store"
)

// Moves are the items that are moved together: what they are called where they came
// to.
type Moves map[key]string

// Move puts an item into the set of other work, and leaves a tombstone in its own. It
// keeps its identifier where that is free there, or is that of a tombstone: it was
// there before. Otherwise it gets the spare one. In an ordered set it comes to stand
// last, in what it stood in where that was moved before it, and else at the root. One
// that is deleted is ErrDeleted, one with open conflicts ErrConflicted.
func (w Work) Move(id string, to Work, with Moves, spare string) (*item.Item, error) {
	it, err := w.resolved("moving", id)
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

// resolved reads a live item without open conflicts.
func (w Work) resolved(doing, id string) (*item.Item, error) {
	it, err := w.live(doing, id)
	if err != nil {
		return nil, err
	}
	open, err := w.isOpen(it)
	if err == nil && open {
		err = fmt.Errorf("%s item %s: %w", doing, id, ErrConflicted)
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

// conflicted refuses an update that would resolve versions unseen.
type conflicted struct {
	doing string
	own   *rules.OwnOpenError
}

func (e *conflicted) Error() string   { return e.doing + ": " + ErrConflicted.Error() }
func (e *conflicted) Unwrap() []error { return []error{ErrConflicted, e.own} }

// sorted are the versions of an item that it holds.
func (w Work) sorted(it *item.Item) (ancestry.Sorted, error) {
	return store.Sort(w.Store, store.Set{Key: w.Set, Dialect: w.Dialect}, it, nil)
}

// isOpen reports whether the item has a conflict that a person is asked about.
func (w Work) isOpen(it *item.Item) (bool, error) {
	sorted, err := w.sorted(it)
	return len(sorted.Open) > 0, err
}

// included are the conflicts that an update of an item includes. It is refused where it
// would resolve versions that nobody has seen.
func (w Work) included(it *item.Item) ([]int, error) {
	sorted, err := w.sorted(it)
	if err != nil {
		return nil, err
	}
	bound := w.Rules.Bound(it, w.By)
	included := sorted.Included(it, bound)
	left := slices.DeleteFunc(bound, func(i int) bool { return slices.Contains(included, i) })
	if len(left) == 0 {
		return included, nil
	}
	own := &rules.OwnOpenError{By: w.By, Left: left}
	if !w.ofOthers(it, left) {
		return nil, fmt.Errorf("updating item %s: %w", it.ID(), own)
	}
	return nil, &conflicted{doing: "updating item " + it.ID(), own: own}
}

// ofOthers reports whether some of the conflicts were made by other endpoints.
func (w Work) ofOthers(it *item.Item, conflicts []int) bool {
	return slices.ContainsFunc(conflicts, func(i int) bool { return it.Conflicts[i].Top().By != w.By })
}

// placeOf is the place of a version, for an item that is to stand there again; nil in
// a set without order. Where the item would stand in itself it is ErrInside.
func (w Work) placeOf(v *item.Version) (*item.Place, error) {
	if !w.Ordered {
		return nil, nil
	}
	p := v.Place
	return &p, w.CheckPlace(v.ID, &p)
}

// CheckPlace is ErrInside where an item in that place would stand in itself. Nil
// stands for the place that it has.
func (w Work) CheckPlace(id string, p *item.Place) error {
	if p == nil {
		return nil
	}
	above, err := w.above(p.Parent)
	if err == nil && above[id] {
		err = fmt.Errorf("item %s: %w", id, ErrInside)
	}
	return err
}

// Depth is how many items an item is in, and itself.
func (w Work) Depth(id string) (int, error) {
	above, err := w.above(id)
	return len(above), err
}

// above are an item and all that it stands in.
func (w Work) above(id string) (map[string]bool, error) {
	all := map[string]bool{}
	for id != "" && !all[id] {
		all[id] = true
		it, err := w.Store.Item(w.Set, id)
		if errors.Is(err, store.ErrNoItem) {
			break
		}
		if err != nil {
			return nil, err
		}
		id = it.Winner.Place.Parent
	}
	return all, nil
}
