package storage

import (
	"time"

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

// stamps counts the stamps of a transaction: a first sync gives 100,000.
type stamps struct {
	// given is the greatest that the store ever gave, once known; fresh tells that
	// its row is older.
	given        int64
	known, fresh bool
	// keep leaves the items theirs: nothing was incorporated.
	keep bool
}

// stamp is the stamp of what is incorporated at a time, or 0 where the item is to keep
// its own.
func (w *writer) stamp(at time.Time) (int64, error) {
	s := &w.stamps
	if s.keep {
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

// flushStamp puts the greatest stamp into its row.
func (w *writer) flushStamp() error {
	if !w.stamps.fresh {
		return nil
	}
	w.stamps.fresh = false
	_, err := w.exec(store.NothingKey, "UPDATE stamps SET given = ?", w.stamps.given)
	return err
}
