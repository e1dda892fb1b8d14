package storage

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"

	"crossfeed/engine/store"
)

// writer reads and writes in one transaction.
type writer struct {
	*reader
	// changed tells that there is something to commit, changedLists that it is not of
	// libraries and published folders alone.
	changed, changedLists bool
	// revision is the number of this change, once it is counted.
	revision int64
	// made is what flush has yet to count, by endpoint.
	made map[string]made
	// stamps are those that flushStamp has yet to take down.
	stamps stamps
}

var _ store.Writer = (*writer)(nil)

// exec runs a statement that writes.
func (w *writer) exec(query string, a ...any) (sql.Result, error) {
	s, err := w.stmt(query)
	if err != nil {
		return nil, err
	}
	result, err := s.ExecContext(context.Background(), a...)
	if err != nil {
		return nil, w.fail(err)
	}
	w.changed, w.found = true, found{}
	w.changedLists = w.changedLists || !ofContent(query)
	return result, nil
}

// ofContent tells whether a statement changes libraries or published folders, by the names
// of their tables, which stand in no other statement that changes anything.
func ofContent(query string) bool {
	return slices.ContainsFunc([]string{"libraries", "content_", "folders", "folder_"}, func(name string) bool { return strings.Contains(query, name) })
}

// execCount runs a statement that may change nothing, and then is no change. It tells how
// many rows changed.
func (w *writer) execCount(query string, a ...any) (int, error) {
	changed, lists := w.changed, w.changedLists
	result, err := w.exec(query, a...)
	if err != nil {
		return 0, err
	}
	n, err := result.RowsAffected()
	if n == 0 {
		w.changed, w.changedLists = changed, lists
	}
	return int(n), err
}

// spoil ends the update: half of something was written, and is not to be kept.
func (w *writer) spoil(err error) error {
	if w.broken == nil {
		w.broken = err
	}
	return err
}

// execOne is exec for a statement that must change a row, and gives none where
// it changed nothing.
func (w *writer) execOne(none error, query string, a ...any) error {
	result, err := w.exec(query, a...)
	if err != nil {
		return err
	}
	if n, err := result.RowsAffected(); err != nil || n > 0 {
		return err
	}
	return none
}

// add runs a statement that adds a row where there is none alike, and gives the
// key of the row that it added.
func (w *writer) add(insert string, a ...any) (key int64, added bool, err error) {
	result, err := w.exec(insert, a...)
	if err != nil {
		return 0, false, err
	}
	if n, err := result.RowsAffected(); err != nil || n == 0 {
		return 0, false, err
	}
	key, err = result.LastInsertId()
	return key, err == nil, err
}

// lastKey is the key of the row that was just added.
func lastKey(result sql.Result, err error) (int64, error) {
	if err != nil {
		return 0, err
	}
	return result.LastInsertId()
}

// commit keeps what was written, and counts it where anything was.
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
		if w.store.mark.path != "" {
			w.store.mark.set(w.revision)
		}
	}
	return nil
}

// countChange counts the revision, and that of content where nothing else changed.
func (w *writer) countChange() error {
	if !w.changed {
		return nil
	}
	lists := w.changedLists
	if _, err := w.exec("UPDATE revision SET number = number + 1"); err != nil {
		return err
	}
	if err := w.one("SELECT number FROM revision", nil, &w.revision); err != nil || lists {
		return err
	}
	_, err := w.exec("UPDATE content_revision SET number = number + 1")
	return err
}
