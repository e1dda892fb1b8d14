package memory

import (
	"fmt"
	"strings"

	"crossfeed/engine/item"
	"crossfeed/engine/store"
)

// Rows implements store.ItemReader.
func (r *reader) Rows(set int64, q store.Query) (rows []store.Row, err error) {
	l := r.state.list(set)
	for _, id := range l.order {
		if row := store.RowOf(l.items[id]); shows(q, row) && contains(l.items[id], q.Search) {
			rows = append(rows, row)
		}
	}
	return rows, r.call()
}

// shows tells whether a query asks for a row, its search apart.
func shows(q store.Query, row store.Row) bool {
	gone := row.Deleted && row.Conflicts == 0
	return gone == q.Deleted && (row.Conflicts > 0 || !q.ToSettle)
}

func contains(it *item.Item, search string) bool {
	return search == "" || strings.Contains(store.Searchable(it), store.Fold(search))
}

// Count implements store.SetReader.
func (r *reader) Count(set int64) (store.Counts, error) {
	var c store.Counts
	for _, it := range r.state.list(set).items {
		row := store.RowOf(it)
		count(&c.Items, shows(store.Query{}, row))
		count(&c.ToSettle, shows(store.Query{ToSettle: true}, row))
		count(&c.Deleted, shows(store.Query{Deleted: true}, row))
	}
	return c, r.call()
}

func count(n *int, one bool) {
	if one {
		*n++
	}
}

// Item implements store.ItemReader.
func (r *reader) Item(set int64, id string) (*item.Item, error) {
	if err := r.call(); err != nil {
		return nil, err
	}
	if it, ok := r.state.list(set).items[id]; ok {
		return it, nil
	}
	return nil, fmt.Errorf("item %s: %w", id, store.ErrNoItem)
}

// EachItem implements store.ItemReader.
func (r *reader) EachItem(set int64, visit func(*item.Item) error) error {
	if err := r.call(); err != nil {
		return err
	}
	l := r.state.list(set)
	for _, id := range l.order {
		it, ok := l.items[id]
		if !ok { // the visit removed it
			continue
		}
		if err := visit(it); err != nil {
			return err
		}
	}
	return nil
}

// Versions implements store.ArchiveReader.
func (r *reader) Versions(set int64, id string) (found []store.Archived, err error) {
	for _, k := range r.state.list(set).archive[id] {
		found = append(found, k.Archived)
	}
	return found, r.call()
}

// Used implements store.ArchiveReader.
func (r *reader) Used(set int64, id, by string) (used int, err error) {
	for _, a := range r.state.list(set).archive[id] {
		if top := a.Version.Top(); top.By == by {
			used = max(used, top.Sequence)
		}
	}
	return used, r.call()
}
