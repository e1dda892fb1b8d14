package storage

import (
	"time"

	"crossfeed/engine/ancestry"
	"crossfeed/engine/item"
	"crossfeed/engine/store"
)

const selectStamps = "SELECT id, stamp FROM items WHERE set_key = ? ORDER BY stamp"

// Stamps implements store.ItemReader.
func (r *reader) Stamps(set int64) ([]store.Stamped, error) {
	return all(r, scanStamped, selectStamps, set)
}

// StampsAfter implements store.ItemReader.
func (r *reader) StampsAfter(set, stamp int64) ([]store.Stamped, error) {
	const query = "SELECT id, stamp FROM items WHERE set_key = ? AND stamp > ? ORDER BY stamp"
	return all(r, scanStamped, query, set, stamp)
}

// ReceivedAfter implements store.ItemReader.
func (r *reader) ReceivedAfter(set, stamp int64, from string) ([]string, error) {
	const query = `SELECT i.id FROM items i JOIN versions v ON v.key = i.winner
		WHERE i.set_key = ?1 AND i.stamp > ?2 AND v.seen_from <> '' AND ?3 IN ('', v.seen_from) ORDER BY i.stamp`
	return all(r, scanID, query, set, stamp, from)
}

func scanStamped(row scanner) (s store.Stamped, err error) {
	err = row.Scan(&s.ID, &s.Stamp)
	return s, err
}

// stamps assigns the stamps in a transaction: a first sync needs 100,000.
type stamps struct {
	// given is the greatest stamp that the store has ever assigned, once known. fresh reports
	// whether it is newer than its row.
	given        int64
	known, fresh bool
	// preserve lets items keep their stamps: nothing was incorporated.
	preserve bool
}

// stamp returns the stamp for something incorporated at a time, or 0 if the item is to keep
// its own.
func (w *writer) stamp(at time.Time) (int64, error) {
	s := &w.stamps
	if s.preserve {
		return 0, nil
	}
	if !s.known {
		if err := w.one("SELECT given FROM stamps", nil, &s.given); err != nil {
			return 0, err
		}
		s.known = true
	}
	s.given, s.fresh = store.NextStamp(s.given, at), true
	return s.given, nil
}

// flushStamp writes the greatest stamp to its row.
func (w *writer) flushStamp() error {
	if !w.stamps.fresh {
		return nil
	}
	w.stamps.fresh = false
	_, err := w.exec(store.NothingKey, "UPDATE stamps SET given = ?", w.stamps.given)
	return err
}

// sort sorts the versions of an item.
func (w *writer) sort(set int64, it *item.Item) (ancestry.Sorted, error) {
	s := store.Set{Key: set}
	if err := w.one("SELECT dialect FROM sets WHERE key = ?", args{set}, &s.Dialect); err != nil {
		return ancestry.Sorted{}, err
	}
	reopened, err := w.Offered(set, it.ID())
	if err != nil {
		return ancestry.Sorted{}, err
	}
	return store.Sort(w, s, it, ancestry.Reopened(it, reopened))
}

// recount updates what a person has to resolve in an existing item, after other versions of it
// were reopened or archived.
func (w *writer) recount(set int64, id string) error {
	row, err := w.recountRow(set, id)
	if err != nil {
		return err
	}
	return w.recountIn(set, id, row.Gone())
}

// shown returns what lists show of an item, and the text that a search finds it by.
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

// recountRow is recount without the row's children.
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
	_, err = w.exec(store.ListKey(set), "UPDATE searchable SET conflicts = ?, gone = ? WHERE item = ?", conflicted(row), row.Gone(), key)
	return row, err
}
