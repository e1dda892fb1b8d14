package storage

import (
	"crossfeed/engine/equal"
	"crossfeed/engine/item"
	"crossfeed/engine/store"
)

// sort sorts the versions of an item.
func (w *writer) sort(set int64, it *item.Item) (equal.Sorted, error) {
	s := store.Set{Key: set}
	if err := w.one("SELECT dialect FROM sets WHERE key = ?", args{set}, &s.Dialect); err != nil {
		return equal.Sorted{}, err
	}
	reopened, err := w.Offered(set, it.ID())
	if err != nil {
		return equal.Sorted{}, err
	}
	return store.Sort(w, s, it, equal.Reopened(it, reopened))
}

// recount counts what a person is asked about of an item that is there, once other
// versions of it are reopened or in the archive.
func (w *writer) recount(set int64, id string) error {
	row, err := w.recountRow(set, id)
	if err != nil {
		return err
	}
	return w.recountIn(set, id, row.Gone())
}

// shown is what lists show of an item, and the text that a search finds it by.
func (w *writer) shown(set int64, it *item.Item) (row store.Row, text string, err error) {
	sorted, err := w.sort(set, it)
	if err != nil {
		return row, "", err
	}
	orphaned, err := w.orphaned(set, it.Winner)
	row, text = store.Shown(it, sorted)
	row.Set = set
	return row.Orphaned(orphaned), text, err
}

// recountRow is recount, apart from what is in the item.
func (w *writer) recountRow(set int64, id string) (row store.Row, err error) {
	it, err := w.Item(set, id)
	if err != nil {
		return row, err
	}
	if row, _, err = w.shown(set, it); err != nil {
		return row, err
	}
	var key int64
	if err := w.one("SELECT key FROM items WHERE set_key = ? AND id = ?", args{set, id}, &key); err != nil {
		return row, err
	}
	const update = "UPDATE items SET conflicts = ?, gone = ?, marked = ? WHERE key = ?"
	if _, err := w.exec(store.ListKey(set), update, row.Conflicts, row.Gone(), row.Flagged, key); err != nil {
		return row, err
	}
	_, err = w.exec(store.ListKey(set), "UPDATE searchable SET conflicts = ?, gone = ? WHERE item = ?", toSettle(row), row.Gone(), key)
	return row, err
}
