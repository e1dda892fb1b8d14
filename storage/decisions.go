package storage

import (
	"crypto/sha256"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"crossfeed/engine/item"
	"crossfeed/engine/store"
)

// Decisions implements store.Reader.
func (r *reader) Decisions(set int64, id string, limit int) ([]store.Decision, error) {
	query, values := askDecisions(set, id, limit)
	return all(r, scanDecision, query, values...)
}

// askDecisions returns the query for resolutions, and its values.
func askDecisions(set int64, id string, limit int) (query string, values args) {
	query = selectDecisions + " WHERE 1"
	if set != 0 {
		query, values = query+" AND set_key = ?", append(values, set)
	}
	if id != "" {
		query, values = query+" AND item = ?", append(values, id)
	}
	if limit <= 0 {
		limit = -1 // all
	}
	return query + " ORDER BY key DESC LIMIT ?", append(values, limit)
}

const selectDecisions = "SELECT key, edit, at, set_key, item, title, undone, details FROM decisions"

func scanDecision(row scanner) (d store.Decision, err error) {
	var text string
	err = row.Scan(&d.Key, &d.Edit, (*instant)(&d.At), &d.Set, &d.Item, &d.Title, &d.Undone, &text)
	if err != nil {
		return d, err
	}
	return d, decodeDetails(text, &d)
}

// PutDecision implements store.Writer.
func (w *writer) PutDecision(d store.Decision) (int64, error) {
	const insert = `INSERT INTO decisions (edit, at, set_key, item, title, undone, details)
		VALUES (?, ?, ?, ?, ?, ?, ?)`
	text, err := encodeDetails(d)
	if err != nil {
		return 0, err
	}
	key, err := w.insert(store.ListKey(d.Set), insert, d.Edit, instant(d.At), d.Set, d.Item, d.Title, d.Undone, text)
	return key, named(noSet(err), "noting what was decided about "+d.Item)
}

// MarkDecisions implements store.Writer.
func (w *writer) MarkDecisions(edit int64, undone bool, about ...store.Subject) error {
	if len(about) == 0 {
		return w.markDecisions(undone, "edit = ?", edit)
	}
	for _, s := range about {
		if err := w.markDecisions(undone, "edit = ? AND set_key = ? AND item = ?", edit, s.Set, s.Item); err != nil {
			return err
		}
	}
	return nil
}

// markDecisions marks the resolutions that match a condition and are not yet marked so.
func (w *writer) markDecisions(undone bool, where string, values ...any) error {
	where += " AND undone <> ?"
	values = append(values, undone)
	sets, err := all(w.reader, scanKey, "SELECT DISTINCT set_key FROM decisions WHERE "+where, values...)
	for _, set := range sets {
		if err == nil {
			_, err = w.exec(store.ListKey(set), "UPDATE decisions SET undone = ? WHERE "+where+" AND set_key = ?", append(append(args{undone}, values...), set)...)
		}
	}
	return err
}

// details is the JSON of a resolution. Identities of versions are in base64.
type details struct {
	Deleted  bool         `json:"deleted,omitempty"`
	Update   int          `json:"update"`
	Before   identity     `json:"before"`
	After    identity     `json:"after"`
	Versions []considered `json:"versions,omitempty"`
	Fields   []decided    `json:"fields,omitempty"`
}

type considered struct {
	Version identity `json:"version"`
	By      string   `json:"by,omitempty"`
	When    string   `json:"when,omitempty"`
	Deleted bool     `json:"deleted,omitempty"`
	Taken   bool     `json:"taken,omitempty"`
}

type decided struct {
	Field    string `json:"field"`
	Value    string `json:"value"`
	Path     string `json:"path,omitempty"`
	From     int    `json:"from"`
	Parts    []int  `json:"parts,omitempty"`
	Original bool   `json:"original,omitempty"`
	Proposed bool   `json:"proposed,omitempty"`
}

func encodeDetails(d store.Decision) (string, error) {
	all := details{Deleted: d.Deleted, Update: d.Update, Before: d.Before, After: d.After}
	for _, v := range d.Versions {
		all.Versions = append(all.Versions, considered{v.Version, v.By, v.When, v.Deleted, v.Taken})
	}
	for _, f := range d.Fields {
		all.Fields = append(all.Fields, decided(f))
	}
	text, err := json.Marshal(all)
	if err != nil {
		return "", fmt.Errorf("writing a decision: %w", err)
	}
	return string(text), nil
}

func decodeDetails(text string, d *store.Decision) error {
	var all details
	if err := json.Unmarshal([]byte(text), &all); err != nil {
		return fmt.Errorf("reading a decision: %w", err)
	}
	d.Deleted, d.Update, d.Before, d.After = all.Deleted, all.Update, all.Before, all.After
	for _, v := range all.Versions {
		d.Versions = append(d.Versions, store.Considered{Version: v.Version, By: v.By, When: v.When, Deleted: v.Deleted, Taken: v.Taken})
	}
	for _, f := range all.Fields {
		d.Fields = append(d.Fields, store.Decided(f))
	}
	return nil
}

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
