package storage

import (
	"crossfeed/engine/item"
	"crossfeed/engine/store"
)

// PutItem implements store.ItemWriter.
func (w *writer) PutItem(set int64, it *item.Item, seen store.Seen) error {
	return named(noSet(w.putItem(set, it, seen)), "saving item "+it.ID())
}

func (w *writer) putItem(set int64, it *item.Item, seen store.Seen) error {
	versions, err := w.archiveAll(set, it.Versions(), seen)
	if err != nil {
		return err
	}
	key, err := w.putRow(set, it, versions[0])
	if err != nil {
		return err
	}
	if err := w.putConflicts(key, it.Conflicts, versions[1:]); err != nil {
		return err
	}
	_, err = w.exec("INSERT INTO searchable VALUES (?, ?) ON CONFLICT DO UPDATE SET text = excluded.text", key, store.Searchable(it))
	return err
}

func (w *writer) archiveAll(set int64, versions []*item.Version, seen store.Seen) ([]int64, error) {
	keys := make([]int64, len(versions))
	for i, v := range versions {
		key, err := w.archive(set, v, seen)
		if err != nil {
			return nil, err
		}
		keys[i] = key
	}
	return keys, nil
}

// putRow adds an item without conflicts, or makes it one where it is, and gives
// its key.
func (w *writer) putRow(set int64, it *item.Item, winner int64) (int64, error) {
	row := store.RowOf(it)
	values := args{winner, row.Conflicts, row.Deleted, row.Updates, instant(row.When), row.By, row.Title, it.Winner.Publisher}
	key, added, err := w.add(`INSERT INTO items
		(winner, conflicts, deleted, updates, at, "by", title, publisher, set_key, id)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`, append(values, set, row.ID)...)
	if err != nil || added {
		return key, err
	}
	if key, err = w.clear(set, row.ID); err != nil {
		return 0, err
	}
	_, err = w.exec(`UPDATE items SET
		winner = ?, conflicts = ?, deleted = ?, updates = ?, at = ?, "by" = ?, title = ?, publisher = ?
		WHERE key = ?`, append(values, key)...)
	return key, err
}

// clear takes the conflicts away from an item that is there, and gives its key.
func (w *writer) clear(set int64, id string) (key int64, err error) {
	var conflicts int
	err = w.one("SELECT key, conflicts FROM items WHERE set_key = ? AND id = ?", args{set, id}, &key, &conflicts)
	if err == nil && conflicts > 0 {
		_, err = w.exec("DELETE FROM conflicts WHERE item = ?", key)
	}
	return key, err
}

// putConflicts makes the versions the open conflicts of an item that has none,
// in their order.
func (w *writer) putConflicts(key int64, conflicts []*item.Version, versions []int64) error {
	for i, v := range conflicts {
		if _, err := w.exec("INSERT INTO conflicts VALUES (?, ?, ?, ?)", key, i, versions[i], v.Publisher); err != nil {
			return err
		}
	}
	return nil
}

// RemoveItem implements store.ItemWriter. Conflicts and searchable text go with
// the row; the archive stays.
func (w *writer) RemoveItem(set int64, id string) error {
	err := w.execOne(store.ErrNoItem, "DELETE FROM items WHERE set_key = ? AND id = ?", set, id)
	return named(err, "removing item "+id)
}
