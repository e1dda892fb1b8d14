package storage

import (
	"crypto/sha256"
	"database/sql"
	"errors"

	"crossfeed/engine/item"
	"crossfeed/engine/store"
)

// Offered implements store.OfferReader.
func (r *reader) Offered(set int64, id string) ([]*item.Version, error) {
	const query = `SELECT v.key, v.publisher, v.details, ` + versionColumns + `
		FROM items i JOIN offers o ON o.item = i.key JOIN versions v ON v.key = o.version
		WHERE i.set_key = ? AND i.id = ? AND NOT v.damaged ORDER BY o.position`
	found, err := all(r, scanVersion, query, set, id)
	var offered []*item.Version
	for _, k := range found {
		if k.bad == nil {
			offered = append(offered, k.version)
		}
	}
	if err != nil || len(offered) == 0 {
		return offered, err
	}
	return r.completed(set, id, offered)
}

// PutOffered implements store.OfferWriter.
func (w *writer) PutOffered(set int64, id string, versions [][sha256.Size]byte) error {
	return named(w.putOffered(set, id, versions), "offering versions of item "+id+" again")
}

func (w *writer) putOffered(set int64, id string, versions [][sha256.Size]byte) error {
	var key int64
	err := w.one("SELECT key FROM items WHERE set_key = ? AND id = ?", args{set, id}, &key)
	if errors.Is(err, sql.ErrNoRows) {
		return store.ErrNoItem
	}
	if err != nil {
		return err
	}
	keys, err := w.versionKeys(set, id, versions)
	if err != nil {
		return err
	}
	if err := w.replaceOffers(set, key, keys); err != nil {
		return err
	}
	if _, err := w.exec(store.ListKey(set), "UPDATE items SET offers = ? WHERE key = ?", len(keys), key); err != nil {
		return err
	}
	return w.recount(set, id)
}

// versionKeys finds the keys of an item's versions in the archive by their identities.
func (w *writer) versionKeys(set int64, id string, versions [][sha256.Size]byte) ([]int64, error) {
	keys := make([]int64, len(versions))
	for i, v := range versions {
		err := w.one("SELECT key FROM versions WHERE set_key = ? AND item = ? AND hash = ?", args{set, id, v[:]}, &keys[i])
		if errors.Is(err, sql.ErrNoRows) {
			return nil, store.ErrNoVersion
		}
		if err != nil {
			return nil, err
		}
	}
	return keys, nil
}

func (w *writer) replaceOffers(set, key int64, versions []int64) error {
	if _, err := w.exec(store.ListKey(set), "DELETE FROM offers WHERE item = ?", key); err != nil {
		return err
	}
	for i, v := range versions {
		if _, err := w.exec(store.ListKey(set), "INSERT INTO offers VALUES (?, ?, ?)", key, i, v); err != nil {
			return err
		}
	}
	return nil
}
