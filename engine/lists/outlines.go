package lists

import (
	"context"
	"errors"

	"crossfeed/engine/edit"
	"crossfeed/engine/item"
	"crossfeed/engine/rules/order"
	"crossfeed/engine/store"
)

// OutlineRow is an item of an ordered list in its place in the tree.
type OutlineRow struct {
	store.Row
	// Depth is 0 at the root.
	Depth int
	// Children tells how many rows stand directly in it.
	Children int
}

// Outline lists an ordered list as a person sees it: each item before those in it,
// deleted ones only where there is something to resolve. What is in a deleted item
// stands where that stood, under the nearest ancestor that lives.
func (s *Service) Outline(ctx context.Context, list string) (all []OutlineRow, err error) {
	var rows []store.Row
	err = store.ViewSet(ctx, s.Store, list, func(r store.Reader, l store.Set) error {
		rows, err = everyRow(r, l.Key)
		return err
	})
	if err != nil {
		return nil, err
	}
	nodes := make([]order.Node, len(rows))
	gone := map[string]bool{}
	for i, row := range rows {
		nodes[i] = order.Node{ID: row.ID, Place: row.Place, Deleted: row.Deleted}
		if row.Gone() {
			gone[row.ID] = true
		}
	}
	shown := order.Shown(nodes, func(n order.Node) bool { return !gone[n.ID] })
	all = make([]OutlineRow, len(shown))
	for i, s := range shown {
		all[i] = OutlineRow{Row: rows[s.Index], Depth: s.Depth, Children: s.Children}
	}
	return all, nil
}

// everyRow lists the rows of all items of a list, tombstones too.
func everyRow(r store.Reader, set int64) ([]store.Row, error) {
	rows, err := r.Rows(set, store.Query{})
	if err != nil {
		return nil, err
	}
	deleted, err := r.Rows(set, store.Query{Deleted: true})
	return append(rows, deleted...), err
}

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

// Whereabouts tells where places of an item are, each in the list as it now stands.
func (s *Service) Whereabouts(ctx context.Context, list, id string, places ...item.Place) (all []Whereabouts, err error) {
	err = store.ViewSet(ctx, s.Store, list, func(r store.Reader, l store.Set) error {
		spots := spots{Reader: r, set: l.Key, in: map[string][]store.Placed{}}
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

// PlacesIn implements store.ItemReader, for one list.
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
	title, err := edit.TitleOf(s, s.set, id)
	if err != nil {
		return Spot{}, err
	}
	return Spot{ID: id, Title: title}, nil
}
