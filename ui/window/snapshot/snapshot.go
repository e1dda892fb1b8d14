// Package snapshot reads what the window shows, all at one time, so that a
// count and the rows behind it come from the same reading.
package snapshot

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"time"

	"crossfeed/engine"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
	"crossfeed/ui/window/outline"
	"crossfeed/ui/window/place"
)

// List is a list and the number of its rows.
type List struct {
	store.Set
	// Rows are those that the list shows: the live items and those with open
	// conflicts, of which it may hide what is done.
	Rows int
	// ToSettle and Gone are the numbers of its rows in "to settle" and "recently deleted".
	ToSettle, Gone int
}

// Snapshot is what the window shows of one state of the store.
type Snapshot struct {
	Asked
	// Changed is what changed since the snapshot before, up to the state that this one shows.
	Changed store.Change
	// Same tells that nothing is to be shown that was not shown before.
	Same bool
	// Names are the names of devices.
	Names *item.Names
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

// Next is the snapshot of another state, or of another place. What did not change is taken
// from s; the zero Snapshot has nothing. It ends soon after the context does.
func (s Snapshot) Next(ctx context.Context, v engine.View, asked Asked) (Snapshot, error) {
	n := s
	n.Asked = asked
	var err error
	if n.Changed, err = v.Changes(ctx, s.Changed.Revision); err != nil {
		return n, fmt.Errorf("reading what changed: %w", err)
	}
	if s.Changed.Revision == 0 {
		n.Changed.Keys = []store.Key{store.AllKey}
	}
	lists := n.Changed.Of(store.KindList)
	if lists || !maps.Equal(s.Arrangements, asked.Arrangements) {
		if err := errors.Join(n.readUnsettled(ctx, v), n.readLists(ctx, v)); err != nil {
			return n, err
		}
	}
	if lists || !s.Now.Truncate(time.Minute).Equal(asked.Now.Truncate(time.Minute)) {
		if err := n.readSmart(ctx, v); err != nil { // what is due today is not due tomorrow
			return n, err
		}
	}
	if err := n.readFeeds(ctx, v, s.Lists); err != nil {
		return n, err
	}
	if err := n.readLibraries(ctx, v); err != nil {
		return n, err
	}
	same := s.asksTheSame(asked)
	n.Same = same && len(n.Changed.Keys) == 0 && reflect.DeepEqual(s.Libraries, n.Libraries) && reflect.DeepEqual(s.Published, n.Published)
	if same && !n.touched() {
		return n, nil
	}
	n.Rows, n.Found = nil, 0
	if n.touched() || s.Place != asked.Place {
		n.Tree = nil
	}
	return n, n.readRows(ctx, v)
}

// asksTheSame reports whether the same rows were asked for, in the same order.
func (s *Snapshot) asksTheSame(asked Asked) bool {
	return s.Place == asked.Place && s.Search == asked.Search && maps.Equal(s.Arrangements, asked.Arrangements) &&
		maps.Equal(s.Folded, asked.Folded) && maps.EqualFunc(s.Branches, asked.Branches, outline.Branches.Equal)
}

// touched reports whether the rows may be others than before.
func (s *Snapshot) touched() bool {
	if l, there := s.List(s.Place.Set); there && (s.Place.Kind == place.List || s.Place.Kind == place.Feed) {
		return s.Changed.Has(store.ListKey(l.Key))
	}
	return s.Changed.Of(store.KindList)
}

func (s *Snapshot) readUnsettled(ctx context.Context, v engine.View) error {
	open, err := v.Unsettled(ctx)
	if err != nil {
		return fmt.Errorf("reading what is to be settled: %w", err)
	}
	s.Unsettled = nil
	for _, u := range open {
		s.Unsettled = append(s.Unsettled, Row{Set: u.Set, Row: u.Row})
	}
	return nil
}

func (s *Snapshot) readRows(ctx context.Context, v engine.View) error {
	s.Arrangement = s.arrangement()
	if l, there := s.List(s.Place.Set); there && l.Kind == string(record.Outline) {
		return s.readOutline(ctx, v)
	}
	rows, err := s.rows(ctx, v)
	if err == nil {
		s.Rows = s.arrange(rows)
		s.Subtasks = hasParts(s.Rows)
	}
	return err
}

func (s *Snapshot) readLists(ctx context.Context, v engine.View) error {
	lists, err := v.Lists(ctx)
	if err != nil {
		return fmt.Errorf("reading the lists: %w", err)
	}
	s.Lists, s.Deleted = make([]List, 0, len(lists)), 0
	for _, l := range lists {
		rows, err := s.count(ctx, v, l)
		if err != nil {
			return err
		}
		s.Lists = append(s.Lists, List{Set: l.Set, Rows: rows, ToSettle: l.ToSettle, Gone: l.Counts.Deleted})
		s.Deleted += l.Counts.Deleted
	}
	return nil
}

// count is the number of rows that a list shows.
func (s *Snapshot) count(ctx context.Context, v engine.View, l engine.List) (int, error) {
	if !s.Arrangements[place.Place{Kind: place.List, Set: l.Name}].HideDone {
		return l.Items, nil
	}
	rows, err := v.Count(ctx, l.Name, store.Query{Open: true})
	if err != nil {
		return 0, fmt.Errorf("counting the items of %s: %w", l.Name, err)
	}
	return rows, nil
}
