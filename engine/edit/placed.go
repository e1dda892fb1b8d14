package edit

import (
	"errors"
	"fmt"
	"slices"

	"crossfeed/engine/equal"
	"crossfeed/engine/item"
	"crossfeed/engine/rules"
	"crossfeed/engine/store"
)

// unsettled refuses an update that would settle versions unseen.
type unsettled struct {
	doing string
	own   *rules.OwnOpenError
}

func (e *unsettled) Error() string   { return e.doing + ": " + ErrUnsettled.Error() }
func (e *unsettled) Unwrap() []error { return []error{ErrUnsettled, e.own} }

// sorted are the versions of an item that it holds.
func (w Work) sorted(it *item.Item) (equal.Sorted, error) {
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
	return nil, &unsettled{doing: "updating item " + it.ID(), own: own}
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
