package snapshot

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"crossfeed/engine"
	"crossfeed/engine/lists"
	"crossfeed/engine/store"
	"crossfeed/ui/window/place"
)

// SearchLimit is the greatest number of rows that a search shows.
const SearchLimit = 500

// SearchEnough is the number of rows from which a search that found more only says
// so: counting them all would keep a person waiting who types on.
const SearchEnough = 10_000

// rows reads the rows of the snapshot's place and counts what it found. A list
// that is gone has none.
func (s *Snapshot) rows(ctx context.Context, v engine.View) ([]Row, error) {
	q := store.Query{Search: s.Search, Open: s.Arrangement.HideDone}
	switch s.Place.Kind {
	case place.List, place.Feed:
		return s.in(ctx, v, []string{s.Place.Set}, q)
	case place.Conflicted:
		return s.in(ctx, v, s.names(func(l List) int { return l.Conflicted }), store.Query{Conflicted: true, Search: s.Search})
	case place.Deleted:
		return s.in(ctx, v, s.names(func(l List) int { return l.Counts.Deleted }), store.Query{Deleted: true, Search: s.Search})
	}
	if !s.Place.Smart() {
		return nil, nil
	}
	rows, err := smartRows(ctx, v, lists.Smart{Kind: smartKinds[s.Place.Kind], Tag: s.Place.Tag, Search: s.Search})
	s.Found = len(rows)
	return rows, err
}

// names are those of the lists that have rows of a sort.
func (s *Snapshot) names(rows func(List) int) (names []string) {
	for _, l := range s.Lists {
		if rows(l) > 0 {
			names = append(names, l.Name)
		}
	}
	return names
}

// in reads rows of lists, as many as are shown.
func (s *Snapshot) in(ctx context.Context, v engine.View, sets []string, q store.Query) ([]Row, error) {
	if s.Search != "" {
		q.Limit, q.Enough = SearchLimit, SearchEnough
	}
	var all []Row
	for _, set := range sets {
		rows, found, err := rowsOf(ctx, v, set, q)
		if err != nil {
			return nil, err
		}
		s.Found += found
		all = append(all, rows...)
	}
	if q.Limit > 0 && len(all) > q.Limit {
		all = all[:q.Limit]
	}
	return all, nil
}

// rowsOf are the rows of a list, and how many there are whatever the limit.
func rowsOf(ctx context.Context, v engine.View, set string, q store.Query) ([]Row, int, error) {
	rows, found, err := v.Found(ctx, set, q)
	if errors.Is(err, store.ErrNoSet) {
		return nil, 0, nil
	}
	if err != nil {
		return nil, 0, fmt.Errorf("reading the items of %s: %w", set, err)
	}
	all := make([]Row, len(rows))
	for i, r := range rows {
		all[i] = Row{Set: set, Row: r}
	}
	return all, found, nil
}

// List finds a list of the snapshot.
func (s *Snapshot) List(name string) (List, bool) {
	for _, l := range s.Lists {
		if l.Name == name {
			return l, true
		}
	}
	return List{List: &lists.List{}}, false
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

// FirstTodoList is the list that new todos of smart lists go to, or "".
func (s *Snapshot) FirstTodoList() string {
	for _, l := range s.Lists {
		if l.Kind == "todo" {
			return l.Name
		}
	}
	return ""
}

// Row is an item in a list of items, or a heading.
type Row struct {
	Set string
	store.Row
	// Heading is that of a group of rows, or nil: then the row is an item.
	Heading *Heading
	// Depth is how far below others a subtask stands, or in how many others an
	// outline.
	Depth int
	// Parts is the number of subtasks directly below, or of outlines directly in
	// one, and PartsDone that of those that are done. Folded tells that they are
	// not shown.
	Parts, PartsDone int
	Folded           bool
	// Path are the titles of what an outline is in, the outermost first, where
	// the rows do not show it.
	Path []string
}

// Rows are rows that stand in each other (outline.Tree).
type Rows []Row

// Len is the number of rows.
func (r Rows) Len() int { return len(r) }

// ID identifies a row.
func (r Rows) ID(row int) string { return r[row].ID }

// Depth is in how many others a row stands.
func (r Rows) Depth(row int) int { return r[row].Depth }

// Item names the row's item; the zero Item for a heading.
func (r Row) Item() place.Item {
	if r.Heading != nil {
		return place.Item{}
	}
	return place.Item{Set: r.Set, ID: r.ID}
}

// tagsShown is how many tags have a place of their own.
const tagsShown = 10

// smartKinds are the smart lists without a tag.
var smartKinds = map[place.Kind]lists.SmartKind{
	place.Today: lists.Today, place.Upcoming: lists.Upcoming, place.Overdue: lists.Overdue, place.Tag: lists.Tagged,
}

func smartRows(ctx context.Context, v engine.View, smart lists.Smart) ([]Row, error) {
	found, err := v.Smart(ctx, smart)
	if err != nil {
		return nil, fmt.Errorf("reading the list %s: %w", smart.Kind, err)
	}
	rows := make([]Row, len(found))
	for i, r := range found {
		rows[i] = Row{Set: r.Set, Row: r.Row}
	}
	return rows, nil
}
