package snapshot

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"crossfeed/engine"
	"crossfeed/engine/lists"
	"crossfeed/engine/store"
	"crossfeed/ui/wording"
)

// SearchLimit is the maximum number of rows that a search shows.
const SearchLimit = 500

// SearchEnough is the number of results at which a search stops counting: counting all of them
// would delay a person who keeps typing.
const SearchEnough = 10_000

// rows reads the rows of the snapshot's place and counts the results. A list that no longer
// exists has none.
func (s *Snapshot) rows(ctx context.Context, v engine.View) ([]Row, error) {
	q := store.Query{Search: s.Search, Open: s.Arrangement.HideDone}
	switch s.Place.Kind {
	case KindList, KindFeed:
		return s.in(ctx, v, []string{s.Place.Set}, q)
	case KindConflicts:
		return s.in(ctx, v, s.names(func(l *lists.List) int { return l.Conflicted }), store.Query{Conflicted: true, Search: s.Search})
	case KindDeleted:
		return s.in(ctx, v, s.names(func(l *lists.List) int { return l.Counts.Trash }), store.Query{Trash: true, Search: s.Search})
	}
	if !s.Place.Smart() {
		return nil, nil
	}
	rows, err := smartRows(ctx, v, lists.Smart{Kind: smartKinds[s.Place.Kind], Tag: s.Place.Tag, Search: s.Search})
	s.Found = len(rows)
	return rows, err
}

// names returns the names of the lists for which rows is greater than 0.
func (s *Snapshot) names(rows func(*lists.List) int) (names []string) {
	for _, l := range s.Lists {
		if rows(l) > 0 {
			names = append(names, l.Name)
		}
	}
	return names
}

// in reads rows of lists, up to the limit of a search.
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

// rowsOf returns the rows of a list, and their number regardless of the limit.
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

// List returns a list of the snapshot.
func (s *Snapshot) List(name string) (*lists.List, bool) {
	for _, l := range s.Lists {
		if l.Name == name {
			return l, true
		}
	}
	return &lists.List{Set: &store.Set{}}, false
}

// Publishes reports whether any list is published.
func (s *Snapshot) Publishes() bool {
	return slices.ContainsFunc(s.Lists, func(l *lists.List) bool { return l.Location != "" })
}

// Feed returns a feed of the snapshot.
func (s *Snapshot) Feed(set, location string) (Feed, bool) {
	for _, f := range s.Feeds {
		if f.Set == set && f.Location == location {
			return f, true
		}
	}
	return Feed{}, false
}

// Total returns the number of rows of the place without a search, or 0 if it is unknown.
func (s *Snapshot) Total() int {
	switch s.Place.Kind {
	case KindConflicts:
		return len(s.Conflicts)
	case KindDeleted:
		return s.Deleted
	case KindTag:
		for _, t := range s.Tags {
			if t.Tag == s.Place.Tag {
				return t.Open
			}
		}
	}
	if s.Place.Smart() {
		return s.Smart[s.Place.Kind]
	}
	l, _ := s.List(s.Place.Set)
	if s.Arrangement.HideDone {
		return l.Open
	}
	return l.Items
}

// FirstTodoList returns the list that new todos of smart lists go to, or "".
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
	// Heading is the heading of a group; nil if the row is an item.
	Heading *Heading
	// Depth is the number of ancestors of a subtask or an outline item.
	Depth int
	// Parts is the number of direct subtasks or children, PartsDone the number of completed
	// ones among them. Folded is set if they are hidden.
	Parts, PartsDone int
	Folded           bool
	// Path holds the titles of an outline item's ancestors, the outermost first, if the rows
	// do not show them.
	Path []string
}

// Rows are rows of a place. Those of an outline are a tree, parents before their children: the
// first row has depth 0, and each row is at most one deeper than the row before it.
type Rows []Row

// Item identifies the row's item; the zero Item for a heading.
func (r Row) Item() Item {
	if r.Heading != nil {
		return Item{}
	}
	return Item{Set: r.Set, ID: r.ID}
}

// Hashtags returns the row's tags with a "#" before each, but no more than can be seen.
func (r Row) Hashtags() []string {
	const most = 50
	all := make([]string, 0, min(len(r.Tags), most))
	for _, tag := range r.Tags[:cap(all)] {
		all = append(all, "#"+tag)
	}
	return all
}

// tagsShown is the maximum number of tags in the sidebar.
const tagsShown = 10

// smartKinds maps the places of smart lists to their kinds.
var smartKinds = map[Kind]lists.SmartKind{
	KindToday: lists.Today, KindUpcoming: lists.Upcoming, KindOverdue: lists.Overdue,
	KindAllTodos: lists.AllTodos, KindNoDate: lists.NoDate, KindCompleted: lists.Completed, KindTag: lists.Tagged,
}

// SmartKinds returns the kinds of the smart lists without a tag, in the order of the sidebar.
func SmartKinds() []Kind {
	return []Kind{KindToday, KindUpcoming, KindOverdue, KindAllTodos, KindNoDate, KindCompleted}
}

// SmartTitle returns the title of a smart list without a tag, or "".
func (k Kind) SmartTitle() string {
	switch k {
	case KindToday:
		return wording.L("today", "Today")
	case KindUpcoming:
		return wording.L("upcoming", "Upcoming")
	case KindOverdue:
		return wording.L("overdue", "Overdue")
	case KindAllTodos:
		return wording.L("all-todos", "All todos")
	case KindNoDate:
		return wording.L("no-date", "No date")
	case KindCompleted:
		return wording.L("completed", "Completed")
	}
	return ""
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
