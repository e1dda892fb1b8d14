package storage

import (
	"crossfeed/engine/item"
	"crossfeed/engine/store"
)

// PutArchive implements store.ItemWriter.
func (w *writer) PutArchive(set int64, v *item.Version, seen store.Seen) error {
	_, err := w.archive(set, v, seen)
	return named(noSet(err), "archiving a version of item "+v.ID)
}

// archive gives the key of a version in the archive, and puts it there where it
// is not yet.
func (w *writer) archive(set int64, v *item.Version, seen store.Seen) (int64, error) {
	const insert = `INSERT INTO versions
		(set_key, item, "by", sequence, "when", hash, updates, deleted, undeleted, noconflicts,
		seen_at, seen_from, history, extra, publisher, title, meaning, fullness, content)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`
	history, err := encodeHistory(v.History)
	if err != nil {
		return 0, err
	}
	identity := identify(set, v)
	known := v.Content.Known()
	values := append(identity, v.Updates, v.Deleted, v.Undeleted, v.NoConflicts,
		instant(seen.At), seen.From, history, v.Extra, v.Publisher,
		known.Title, known.Hash[:], known.Full, v.Content.XML())
	key, added, err := w.add(insert, values...)
	if err != nil {
		return key, err
	}
	if added {
		w.count(v)
		return key, nil
	}
	return w.archivedKey(identity)
}

// identify gives the values of the columns that no two versions share.
func identify(set int64, v *item.Version) []any {
	top, hash := v.Top(), store.Identity(v)
	return []any{set, v.ID, top.By, top.Sequence, top.When.String(), hash[:]}
}

func (w *writer) archivedKey(identity args) (key int64, err error) {
	const query = `SELECT key FROM versions
		WHERE set_key = ? AND item = ? AND "by" = ? AND sequence = ? AND "when" = ? AND hash = ?`
	err = w.one(query, identity, &key)
	return key, err
}
