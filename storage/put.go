package storage

import (
	"strings"

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
	row, text := store.Shown(it)
	key, err := w.putRow(set, row, versions[0], it.Winner.Publisher)
	if err != nil {
		return err
	}
	if err := w.putConflicts(key, it.Conflicts, versions[1:]); err != nil {
		return err
	}
	return w.putSearchable(key, set, row, text)
}

// putSearchable makes an item found: its text, and copies of what most searches
// ask for besides.
func (w *writer) putSearchable(key, set int64, row store.Row, text string) error {
	sign := signatureOf(text)
	_, err := w.exec(`INSERT INTO searchable VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET
		gone = excluded.gone, conflicts = excluded.conflicts, open = excluded.open, text = excluded.text,
		sign0 = excluded.sign0, sign1 = excluded.sign1, sign2 = excluded.sign2, sign3 = excluded.sign3`,
		key, set, row.Gone(), row.Conflicts, row.Open(), sign[0], sign[1], sign[2], sign[3], []byte(text))
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

// itemColumns are those of an item that follow its versions.
const itemColumns = `winner, conflicts, deleted, gone, updates, at, "by", title, publisher, ` + factColumns

// putRow adds an item without conflicts and tags, or makes it one where it is,
// then gives it the tags, and gives its key.
func (w *writer) putRow(set int64, row store.Row, winner int64, publisher string) (int64, error) {
	values := args{winner, row.Conflicts, row.Deleted, row.Gone(), row.Updates, instant(row.When), row.By, row.Title, publisher}
	values = append(values, factValues(row)...)
	key, added, err := w.add(insertItem, append(values, set, row.ID)...)
	if err == nil && !added {
		key, err = w.replaceRow(set, row.ID, values)
	}
	if err != nil {
		return 0, err
	}
	return key, w.putTags(key, row.Tags)
}

var (
	insertItem  = "INSERT INTO items (" + itemColumns + ", set_key, id) VALUES (" + places(itemColumns) + ", ?, ?) ON CONFLICT DO NOTHING"
	replaceItem = "UPDATE items SET (" + itemColumns + ", stale) = (" + places(itemColumns) + ", 0) WHERE key = ?"
)

// places has a parameter for each of the columns.
func places(columns string) string {
	return "?" + strings.Repeat(", ?", strings.Count(columns, ","))
}

func (w *writer) replaceRow(set int64, id string, values args) (int64, error) {
	key, err := w.clear(set, id)
	if err != nil {
		return 0, err
	}
	_, err = w.exec(replaceItem, append(values, key)...)
	return key, err
}

// clear takes conflicts and tags away from an item that is there, and gives its
// key.
func (w *writer) clear(set int64, id string) (key int64, err error) {
	var conflicts, record bool
	const query = "SELECT key, conflicts > 0, facts <> '' FROM items WHERE set_key = ? AND id = ?"
	err = w.one(query, args{set, id}, &key, &conflicts, &record)
	if err == nil && conflicts {
		_, err = w.exec("DELETE FROM conflicts WHERE item = ?", key)
	}
	if err == nil && record {
		_, err = w.exec("DELETE FROM tags WHERE item = ?", key)
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

// RemoveItem implements store.ItemWriter. Conflicts, tags and searchable text go
// with the row; the archive stays.
func (w *writer) RemoveItem(set int64, id string) error {
	err := w.execOne(store.ErrNoItem, "DELETE FROM items WHERE set_key = ? AND id = ?", set, id)
	return named(err, "removing item "+id)
}
