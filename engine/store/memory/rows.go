package memory

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"crossfeed/engine/item"
	"crossfeed/engine/store"
)

// Rows implements store.ItemReader.
func (r *reader) Rows(set int64, q store.Query) ([]store.Row, error) {
	rows := r.state.list(set).rows(q)
	if q.Limit > 0 && len(rows) > q.Limit {
		rows = rows[:q.Limit]
	}
	return rows, r.call()
}

// CountRows implements store.ItemReader.
func (r *reader) CountRows(set int64, q store.Query) (int, error) {
	return len(r.state.list(set).rows(q)), r.call()
}

// Count implements store.SetReader.
func (r *reader) Count(set int64) (store.Counts, error) {
	l := r.state.list(set)
	return store.Counts{
		Items:    len(l.rows(store.Query{})),
		ToSettle: len(l.rows(store.Query{ToSettle: true})),
		Deleted:  len(l.rows(store.Query{Deleted: true})),
	}, r.call()
}

// rows are those that the query asks for, whatever its limit.
func (l *list) rows(q store.Query) (rows []store.Row) {
	for _, id := range l.order {
		row := l.row(id)
		if q.Shows(row) && contains(l.items[id], q.Search) {
			rows = append(rows, row)
		}
	}
	return rows
}

// row is that of an item.
func (l *list) row(id string) store.Row {
	v := l.items[id].Winner
	parent := l.items[v.Place.Parent]
	orphaned := !v.Deleted && parent != nil && parent.Winner.Deleted && l.row(parent.ID()).Gone()
	return store.RowOf(l.items[id], l.sorted[id]).Orphaned(orphaned)
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
	return l.row(id), nil
}

func contains(it *item.Item, search string) bool {
	return search == "" || strings.Contains(store.Searchable(it), store.Fold(search))
}

// Tags implements store.ItemReader.
func (r *reader) Tags(set int64) ([]store.TagCount, error) {
	l := r.state.list(set)
	counts := make(map[string]store.TagCount)
	for _, row := range l.rows(store.Query{}) {
		for _, tag := range row.Tags {
			if folded := store.Fold(tag); counts[folded].Tag == "" {
				open := len(l.rows(store.Query{Tag: tag, Open: true}))
				counts[folded] = store.TagCount{Tag: tag, Open: open}
			}
		}
	}
	var all []store.TagCount
	for _, folded := range slices.Sorted(maps.Keys(counts)) {
		all = append(all, counts[folded])
	}
	return all, r.call()
}

// UIDs implements store.ItemReader.
func (r *reader) UIDs(set int64) (map[string]string, error) {
	l := r.state.list(set)
	found := make(map[string]string)
	for _, q := range []store.Query{{}, {Deleted: true}} {
		for _, row := range l.rows(q) {
			if uid := row.Identifier(); found[uid] == "" {
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
		if row := l.row(id); row.Ordered {
			last = max(last, row.Order)
		}
	}
	return last, r.call()
}
