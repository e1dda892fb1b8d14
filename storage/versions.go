package storage

import (
	"fmt"

	"crossfeed/engine/item"
	"crossfeed/engine/store"
)

// versionColumns are those that make a version, of the table v.
const versionColumns = `v.item, v.updates, v.deleted, v.undeleted, v.noconflicts, v.history, v.extra, v.content`

// record is a version as it is kept.
type record struct {
	version          item.Version
	history, content string
}

// fields are where versionColumns are read into.
func (r *record) fields() []any {
	v := &r.version
	return []any{&v.ID, &v.Updates, &v.Deleted, &v.Undeleted, &v.NoConflicts, &r.history, &v.Extra, &r.content}
}

// decode makes the version of it, with publisher-specific data that is kept
// elsewhere.
func (r *record) decode(publisher string) (*item.Version, error) {
	v := &r.version
	var err error
	if v.History, err = decodeHistory(r.history); err != nil {
		return nil, fmt.Errorf("item %s: %w", v.ID, err)
	}
	if v.Content, err = item.ParseContent(r.content); err != nil {
		return nil, fmt.Errorf("item %s: %w", v.ID, err)
	}
	v.Publisher = publisher
	return v, nil
}

// Versions implements store.ArchiveReader.
func (r *reader) Versions(set int64, id string) ([]store.Archived, error) {
	const query = `SELECT v.publisher, v.seen_at, v.seen_from, ` + versionColumns + `
		FROM versions v WHERE v.set_key = ? AND v.item = ? ORDER BY v.key`
	return all(r, scanArchived, query, set, id)
}

func scanArchived(row scanner) (a store.Archived, err error) {
	var rec record
	var publisher string
	into := []any{&publisher, (*instant)(&a.Seen.At), &a.Seen.From}
	if err := row.Scan(append(into, rec.fields()...)...); err != nil {
		return a, err
	}
	a.Version, err = rec.decode(publisher)
	return a, err
}

// Used implements store.ArchiveReader.
func (r *reader) Used(set int64, id, by string) (n int, err error) {
	const query = `SELECT coalesce(max(sequence), 0) FROM versions WHERE set_key = ? AND item = ? AND "by" = ?`
	err = r.one(query, args{set, id, by}, &n)
	return n, err
}
