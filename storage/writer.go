package storage

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"

	"crossfeed/engine/store"
)

// writer reads and writes in one transaction.
type writer struct {
	*reader
	// changes has what changed. It includes internal changes, which have to be committed, too.
	changes map[store.Key]bool
	// revision is the number of this change, once it is counted.
	revision int64
	// made has what flush has to count, by endpoint.
	made map[string]made
	// stamps are to be written by flushStamp.
	stamps stamps
}

var _ store.Writer = (*writer)(nil)

// exec runs a statement that writes, and records what it changes.
func (w *writer) exec(changes store.Key, query string, a ...any) (sql.Result, error) {
	s, err := w.stmt(query)
	if err != nil {
		return nil, err
	}
	result, err := s.ExecContext(context.Background(), a...)
	if err != nil {
		return nil, w.fail(err)
	}
	w.note(changes)
	return result, nil
}

// note records a change. It also discards the progress of a search, whose result may differ
// now.
func (w *writer) note(changes store.Key) {
	if w.found = (found{}); w.changes == nil {
		w.changes = map[store.Key]bool{}
	}
	w.changes[changes] = true
}

// execCount runs a statement that may change nothing, and records a change only if it changed
// rows. It returns their number.
func (w *writer) execCount(changes store.Key, query string, a ...any) (int, error) {
	known := w.changes[changes]
	result, err := w.exec(changes, query, a...)
	if err != nil {
		return 0, err
	}
	n, err := result.RowsAffected()
	if n == 0 && !known {
		delete(w.changes, changes)
	}
	return int(n), err
}

// spoil makes the update fail, because something was written only in part.
func (w *writer) spoil(err error) error {
	if w.broken == nil {
		w.broken = err
	}
	return err
}

// execOne is exec for a statement that must change a row. It returns the error none if it
// changed nothing.
func (w *writer) execOne(changes store.Key, none error, query string, a ...any) error {
	result, err := w.exec(changes, query, a...)
	if err != nil {
		return err
	}
	if n, err := result.RowsAffected(); err != nil || n > 0 {
		return err
	}
	return none
}

// add runs a statement that inserts a row unless there is one, and returns the key of the
// inserted row.
func (w *writer) add(changes store.Key, insert string, a ...any) (key int64, added bool, err error) {
	result, err := w.exec(changes, insert, a...)
	if err != nil {
		return 0, false, err
	}
	if n, err := result.RowsAffected(); err != nil || n == 0 {
		return 0, false, err
	}
	key, err = result.LastInsertId()
	return key, err == nil, err
}

// insert runs a statement that inserts a row, and returns its key.
func (w *writer) insert(changes store.Key, query string, a ...any) (int64, error) {
	result, err := w.exec(changes, query, a...)
	if err != nil {
		return 0, err
	}
	return result.LastInsertId()
}

// insertNew is insert for a row whose key identifies what changes.
func (w *writer) insertNew(changes func(key int64) store.Key, query string, a ...any) (int64, error) {
	key, err := w.insert(store.NothingKey, query, a...)
	if err == nil {
		w.note(changes(key))
	}
	return key, err
}

// commit commits what was written, and increases the revision if anything was.
func (w *writer) commit() error {
	if w.broken != nil {
		return fmt.Errorf("nothing was saved: %w", w.broken)
	}
	if err := errors.Join(w.flush(), w.flushStamp()); err != nil {
		return err
	}
	if err := w.countChange(); err != nil {
		return err
	}
	err := w.ctx.Err()
	if err == nil {
		err = w.tx.commit()
	}
	if err != nil {
		return w.store.explain(w.ctx, err)
	}
	if w.revision > 0 {
		w.store.commits.Add(1)
		if w.store.mark.path != "" && !w.tx.unsynced { // what a power failure takes is not missing
			w.store.mark.set(w.revision)
		}
	}
	return nil
}

// countChange increases the revision, and records what changed in it, even if that is only
// internal.
func (w *writer) countChange() error {
	if len(w.changes) == 0 {
		return nil
	}
	changed := slices.Collect(maps.Keys(w.changes))
	var noted int64
	const count = "UPDATE revision SET number = number + 1 RETURNING number, " + lastNoted
	if err := w.one(count, nil, &w.revision, &noted); err != nil {
		return err
	}
	if noted < w.revision-1 { // what the older process wrote stays reported
		changed = append(changed, store.AllKey)
	}
	for _, k := range changed {
		const put = "INSERT INTO changes (kind, key, revision) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET revision = excluded.revision"
		if _, err := w.exec(k, put, int(k.Kind), k.Of, w.revision); err != nil {
			return err
		}
	}
	return nil
}

// Changes implements store.Reader.
func (r *reader) Changes(since int64) (c store.Change, err error) {
	var noted int64
	if err := r.one("SELECT number, "+lastNoted+" FROM revision", nil, &c.Revision, &noted); err != nil {
		return c, err
	}
	if noted < c.Revision && since < c.Revision {
		c.Keys = []store.Key{store.AllKey}
		return c, nil
	}
	c.Keys, err = all(r, scanChanged, "SELECT kind, key FROM changes WHERE revision > ? AND kind <> ? ORDER BY kind, key", since, int(store.KindNothing))
	return c, err
}

// lastNoted is the last revision for which changes were recorded. It is behind the current one
// if a process of a version before the fourteenth migration has written since.
const lastNoted = "(SELECT coalesce(max(revision), 0) FROM changes)"

func scanChanged(row scanner) (k store.Key, err error) {
	err = row.Scan(&k.Kind, &k.Of)
	return k, err
}
