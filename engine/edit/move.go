package edit

import (
	"errors"
	"fmt"
	"slices"

	"crossfeed/engine/item"
	"crossfeed/engine/rules"
	"crossfeed/engine/rules/sse091"
	"crossfeed/engine/store"
)

// Moves maps items that are moved together to their identifiers in the new list.
type Moves map[key]string

// Move moves an item to the list of another Work, and leaves a tombstone in its own. The item
// keeps its identifier if that is free in the new list, or belongs to its own tombstone from
// an earlier stay there; otherwise it gets the spare one. In an ordered list it becomes last
// in its parent, if that was moved before it, and else at the root. The error is ErrDeleted if
// the item is deleted, and ErrConflicted if it has open conflicts.
func (w Work) Move(id string, to Work, with Moves, spare string) (*item.Item, error) {
	it, err := w.reading().resolved("moving", id)
	if err != nil {
		return nil, err
	}
	gone, err := w.updated(it, rules.Change{Deleted: true})
	if err != nil {
		return nil, err
	}
	parent, err := w.newParent(it, with)
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

// receive adds an item that was moved here.
func (w Work) receive(it *item.Item, s Spot, spare string) (*item.Item, error) {
	there, err := w.Store.Item(w.Set, it.ID())
	switch {
	case errors.Is(err, store.ErrNoItem):
		return w.admit(it.ID(), it.Winner.Content, it.Winner.NoConflicts, s)
	case err != nil:
		return nil, err
	}
	open, err := w.reading().isOpen(there)
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

// admit is InsertAt for an item of another list. It drops noconflicts if the rules of this
// list do not support it.
func (w Work) admit(id string, content *item.Content, noConflicts bool, s Spot) (*item.Item, error) {
	it, err := w.InsertAt(id, content, noConflicts, s)
	if errors.Is(err, sse091.ErrNoConflicts) {
		return w.InsertAt(id, content, false, s)
	}
	return it, err
}

// neighbour returns the item that is shown before something put after another item, ignoring
// the items being moved, or "". Nothing can be put between items whose parents are absent:
// these come last, ordered by their identifiers.
func (w Work) neighbour(r *room, after string, moving map[string]bool) (string, error) {
	if after == "" {
		return "", nil
	}
	i := slices.Index(r.shown, after)
	if i < 0 {
		adrift, err := w.adrift(after)
		if err != nil || !adrift || r.parent != "" {
			return "", errors.Join(err, fmt.Errorf("item %s is not under %q: %w", after, r.parent, store.ErrNoItem))
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

// adrift reports whether an item is shown at the root because its parent is absent.
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

// conflicted is the error of an update that would resolve versions unseen.
type conflicted struct {
	doing string
	own   *rules.OwnOpenError
}

func (e *conflicted) Error() string   { return e.doing + ": " + ErrConflicted.Error() }
func (e *conflicted) Unwrap() []error { return []error{ErrConflicted, e.own} }

// included returns the conflicts that an update of an item includes, or an error if the update
// would resolve versions that nobody has seen.
func (w Work) included(it *item.Item) ([]int, error) {
	sorted, err := w.reading().sorted(it)
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

func (w Work) ofOthers(it *item.Item, conflicts []int) bool {
	return slices.ContainsFunc(conflicts, func(i int) bool { return it.Conflicts[i].Top().By != w.By })
}

// placeOf returns the position of a version, to restore it, or nil in an unordered list. The
// error is ErrInside if the item would become its own ancestor.
func (w Work) placeOf(v *item.Version) (*item.Place, error) {
	if !w.Ordered {
		return nil, nil
	}
	p := v.Place
	return &p, w.CheckPlace(v.ID, &p)
}

// CheckPlace returns ErrInside if an item at that position would become its own ancestor. A
// nil position stands for the current one.
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

// Depth returns the number of an item's ancestors, plus one.
func (w Work) Depth(id string) (int, error) {
	above, err := w.above(id)
	return len(above), err
}

// above returns an item and all of its ancestors.
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
