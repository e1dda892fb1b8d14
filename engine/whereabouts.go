package engine

import (
	"context"
	"errors"

	"crossfeed/engine/edit"
	"crossfeed/engine/item"
	"crossfeed/engine/store"
)

// Spot is one item in the tree that a place is shown in.
type Spot struct{ ID, Title string }

// Whereabouts is where a place of an item is among the items as they now stand: what
// a small tree of it shows.
type Whereabouts struct {
	// Path are the ancestors, the outermost first; none at the root.
	Path []Spot
	// Before and After are the live siblings beside it, or zero at the ends.
	Before, After Spot
	// Deleted is the parent where that is deleted, or zero. Absent tells that it is not
	// there. Path then leads to where the item is shown.
	Deleted Spot
	Absent  bool
	// Cycle is the item that this one stood in, directly, when each stood in the other,
	// or zero.
	Cycle Spot
}

// Whereabouts tells where places of an item are, each in the set as it now stands.
func (e *Engine) Whereabouts(ctx context.Context, set, id string, places ...item.Place) (all []Whereabouts, err error) {
	err = e.inSet(ctx, set, func(r store.Reader, s store.Set) error {
		spots := spots{Reader: r, set: s.Key, in: map[string][]store.Placed{}}
		for _, p := range places {
			at, err := spots.of(id, p)
			if err != nil {
				return err
			}
			all = append(all, at)
		}
		return nil
	})
	return all, err
}

// spots finds items by their identifiers.
type spots struct {
	store.Reader
	set int64
	// in has what stands in those items that were asked for: most places of one item
	// are in few, and each is read once.
	in map[string][]store.Placed
}

// PlacesIn implements store.ItemReader, for one set.
func (s spots) PlacesIn(set int64, parent string) ([]store.Placed, error) {
	if all, read := s.in[parent]; read {
		return all, nil
	}
	all, err := s.Reader.PlacesIn(set, parent)
	if err == nil {
		s.in[parent] = all
	}
	return all, err
}

// of tells where a place of an item is.
func (s spots) of(id string, p item.Place) (Whereabouts, error) {
	around, err := edit.Around(s, s.set, id, p)
	if err != nil {
		return Whereabouts{}, err
	}
	at := Whereabouts{Absent: around.Absent}
	for _, id := range around.Path {
		spot, err := s.spot(id)
		if err != nil {
			return Whereabouts{}, err
		}
		at.Path = append(at.Path, spot)
	}
	var errDeleted, errBefore, errAfter, errCycle error
	at.Deleted, errDeleted = s.spot(around.Deleted)
	at.Before, errBefore = s.spot(around.Before)
	at.After, errAfter = s.spot(around.After)
	at.Cycle, errCycle = s.spot(p.Cycle)
	return at, errors.Join(errDeleted, errBefore, errAfter, errCycle)
}

// spot is an item; of one that is not there only the identifier is known.
func (s spots) spot(id string) (Spot, error) {
	if id == "" {
		return Spot{}, nil
	}
	it, err := s.Item(s.set, id)
	if errors.Is(err, store.ErrNoItem) {
		return Spot{ID: id}, nil
	}
	if err != nil {
		return Spot{}, err
	}
	return Spot{ID: id, Title: it.Winner.Title()}, nil
}
