package edit

import (
	"errors"
	"slices"

	"crossfeed/engine/item"
	"crossfeed/engine/store"
)

// Surroundings are what is around a place of an item, as a person sees the set.
type Surroundings struct {
	// Path are the items that it is shown in, the outermost first.
	Path []string
	// Before and After are the items shown beside it, or "" at the ends.
	Before, After string
	// Deleted is the parent where that is deleted, or "". Absent tells that it is not
	// there.
	Deleted string
	Absent  bool
}

// PathTo are the items that an item in that parent is shown in, the outermost first.
func PathTo(r store.ItemReader, set int64, parent string) ([]string, error) {
	var s Surroundings
	_, err := s.shownIn(r, set, parent)
	return s.Path, err
}

// Around finds what is around a place of an item.
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
		p = item.Place{Parent: parent} // last
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

// shownIn climbs from a parent to the root, and gives the nearest item that is shown.
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

// isGone tells whether an item is a tombstone that no list shows.
func isGone(r store.ItemReader, set int64, it *item.Item) (bool, error) {
	if !it.Winner.Deleted {
		return false, nil
	}
	row, err := r.Row(set, it.ID())
	return row.Gone(), err
}
