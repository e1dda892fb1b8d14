package edit

import (
	"errors"
	"fmt"
	"slices"

	"crossfeed/engine/item"
	"crossfeed/engine/rules"
	"crossfeed/engine/rules/order"
	"crossfeed/engine/store"
)

// room has the items shown directly in one item: its children, with the children of a
// tombstone in place of the tombstone.
type room struct {
	// parent is the item, or "" for the root.
	parent string
	// all has the children of the parent, and of the tombstones among them that no list shows;
	// in has the same by identifier.
	all []store.Placed
	in  map[string]store.Placed
	// shown are the items that are shown, in their order.
	shown []string
}

// roomIn reads the children of an item, without determining which are shown.
func roomIn(reader store.ItemReader, set int64, parent string) (*room, error) {
	r := &room{parent: parent, in: map[string]store.Placed{}}
	for inside := []string{parent}; len(inside) > 0; inside = inside[1:] {
		some, err := reader.PlacesIn(set, inside[0])
		if err != nil {
			return nil, err
		}
		r.all = slices.Grow(r.all, len(some))
		for _, p := range some {
			if _, seen := r.in[p.ID]; seen || p.ID == parent {
				continue
			}
			r.in[p.ID] = p
			r.all = append(r.all, p)
			if p.Gone {
				inside = append(inside, p.ID)
			}
		}
	}
	return r, nil
}

// put puts an item at a position, wherever it was before.
func (r *room) put(id string, p item.Place) {
	r.all = slices.DeleteFunc(r.all, func(o store.Placed) bool { return o.ID == id })
	r.in[id] = store.Placed{ID: id, Place: p}
	r.all = append(r.all, r.in[id])
	r.show()
}

// show determines what is shown.
func (r *room) show() {
	r.shown = nil
	nodes := make([]order.Node, len(r.all))
	for i, p := range r.all {
		nodes[i] = order.Node{ID: p.ID, Place: p.Place, Deleted: p.Deleted}
		if p.Place.Parent == r.parent {
			nodes[i].Place.Parent = ""
		}
	}
	for _, row := range order.Shown(nodes, func(n order.Node) bool { return !r.in[n.ID].Gone }) {
		r.shown = append(r.shown, r.all[row.Index].ID)
	}
}

// shows reports whether the items are already shown after left, in their order, and none of
// them is in a tombstone.
func (r *room) shows(items []*item.Item, left string, moving map[string]bool) bool {
	if slices.ContainsFunc(items, func(it *item.Item) bool { return r.in[it.Winner.Place.Parent].Gone }) {
		return false
	}
	var wanted []string
	put := func() {
		for _, it := range items {
			wanted = append(wanted, it.ID())
		}
	}
	if left == "" {
		put()
	}
	for _, id := range r.shown {
		if !moving[id] {
			wanted = append(wanted, id)
		}
		if id == left {
			put()
		}
	}
	return slices.Equal(wanted, r.shown)
}

// Surroundings describes what is around a position, as a person sees the list.
type Surroundings struct {
	// Path has the ancestors that are shown, the outermost first.
	Path []string
	// Before and After are the adjacent items that are shown, or "" at the ends.
	Before, After string
	// Deleted is the parent if it is deleted, or "". Absent reports whether the parent does
	// not exist.
	Deleted string
	Absent  bool
}

// PathTo returns the shown ancestors of an item in that parent, the outermost first.
func PathTo(r store.ItemReader, set int64, parent string) ([]string, error) {
	var s Surroundings
	_, err := s.shownIn(r, set, parent)
	return s.Path, err
}

// TitleOf returns the title of an item, or "" if there is no such item.
func TitleOf(r store.ItemReader, set int64, id string) (string, error) {
	it, err := r.Item(set, id)
	if errors.Is(err, store.ErrNoItem) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	return it.Winner.Title(), nil
}

// Around returns what is around a position of an item.
func Around(r store.ItemReader, set int64, id string, p item.Place) (Surroundings, error) {
	var s Surroundings
	parent, err := s.shownIn(r, set, p.Parent)
	if err != nil {
		return s, err
	}
	room, err := roomIn(r, set, parent)
	if err != nil {
		return s, err
	}
	if s.Absent {
		p = item.Place{Parent: parent} // at the end
	}
	room.put(id, p)
	i := slices.Index(room.shown, id)
	if i > 0 {
		s.Before = room.shown[i-1]
	}
	if i < len(room.shown)-1 {
		s.After = room.shown[i+1]
	}
	return s, nil
}

// shownIn climbs from a parent to the root, and returns the nearest item that is shown.
func (s *Surroundings) shownIn(r store.ItemReader, set int64, parent string) (nearest string, err error) {
	seen := map[string]bool{}
	for id := parent; id != "" && !seen[id]; {
		seen[id] = true
		it, err := r.Item(set, id)
		if errors.Is(err, store.ErrNoItem) {
			s.Absent = len(s.Path) == 0
			break
		}
		if err != nil {
			return "", err
		}
		gone, err := isGone(r, set, it)
		if err != nil {
			return "", err
		}
		switch {
		case !gone:
			s.Path = append(s.Path, id)
		case id == parent:
			s.Deleted = id
		}
		id = it.Winner.Place.Parent
	}
	if len(s.Path) == 0 {
		return "", nil
	}
	nearest = s.Path[0]
	slices.Reverse(s.Path)
	return nearest, nil
}

// isGone reports whether an item is a tombstone that no list shows.
func isGone(r store.ItemReader, set int64, it *item.Item) (bool, error) {
	if !it.Winner.Deleted {
		return false, nil
	}
	row, err := r.Row(set, it.ID())
	return row.Gone(), err
}

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
