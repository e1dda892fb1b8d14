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
	it, err := w.Item(set, id)
	if err != nil {
		return err
	}
	sorted, err := w.sort(set, it)
	if err != nil {
		return err
	}
	row := store.RowOf(it, sorted)
	var key int64
	if err := w.one("SELECT key FROM items WHERE set_key = ? AND id = ?", args{set, id}, &key); err != nil {
		return err
	}
	if _, err := w.exec("UPDATE items SET conflicts = ?, gone = ? WHERE key = ?", row.Conflicts, row.Gone(), key); err != nil {
		return err
	}
	_, err = w.exec("UPDATE searchable SET conflicts = ?, gone = ? WHERE item = ?", toSettle(row), row.Gone(), key)
	return err
}
