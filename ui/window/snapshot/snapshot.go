// Package snapshot says what the window can show, and reads what it shows from a single state
// of the store, so that counts and rows are consistent. It also computes to which positions in
// an outline keys and drags move rows.
package snapshot

import (
	"context"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"time"

	"crossfeed/engine"
	"crossfeed/engine/item"
	lib "crossfeed/engine/library"
	"crossfeed/engine/lists"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
)

// Kind is what a place shows.
type Kind int

// The places: nothing at all, all conflicts, a list, a feed, the deleted items of all lists,
// the smart lists, which show todos of all lists, the items held for review, a library, and a
// published folder.
const (
	KindNone Kind = iota
	KindConflicts
	KindList
	KindFeed
	KindDeleted
	KindToday
	KindUpcoming
	KindOverdue
	KindAllTodos
	KindNoDate
	KindCompleted
	KindTag
	KindQuarantine
	KindLibrary
	KindPublished
)

// Place is a sidebar entry, and what is shown when it is chosen.
type Place struct {
	Kind Kind
	// Set is the list, or the list of a feed.
	Set string
	// Location is the location of a feed.
	Location string
	// Tag is the tag of a smart list for a tag.
	Tag string
	// Key is the key of a library or of a published folder.
	Key int64
}

// Smart reports whether the place is a smart list.
func (p Place) Smart() bool {
	switch p.Kind {
	case KindToday, KindUpcoming, KindOverdue, KindAllTodos, KindNoDate, KindCompleted, KindTag:
		return true
	}
	return false
}

// AddsTodos reports whether new todos can be added in the smart list.
func (p Place) AddsTodos() bool { return p.Smart() && p.Kind != KindCompleted }

// Item identifies an item.
type Item struct{ Set, ID string }

// Snapshot is what the window shows of one state of the store.
type Snapshot struct {
	Asked
	overview lists.Overview
	// Changed is what changed since the previous snapshot, up to the state of this one.
	Changed store.Change
	// Same is set if this snapshot looks the same as the previous one.
	Same bool
	// NewDay is set if the previous snapshot is from another day, so that relative dates may
	// have changed.
	NewDay bool
	// Names are the names of devices.
	Names *item.Names
	Lists []*lists.List
	Feeds []Feed
	// readFor holds the lists at the time when the feeds were read.
	readFor []*lists.List
	// Libraries are the libraries, Published the published folders.
	Libraries []lib.Library
	Published []store.PublishedFolder
	// Smart holds the numbers of rows of the smart lists without a tag, Tags the most used
	// tags with their numbers of rows. MoreTags is the number of other tags.
	Smart    map[Kind]int
	Tags     []store.TagCount
	MoreTags int
	// Conflicts are the rows with conflicts.
	Conflicts []Row
	// Quarantined are the items held for review.
	Quarantined []store.HeldItem
	// Deleted is the number of deleted items in the trash.
	Deleted int
	// Rows are the rows of the place, Found is their number: a search shows at most
	// SearchLimit.
	Rows  Rows
	Found int
	// Subtasks is set if some rows have subtasks.
	Subtasks bool
	// Tree holds all rows of an outline, while Rows has only those in open branches, or the
	// results of a search; nil for other lists.
	Tree Rows
}

// Next returns the snapshot of another state or place. It reuses from s what did not change;
// the zero Snapshot has nothing to reuse. It stops soon after the context ends.
func (s Snapshot) Next(ctx context.Context, v engine.View, asked Asked) (Snapshot, error) {
	n := s
	n.Asked = asked
	var err error
	if n.overview, n.Changed, err = s.readOverview(ctx, v); err != nil {
		return n, err
	}
	if n.Changed.Of(store.KindList) || !maps.Equal(s.Arrangements, asked.Arrangements) {
		n.setLists()
	}
	n.Arrangement = n.arrangement()
	n.Smart = map[Kind]int{}
	for _, kind := range SmartKinds() {
		n.Smart[kind] = n.overview.Smart(smartKinds[kind])
	}
	if err := n.readFeeds(ctx, v); err != nil {
		return n, err
	}
	if s.Search == asked.Search || n.Changed.Of(store.KindLibrary, store.KindFolder) { // not for each key of a search
		if err := n.readLibraries(ctx, v); err != nil {
			return n, err
		}
	}
	n.NewDay = record.DayOf(s.Now) != record.DayOf(asked.Now)
	same := s.asksTheSame(asked) && !n.isLate(s.Now)
	n.Same = same && len(n.Changed.Keys) == 0 && !n.NewDay && maps.Equal(s.Smart, n.Smart) &&
		reflect.DeepEqual(s.Libraries, n.Libraries) && reflect.DeepEqual(s.Published, n.Published)
	touched := n.touched()
	if same && !touched {
		n.Arrangement = s.Arrangement
		return n, nil
	}
	n.Rows, n.Found = nil, 0
	if touched || s.Place != asked.Place {
		n.Tree = nil
	}
	return n, n.readRows(ctx, v)
}

// readOverview reads the overview of the lists in another state of the store, and what changed
// up to it.
func (s *Snapshot) readOverview(ctx context.Context, v engine.View) (o lists.Overview, changed store.Change, err error) {
	since := s.Changed.Revision
	if since == 0 {
		since = math.MaxInt64 // everything is read anyway
	}
	if changed, err = v.Changes(ctx, since); err != nil {
		return o, changed, fmt.Errorf("reading what changed: %w", err)
	}
	if s.Changed.Revision == 0 {
		changed.Keys = []store.Key{store.AllKey}
	}
	if o, err = v.Overview(ctx, s.overview, changed); err != nil {
		return o, changed, fmt.Errorf("reading the lists: %w", err)
	}
	return o, changed, nil
}

// ListsNow returns the lists in another state of the store, by name. They must not be
// modified.
func (s *Snapshot) ListsNow(ctx context.Context, v engine.View) ([]*lists.List, error) {
	o, _, err := s.readOverview(ctx, v)
	return o.Lists(), err
}

// asksTheSame reports whether the same rows were requested, in the same order.
func (s *Snapshot) asksTheSame(asked Asked) bool {
	return s.Place == asked.Place && s.Search == asked.Search && maps.Equal(s.Arrangements, asked.Arrangements) &&
		maps.Equal(s.Folded, asked.Folded) && maps.EqualFunc(s.Branches, asked.Branches, Branches.Equal)
}

// isLate reports whether the passage of time may have changed the rows: those of smart lists,
// and headings with due dates.
func (s *Snapshot) isLate(read time.Time) bool {
	return (s.Place.Smart() || s.Arrangement.Group == GroupByDue) && !read.Truncate(time.Minute).Equal(s.Now.Truncate(time.Minute))
}

// touched reports whether the rows may have changed.
func (s *Snapshot) touched() bool {
	if l, there := s.List(s.Place.Set); there && (s.Place.Kind == KindList || s.Place.Kind == KindFeed) {
		return s.Changed.Has(store.ListKey(l.Key))
	}
	return s.Changed.Of(store.KindList)
}

func (s *Snapshot) readRows(ctx context.Context, v engine.View) error {
	if l, there := s.List(s.Place.Set); there && l.Kind == string(record.Outline) {
		return s.readOutline(ctx, v)
	}
	rows, err := s.rows(ctx, v)
	if err == nil {
		s.showSections(rows)
		s.Rows = s.arrange(rows)
		s.Subtasks = hasParts(s.Rows)
	}
	return err
}

// setLists sets what is shown of the overview.
func (s *Snapshot) setLists() {
	s.Conflicts = nil
	for _, u := range s.overview.Conflicts() {
		s.Conflicts = append(s.Conflicts, Row{Set: u.Set, Row: u.Row})
	}
	s.Lists, s.Deleted = s.overview.Lists(), 0
	for _, l := range s.Lists {
		s.Deleted += l.Counts.Trash
	}
	s.Tags = slices.DeleteFunc(s.overview.Tags(), func(t store.TagCount) bool { return t.Open == 0 })
	s.MoreTags = max(0, len(s.Tags)-tagsShown)
	s.Tags = s.Tags[:len(s.Tags)-s.MoreTags]
}
