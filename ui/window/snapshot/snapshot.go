// Package snapshot reads what the window shows, all at one time, so that a
// count and the rows behind it come from the same reading.
package snapshot

import (
	"context"
	"fmt"

	"crossfeed/engine"
	"crossfeed/engine/store"
	"crossfeed/ui/window/place"
)

// Engine is what a snapshot is read from.
type Engine interface {
	Lists(ctx context.Context) ([]engine.List, error)
	Items(ctx context.Context, set string, q store.Query) ([]store.Row, error)
	Subscriptions(ctx context.Context, set string) ([]store.Subscription, error)
	Unsettled(ctx context.Context, sets ...string) ([]engine.Unsettled, error)
}

// List is a list and the number of its rows.
type List struct {
	store.Set
	// Rows are the live items and those with open conflicts: what the list
	// shows.
	Rows int
}

// Feed is a subscription and the list that it belongs to.
type Feed struct {
	Set string
	store.Subscription
}

// Row is an item in a list of items.
type Row struct {
	Set string
	store.Row
}

// Item names the row's item.
func (r Row) Item() place.Item { return place.Item{Set: r.Set, ID: r.ID} }

// Snapshot is what the window shows.
type Snapshot struct {
	Lists []List
	Feeds []Feed
	// Unsettled are the rows of "to settle".
	Unsettled []Row
	// Deleted is the number of rows of "recently deleted".
	Deleted int
	// Place is where Rows are from, and Search what they were searched for.
	Place  place.Place
	Search string
	Rows   []Row
}

// Read takes a snapshot for a place.
func Read(ctx context.Context, e Engine, at place.Place, search string) (Snapshot, error) {
	s := Snapshot{Place: at, Search: search}
	open, err := e.Unsettled(ctx)
	if err != nil {
		return s, fmt.Errorf("reading what is to be settled: %w", err)
	}
	for _, u := range open {
		s.Unsettled = append(s.Unsettled, Row{Set: u.Set, Row: u.Row})
	}
	if err := s.readLists(ctx, e); err != nil {
		return s, err
	}
	s.Rows, err = s.rows(ctx, e)
	return s, err
}

func (s *Snapshot) readLists(ctx context.Context, e Engine) error {
	lists, err := e.Lists(ctx)
	if err != nil {
		return fmt.Errorf("reading the lists: %w", err)
	}
	for _, l := range lists {
		s.Lists = append(s.Lists, List{Set: l.Set, Rows: l.Items})
		s.Deleted += l.Counts.Deleted
		subscriptions, err := e.Subscriptions(ctx, l.Name)
		if err != nil {
			return fmt.Errorf("reading the feeds of %s: %w", l.Name, err)
		}
		for _, sub := range subscriptions {
			s.Feeds = append(s.Feeds, Feed{Set: l.Name, Subscription: sub})
		}
	}
	return nil
}
