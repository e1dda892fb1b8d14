package memory

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"crossfeed/engine/store"
)

// Rows implements store.ItemReader.
func (r *reader) Rows(set int64, q store.Query) ([]store.Row, error) {
	rows := r.state.rows(set, q)
	if q.Limit > 0 && len(rows) > q.Limit {
		rows = rows[:q.Limit]
	}
	return rows, r.call()
}

// CountRows implements store.ItemReader.
func (r *reader) CountRows(set int64, q store.Query) (int, error) {
	return len(r.state.rows(set, q)), r.call()
}

// CountEach implements store.ItemReader.
func (r *reader) CountEach(set int64, q store.Query) (map[int64]int, error) {
	counts := map[int64]int{}
	for _, row := range r.state.rows(set, q) {
		counts[row.Set]++
	}
	return counts, r.call()
}

// rows returns the matching rows of a list, or of all lists that are not deleted if set is 0.
func (s *state) rows(set int64, q store.Query) []store.Row {
	if set != 0 {
		return s.list(set).rows(set, q)
	}
	var all []store.Row
	for _, each := range s.setsBy(false) {
		all = append(all, s.list(each.Key).rows(each.Key, q)...)
	}
	return all
}

// Count implements store.SetReader.
func (r *reader) Count(set int64) (store.Counts, error) {
	return r.state.counts(set), r.call()
}

func (s *state) counts(set int64) store.Counts {
	return store.Counts{
		Items:      len(s.rows(set, store.Query{})),
		Conflicted: len(s.rows(set, store.Query{Conflicted: true})),
		Open:       len(s.rows(set, store.Query{Open: true})),
		Deleted:    len(s.rows(set, store.Query{Deleted: true})),
		Trash:      len(s.rows(set, store.Query{Trash: true})),
	}
}

// Counts implements store.SetReader.
func (r *reader) Counts() (map[int64]store.Counts, error) {
	all := map[int64]store.Counts{}
	for set, l := range r.state.lists {
		if len(l.order) > 0 {
			all[set] = r.state.counts(set)
		}
	}
	return all, r.call()
}

// rows returns the rows that match the query, regardless of its limit.
func (l *list) rows(set int64, q store.Query) (rows []store.Row) {
	search, tag := store.Fold(q.Search), q.SearchedTag()
	begins := func(t string) bool { return strings.HasPrefix(store.Fold(t), tag) }
	for _, id := range l.order {
		row, text := l.row(id)
		row.Set = set
		if shows(q, row) && (!q.Trash || l.hidden[id] != store.Identity(l.items[id].Winner)) &&
			(strings.Contains(text, search) || tag != "" && slices.ContainsFunc(row.Tags, begins)) {
			rows = append(rows, row)
		}
	}
	return rows
}

// row returns the row of an item, and its text for store.Query.Search.
func (l *list) row(id string) (store.Row, string) {
	v := l.items[id].Winner
	parent := l.items[v.Place.Parent]
	orphaned := false
	if !v.Deleted && parent != nil && parent.Winner.Deleted {
		above, _ := l.row(parent.ID())
		orphaned = above.Gone()
	}
	row, text := store.Shown(l.items[id], l.sorted[id])
	return row.Orphaned(orphaned), text
}

// Row implements store.ItemReader.
func (r *reader) Row(set int64, id string) (store.Row, error) {
	if err := r.call(); err != nil {
		return store.Row{}, err
	}
	l := r.state.list(set)
	if l.items[id] == nil {
		return store.Row{}, fmt.Errorf("item %s: %w", id, store.ErrNoItem)
	}
	row, _ := l.row(id)
	row.Set = set
	return row, nil
}

// shows reports whether the row matches a query, apart from its search and limit.
func shows(q store.Query, r store.Row) bool {
	return r.Gone() == (q.Deleted || q.Trash) &&
		(r.Conflicted() || !q.Conflicted) &&
		(r.Open() || !q.Open) &&
		(!r.Open() || !q.Closed) &&
		(q.Kind == "" || r.Kind == q.Kind) &&
		(r.Due == "" || !q.Undated) &&
		(q.Parent == "" || r.Parent == q.Parent) &&
		(r.Alarms || !q.Alarms) &&
		isDue(q, r) && isTagged(q, r)
}

func isDue(q store.Query, r store.Row) bool {
	if q.DueFrom == "" && q.DueTo == "" {
		return true
	}
	day := store.Day(r.Due)
	return day != "" && q.DueFrom <= day && (q.DueTo == "" || day <= q.DueTo)
}

func isTagged(q store.Query, r store.Row) bool {
	same := func(tag string) bool { return store.Fold(tag) == store.Fold(q.Tag) }
	return q.Tag == "" || slices.ContainsFunc(r.Tags, same)
}

// Tags implements store.ItemReader.
func (r *reader) Tags(set int64) ([]store.TagCount, error) {
	var all []store.TagCount
	at := map[string]int{}
	for _, row := range r.state.rows(set, store.Query{}) {
		if len(all) > 0 && all[len(all)-1].Set != row.Set {
			clear(at)
		}
		once := map[string]bool{}
		for _, tag := range row.Tags {
			folded := store.Fold(tag)
			if _, counted := at[folded]; !counted {
				at[folded] = len(all)
				all = append(all, store.TagCount{Set: row.Set, Tag: tag})
			}
			if row.Open() && !once[folded] {
				all[at[folded]].Open++
			}
			once[folded] = true
		}
	}
	slices.SortFunc(all, func(a, b store.TagCount) int {
		return cmp.Or(cmp.Compare(a.Set, b.Set), cmp.Compare(store.Fold(a.Tag), store.Fold(b.Tag)))
	})
	return all, r.call()
}

// UIDs implements store.ItemReader.
func (r *reader) UIDs(set int64) (map[string]string, error) {
	l := r.state.list(set)
	found := make(map[string]string)
	for _, q := range []store.Query{{}, {Deleted: true}} {
		for _, row := range l.rows(set, q) {
			if uid := cmp.Or(row.UID, row.ID); found[uid] == "" {
				found[uid] = row.ID
			}
		}
	}
	return found, r.call()
}

// LastOrder implements store.ItemReader.
func (r *reader) LastOrder(set int64) (last int64, err error) {
	l := r.state.list(set)
	for _, id := range l.order {
		if row, _ := l.row(id); row.Ordered {
			last = max(last, row.Order)
		}
	}
	return last, r.call()
}
