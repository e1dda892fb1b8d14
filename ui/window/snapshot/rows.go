package snapshot

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"crossfeed/engine/store"
	"crossfeed/ui/window/place"
)

// rows reads the rows of the snapshot's place. A list that is gone has none.
func (s *Snapshot) rows(ctx context.Context, e Engine) ([]Row, error) {
	switch s.Place.Kind {
	case place.List, place.Feed:
		return rowsOf(ctx, e, s.Place.Set, store.Query{Search: s.Search})
	case place.ToSettle:
		return s.everywhere(ctx, e, store.Query{ToSettle: true, Search: s.Search})
	case place.Deleted:
		return s.everywhere(ctx, e, store.Query{Deleted: true, Search: s.Search})
	}
	return nil, nil
}

func (s *Snapshot) everywhere(ctx context.Context, e Engine, q store.Query) ([]Row, error) {
	var all []Row
	for _, l := range s.Lists {
		rows, err := rowsOf(ctx, e, l.Name, q)
		if err != nil {
			return nil, err
		}
		all = append(all, rows...)
	}
	return all, nil
}

func rowsOf(ctx context.Context, e Engine, set string, q store.Query) ([]Row, error) {
	found, err := e.Items(ctx, set, q)
	if errors.Is(err, store.ErrNoSet) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("reading the items of %s: %w", set, err)
	}
	rows := make([]Row, len(found))
	for i, r := range found {
		rows[i] = Row{Set: set, Row: r}
	}
	return rows, nil
}

// List finds a list of the snapshot.
func (s *Snapshot) List(name string) (List, bool) {
	for _, l := range s.Lists {
		if l.Name == name {
			return l, true
		}
	}
	return List{}, false
}

// Read lists where the feeds lie that are not paused.
func (s *Snapshot) Read() []string {
	var locations []string
	for _, f := range s.Feeds {
		if !f.Paused {
			locations = append(locations, f.Location)
		}
	}
	return locations
}

// Publishes tells whether any list is published.
func (s *Snapshot) Publishes() bool {
	return slices.ContainsFunc(s.Lists, func(l List) bool { return l.Location != "" })
}

// Feed finds a feed of the snapshot.
func (s *Snapshot) Feed(set, location string) (Feed, bool) {
	for _, f := range s.Feeds {
		if f.Set == set && f.Location == location {
			return f, true
		}
	}
	return Feed{}, false
}
