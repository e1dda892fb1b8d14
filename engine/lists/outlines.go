package lists

import (
	"context"
	"errors"

	"crossfeed/engine/edit"
	"crossfeed/engine/item"
	"crossfeed/engine/rules/order"
	"crossfeed/engine/store"
)

// OutlineRow is an item of an ordered list at its position in the tree.
type OutlineRow struct {
	store.Row
	// Depth is 0 at the root.
	Depth int
	// Children is the number of its child rows.
	Children int
}

// Outline returns an ordered list as it is shown: parents before their children, and deleted
// items only if there is something to resolve. Children of a deleted item are shown at its
// position, under the nearest ancestor that is not deleted.
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

// everyRow returns the rows of all items in a list, including tombstones.
func everyRow(r store.Reader, set int64) ([]store.Row, error) {
	rows, err := r.Rows(set, store.Query{})
	if err != nil {
		return nil, err
	}
	deleted, err := r.Rows(set, store.Query{Deleted: true})
	return append(rows, deleted...), err
}

// Spot is an item in the tree around a position.
type Spot struct{ ID, Title string }

// Position describes where a position is among the current items, to show a small tree of
// it.
type Position struct {
	// Path has the ancestors, outermost first. It is empty at the root.
	Path []Spot
	// Before and After are the adjacent siblings that are not deleted, or zero at the ends.
	Before, After Spot
	// Deleted is the parent if it is deleted, or zero. Absent reports whether the parent does
	// not exist. Path then leads to where the item is shown.
	Deleted Spot
	Absent  bool
	// Cycle is the former parent, if the two items were each other's ancestors, or zero.
	Cycle Spot
}

// Positions returns where positions of an item are in the current list.
func (s *Service) Positions(ctx context.Context, list, id string, places ...item.Place) (all []Position, err error) {
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
	// in caches the children of parents, because many positions of one item share few parents.
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

// of returns where a position of an item is.
func (s spots) of(id string, p item.Place) (Position, error) {
	around, err := edit.Around(s, s.set, id, p)
	if err != nil {
		return Position{}, err
	}
	at := Position{Absent: around.Absent}
	for _, id := range around.Path {
		spot, err := s.spot(id)
		if err != nil {
			return Position{}, err
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

// spot returns an item. If it does not exist, only the identifier is set.
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
