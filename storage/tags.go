package storage

import "crossfeed/engine/store"

// putTags adds the tags of an item that has none, each by a statement of its own:
// SQLite can take one of several rows back, and what it keeps for that costs more.
func (w *writer) putTags(set, key int64, tags []string) error {
	for _, tag := range tags {
		if _, err := w.exec(store.ListKey(set), "INSERT INTO tags VALUES (?, ?, ?) ON CONFLICT DO NOTHING", key, store.Fold(tag), tag); err != nil {
			return err
		}
	}
	return nil
}

// Tags implements store.ItemReader.
func (r *reader) Tags(set int64) ([]store.TagCount, error) {
	// Beside min, SQLite takes the other columns from the row that has it.
	a := ask(set, store.Query{})
	a.from += " JOIN tags t ON t.item = i.key"
	query := "SELECT i.set_key, t.tag, count(*) FILTER (WHERE i.open), min(i.key)" + a.from + a.conditions() + " GROUP BY i.set_key, t.folded ORDER BY i.set_key, t.folded"
	return all(r, scanTagCount, query, a.values...)
}

func scanTagCount(row scanner) (c store.TagCount, err error) {
	var first int64
	err = row.Scan(&c.Set, &c.Tag, &c.Open, &first)
	return c, err
}

// UIDs implements store.ItemReader.
func (r *reader) UIDs(set int64) (map[string]string, error) {
	const query = `SELECT iif(uid = '', id, uid), id FROM items WHERE set_key = ? ORDER BY gone, key`
	pairs, err := all(r, scanPair, query, set)
	if err != nil {
		return nil, err
	}
	items := make(map[string]string, len(pairs))
	for _, p := range pairs {
		if _, taken := items[p[0]]; !taken {
			items[p[0]] = p[1]
		}
	}
	return items, nil
}

func scanPair(row scanner) (p [2]string, err error) {
	err = row.Scan(&p[0], &p[1])
	return p, err
}

// LastOrder implements store.ItemReader.
func (r *reader) LastOrder(set int64) (order int64, err error) {
	const query = `SELECT coalesce(max(place), 0) FROM items WHERE set_key = ? AND place IS NOT NULL`
	err = r.one(query, args{set}, &order)
	return order, err
}
