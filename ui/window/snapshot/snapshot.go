// Package snapshot reads what the window shows, all at one time, so that a
// count and the rows behind it come from the same reading.
package snapshot

import (
	"context"
	"fmt"
	"slices"

	"crossfeed/engine"
	"crossfeed/engine/names"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
	"crossfeed/ui/window/place"
)

// Engine is what a snapshot is read from.
type Engine interface {
	Lists(ctx context.Context) ([]engine.List, error)
	Found(ctx context.Context, set string, q store.Query) (rows []store.Row, found int, err error)
	Subscriptions(ctx context.Context, set string) ([]store.Subscription, error)
	Unsettled(ctx context.Context, sets ...string) ([]engine.InSet, error)
	Count(ctx context.Context, set string, q store.Query) (int, error)
	Smart(ctx context.Context, s engine.Smart) ([]engine.InSet, error)
	CountSmart(ctx context.Context, s engine.Smart) (int, error)
	Tags(ctx context.Context) ([]store.TagCount, error)
	Outline(ctx context.Context, set string) ([]engine.OutlineRow, error)
	Healths(ctx context.Context, set string) ([]engine.Health, error)
	Suspects(ctx context.Context, set string) ([]store.Suspect, error)
	Names(ctx context.Context) (*names.Book, error)
	Libraries(ctx context.Context) ([]engine.Library, error)
	PublishedFolders(ctx context.Context) ([]store.PublishedFolder, error)
}

// List is a list and the number of its rows.
type List struct {
	store.Set
	// Rows are those that the list shows: the live items and those with open
	// conflicts, of which it may hide what is done.
	Rows int
	// ToSettle and Gone are the numbers of its rows in "to settle" and "recently deleted".
	ToSettle, Gone int
}

// Snapshot is what the window shows.
type Snapshot struct {
	Asked
	Lists []List
	Feeds []Feed
	// Libraries are the trees of files that are kept here, Published the folders that are
	// published.
	Libraries []engine.Library
	Published []store.PublishedFolder
	// Smart are the numbers of rows of the smart lists that have no tag, and
	// Tags the most used tags with those of theirs; MoreTags is how many others are used.
	Smart    map[place.Kind]int
	Tags     []store.TagCount
	MoreTags int
	// Unsettled are the rows of "to settle".
	Unsettled []Row
	// Suspects are the items that came in and wait, because something is odd.
	Suspects []store.Suspect
	// Deleted is the number of rows of "recently deleted".
	Deleted int
	// Rows are those of the place, and Found how many there are: a search
	// shows no more than SearchLimit.
	Rows  []Row
	Found int
	// Subtasks tells that there are some among the rows, or below them.
	Subtasks bool
	// Tree are all rows of an outline, of which Rows are those in open branches,
	// or those that were found; nil of other lists.
	Tree Rows
}

// Read takes a snapshot. It ends soon after the context does.
func Read(ctx context.Context, e Engine, asked Asked) (Snapshot, error) {
	s := Snapshot{Asked: asked}
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
	if err := s.readFeeds(ctx, e); err != nil {
		return s, err
	}
	if err := s.readSmart(ctx, e); err != nil {
		return s, err
	}
	if err := s.readLibraries(ctx, e); err != nil {
		return s, err
	}
	return s, s.readRows(ctx, e)
}

// Again reads the rows of the same place anew, for another search or in
// another order; what does not depend on these stays as it was read.
func (s Snapshot) Again(ctx context.Context, e Engine, asked Asked) (Snapshot, error) {
	s.Asked, s.Rows, s.Found = asked, nil, 0
	return s, s.readRows(ctx, e)
}

func (s *Snapshot) readRows(ctx context.Context, e Engine) error {
	s.Arrangement = s.arrangement()
	if l, there := s.List(s.Place.Set); there && l.Kind == string(record.Outline) {
		return s.readOutline(ctx, e)
	}
	rows, err := s.rows(ctx, e)
	if err == nil {
		s.Rows = s.arrange(rows)
		s.Subtasks = hasParts(s.Rows)
	}
	return err
}

func (s *Snapshot) readLists(ctx context.Context, e Engine) error {
	lists, err := e.Lists(ctx)
	if err != nil {
		return fmt.Errorf("reading the lists: %w", err)
	}
	subscriptions, err := e.Subscriptions(ctx, "")
	if err != nil {
		return fmt.Errorf("reading the feeds: %w", err)
	}
	of := map[int64][]store.Subscription{}
	for _, sub := range subscriptions {
		of[sub.Set] = append(of[sub.Set], sub)
	}
	s.Lists = slices.Grow(s.Lists, len(lists))
	for _, l := range lists {
		rows, err := s.count(ctx, e, l)
		if err != nil {
			return err
		}
		s.Lists = append(s.Lists, List{Set: l.Set, Rows: rows, ToSettle: l.ToSettle, Gone: l.Counts.Deleted})
		s.Deleted += l.Counts.Deleted
		for _, sub := range of[l.Key] {
			s.Feeds = append(s.Feeds, Feed{Set: l.Name, Subscription: sub})
		}
	}
	return nil
}

// count is the number of rows that a list shows.
func (s *Snapshot) count(ctx context.Context, e Engine, l engine.List) (int, error) {
	if !s.Arrangements[place.Place{Kind: place.List, Set: l.Name}].HideDone {
		return l.Items, nil
	}
	rows, err := e.Count(ctx, l.Name, store.Query{Open: true})
	if err != nil {
		return 0, fmt.Errorf("counting the items of %s: %w", l.Name, err)
	}
	return rows, nil
}
