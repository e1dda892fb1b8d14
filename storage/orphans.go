package storage

import (
	"errors"

	"crossfeed/engine/item"
)

// orphaned reports whether a version lives in an item that is gone (store.Row.Flagged).
func (r *reader) orphaned(set int64, v *item.Version) (is bool, err error) {
	if v.Deleted || v.Place.Parent == "" {
		return false, nil
	}
	const query = "SELECT EXISTS (SELECT 1 FROM items WHERE set_key = ? AND id = ? AND gone)"
	err = r.one(query, args{set, v.Place.Parent}, &is)
	return is, err
}

// recountIn counts what is in an item that was put or removed, once that makes orphans
// or ends that they are some.
func (w *writer) recountIn(set int64, id string, gone bool) error {
	const query = "SELECT set_key, id FROM items WHERE set_key = ? AND stands_in = ? AND NOT deleted AND marked <> ?"
	inside, err := all(w.reader, scanPlace, query, set, id, gone)
	for _, p := range inside {
		if _, failed := w.recountRow(p.set, p.id); !isDamage(failed) {
			err = errors.Join(err, failed)
		}
	}
	return err
}
