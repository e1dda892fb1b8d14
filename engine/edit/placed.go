package edit

import (
	"errors"
	"fmt"
	"slices"

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

// unseen refuses an update of an item where it would settle versions that nobody
// looked at.
func (w Work) unseen(it *item.Item) error {
	bound := w.Rules.Bound(it, w.By)
	if len(bound) == 0 {
		return nil
	}
	own := &rules.OwnOpenError{By: w.By, Left: bound}
	if !w.bindsOthers(it) {
		return fmt.Errorf("updating item %s: %w", it.ID(), own)
	}
	return &unsettled{doing: "updating item " + it.ID(), own: own}
}

// bindsOthers tells whether an update has to take versions of other endpoints into
// account.
func (w Work) bindsOthers(it *item.Item) bool {
	return slices.ContainsFunc(w.Rules.Bound(it, w.By), func(i int) bool { return it.Conflicts[i].Top().By != w.By })
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
