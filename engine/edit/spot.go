package edit

import (
	"errors"
	"fmt"

	"crossfeed/engine/item"
	"crossfeed/engine/rules"
)

// Spot is a position to put something in an ordered list: in the item Parent ("" for the
// root), after the item After as it is shown there ("" for the first position). AtEnd puts it
// last instead.
type Spot struct {
	Parent, After string
	AtEnd         bool
}

// ErrCrowded: so many items were put between the same two that no further key fits there.
var ErrCrowded = errors.New("no position is left between its neighbours: move one of them first")

// ErrUnordered: the list has no order, so that its items have no positions.
var ErrUnordered = errors.New("the items of this list have no places: only lists of outlines have")

// PlaceAll moves items of an ordered list into parent, after an item that is shown there, or
// first if after is "". They keep their given order, and their children move with them. A move
// is an update (SSE 0.91 §4.2); an item that is already shown there gets none. The error is
// ErrInside if parent is, or is in, one of the items, and store.ErrNoItem if any of them does
// not exist.
func (w Work) PlaceAll(ids []string, parent, after string) error {
	if !w.Ordered {
		return ErrUnordered
	}
	items, err := w.movable(ids, parent)
	if err != nil {
		return err
	}
	r, err := w.reading().room(parent)
	if err != nil {
		return err
	}
	moving := make(map[string]bool, len(items))
	for _, it := range items {
		moving[it.ID()] = true
	}
	left, err := w.neighbour(r, after, moving)
	if err != nil || r.shows(items, left, moving) {
		return err
	}
	return w.fill(r.gap(left, moving), items)
}

// movable reads the items, each once, and checks that they can move into parent.
func (w Work) movable(ids []string, parent string) (items []*item.Item, err error) {
	if err := w.checkParent(parent); err != nil {
		return nil, fmt.Errorf("moving into item %s: %w", parent, err)
	}
	above, err := w.above(parent)
	if err != nil {
		return nil, err
	}
	seen := map[string]bool{}
	for _, id := range ids {
		if seen[id] {
			continue
		}
		seen[id] = true
		it, err := w.reading().live("moving", id)
		if err == nil && above[id] {
			err = fmt.Errorf("moving item %s: %w", id, ErrInside)
		}
		if err != nil {
			return nil, err
		}
		items = append(items, it)
	}
	return items, nil
}

// fill puts items into a gap, one after the other. An item that already is there in that order
// stays as it is.
func (w Work) fill(g gap, items []*item.Item) error {
	for _, it := range items {
		if g.holds(it.ID(), it.Winner.Place) {
			g.left = sibling(it.ID(), it.Winner.Place)
			continue
		}
		p, err := g.place(it.ID())
		if err == nil {
			_, err = w.update(it, rules.Change{Place: &p})
		}
		if err != nil {
			return err
		}
		g.left = sibling(it.ID(), p)
	}
	return nil
}

// placeAt returns the position of an item that is added to the list, or nil in an unordered
// list.
func (w Work) placeAt(id string, s Spot) (*item.Place, error) {
	if !w.Ordered {
		return nil, nil
	}
	err := errors.Join(w.checkParent(s.Parent), w.checkAwaited(id, s.Parent))
	g := gap{parent: s.Parent}
	switch {
	case err != nil:
	case s.AtEnd:
		g.left, err = w.last(s.Parent)
	default:
		g, err = w.gapAfter(s)
	}
	if err != nil {
		return nil, fmt.Errorf("placing item %s: %w", id, err)
	}
	p, err := g.place(id)
	return &p, err
}

// gapAfter returns the gap at a spot that is not at the end.
func (w Work) gapAfter(s Spot) (gap, error) {
	r, err := w.reading().room(s.Parent)
	if err != nil {
		return gap{}, err
	}
	left, err := w.neighbour(r, s.After, nil)
	return r.gap(left, nil), err
}

// checkParent fails if a parent does not exist or is deleted.
func (w Work) checkParent(id string) error {
	if id == "" {
		return nil
	}
	it, err := w.Store.Item(w.Set, id)
	if err == nil && it.Winner.Deleted {
		return fmt.Errorf("item %s: %w", id, ErrDeleted)
	}
	return err
}

// checkAwaited fails if an item that already has children before it exists would be moved under
// one of these.
func (w Work) checkAwaited(id, parent string) error {
	if parent == "" {
		return nil
	}
	waiting, err := w.Store.PlacesIn(w.Set, id)
	if err != nil || len(waiting) == 0 {
		return err
	}
	return w.CheckPlace(id, &item.Place{Parent: parent})
}
