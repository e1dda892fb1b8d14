package storage

import (
	"fmt"

	"crossfeed/engine/item"
	"crossfeed/engine/store"
)

const selectItems = `SELECT i.key, i.set_key, i.listed, i.flagged, i.lacks, i.publisher, i.beside, ` + versionColumns + `
	FROM items i JOIN versions v ON v.key = i.winner WHERE i.set_key = ? `

// held is an item as it is read, before its conflicts are.
type held struct {
	key, set int64
	listed   int
	flagged  bool
	// lacks tells that a version lacks a record that the archive has.
	lacks  bool
	winner *item.Version
}

func scanHeld(row scanner) (h held, err error) {
	var rec kept
	into := append([]any{&h.key, &h.set, &h.listed, &h.flagged, &h.lacks}, rec.beyond()...)
	if err := row.Scan(append(into, rec.fields()...)...); err != nil {
		return h, err
	}
	h.winner, err = rec.decode()
	return h, err
}

// Taken implements store.ItemReader.
func (r *reader) Taken(set int64, id, by string) (taken bool, used int, err error) {
	const query = `SELECT EXISTS (SELECT 1 FROM items WHERE set_key = ?1 AND id = ?2),
		(SELECT coalesce(max(sequence), 0) FROM versions WHERE set_key = ?1 AND item = ?2 AND "by" = ?3)`
	err = r.one(query, args{set, id, by}, &taken, &used)
	return taken, used, err
}

// Item implements store.ItemReader.
func (r *reader) Item(set int64, id string) (*item.Item, error) {
	found, err := all(r, scanHeld, selectItems+"AND i.id = ?", set, id)
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("item %s: %w", id, store.ErrNoItem)
	}
	return r.whole(found[0])
}

// EachItem implements store.ItemReader. It reads a few items at a time, so that
// a set of any size takes little memory and the visit may use the transaction.
func (r *reader) EachItem(set int64, visit func(*item.Item) error) error {
	var after, last int64
	if err := r.one("SELECT coalesce(max(key), 0) FROM items WHERE set_key = ?", args{set}, &last); err != nil {
		return err
	}
	for after < last {
		some, err := all(r, scanHeld, selectItems+"AND i.key > ? AND i.key <= ? ORDER BY i.key LIMIT 100", set, after, last)
		if err != nil || len(some) == 0 {
			return err
		}
		after = some[len(some)-1].key
		if err := r.visit(some, visit); err != nil {
			return err
		}
	}
	return nil
}

func (r *reader) visit(some []held, visit func(*item.Item) error) error {
	for _, h := range some {
		it, err := r.whole(h)
		if err != nil {
			return err
		}
		if err := visit(it); err != nil {
			return err
		}
	}
	return nil
}

// whole adds the conflicts of an item, and the records that its versions lack.
func (r *reader) whole(h held) (it *item.Item, err error) {
	it = &item.Item{Winner: h.winner, Flagged: h.flagged}
	if h.listed > 0 {
		const query = `SELECT c.publisher, c.beside, ` + versionColumns + `
			FROM conflicts c JOIN versions v ON v.key = c.version WHERE c.item = ? ORDER BY c.position`
		it.Conflicts, err = all(r, scanConflict, query, h.key)
	}
	if err == nil && h.lacks {
		it, _, err = r.complete(h.set, it)
	}
	return it, err
}

func scanConflict(row scanner) (*item.Version, error) {
	var rec kept
	if err := row.Scan(append(rec.beyond(), rec.fields()...)...); err != nil {
		return nil, err
	}
	return rec.decode()
}
