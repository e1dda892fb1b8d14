package storage

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"crossfeed/engine/ancestry"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
)

// firstVersion creates a store as migration 0001 left it, with a list of these items, and
// closes it.
func firstVersion(t *testing.T, dir string, items ...*item.Item) {
	t.Helper()
	olderVersion(t, dir, 1, func(w *writer) error { return putFirst(w, items) })
}

// olderVersion creates a store as the first migrations left it, with what write writes, and
// closes it.
func olderVersion(t *testing.T, dir string, taken int, write func(*writer) error) {
	t.Helper()
	s := &Store{path: filepath.Join(dir, fileName)}
	if err := os.WriteFile(s.path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := s.connect(); err != nil {
		t.Fatal(err)
	}
	err := s.migrate(t.Context(), migrations()[:taken])
	if err == nil {
		err = s.Update(t.Context(), func(w store.Writer) error {
			old := w.(*writer)
			err := errors.Join(write(old), old.flush(), old.flushStamp())
			old.changes = nil // there is no table for them yet
			return err
		})
	}
	if err := errors.Join(err, s.Close()); err != nil {
		t.Fatal(err)
	}
}

// addOldSet adds a list as the first two versions did.
func addOldSet(w *writer, name string) (int64, error) {
	return w.insert(store.NothingKey, `INSERT INTO sets (name, kind, format, dialect, location, feed_id, foreign_markup, deleted)
		VALUES (?, '', '', '', '', '', '', 0)`, name)
}

// archiveOld archives versions as the first three versions of the store did. It does not count
// them for their endpoints, which the first two did not, either.
func archiveOld(w *writer, set int64, versions []*item.Version) (keys []int64, err error) {
	const columns = `set_key, item, "by", sequence, "when", hash, updates, deleted, undeleted, noconflicts,
		seen_at, seen_from, history, extra, publisher, title, meaning, fullness, content`
	for _, v := range versions {
		history, errHistory := encodeHistory(v.History)
		known := v.Content.Known()
		values := append(identify(set, v), v.Updates, v.Deleted, v.Undeleted, v.NoConflicts, instant{}, "",
			history, v.Extra, v.Publisher, known.Title, known.Hash[:], known.Full, v.Content.XML())
		key, errAdd := w.insert(store.NothingKey, "INSERT INTO versions ("+columns+") VALUES ("+places(columns)+")", values...)
		keys, err = append(keys, key), errors.Join(err, errHistory, errAdd)
	}
	return keys, err
}

// putOldConflicts makes versions the open conflicts of an item as the first four versions of
// the store did.
func putOldConflicts(w *writer, key int64, versions []int64) (err error) {
	for i, v := range versions {
		_, errPut := w.exec(store.NothingKey, "INSERT INTO conflicts (item, position, version, publisher) VALUES (?, ?, ?, '')", key, i, v)
		err = errors.Join(err, errPut)
	}
	return err
}

// putFirst puts items into a list as the first version did.
func putFirst(w *writer, items []*item.Item) error {
	set, err := addOldSet(w, "Groceries")
	if err != nil {
		return err
	}
	for _, it := range items {
		keys, err := archiveOld(w, set, it.Versions())
		if err != nil {
			return err
		}
		row, _ := store.Shown(it, ancestry.SortApart(it))
		key, err := w.insert(store.NothingKey, `INSERT INTO items
			(winner, conflicts, deleted, updates, at, "by", title, publisher, set_key, id)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			keys[0], row.Conflicts, row.Deleted, row.Updates, instant(row.When), row.By, row.Title, it.Winner.Publisher, set, row.ID)
		if err != nil {
			return err
		}
		if err := putOldConflicts(w, key, keys[1:]); err != nil {
			return err
		}
		if _, err := w.exec(store.NothingKey, "INSERT INTO searchable VALUES (?, ?)", key, store.Fold(row.Title)+"\x00"); err != nil {
			return err
		}
	}
	return nil
}

// saying returns a version with that content.
func saying(id, by string, c *item.Content) *item.Version {
	return &item.Version{ID: id, Updates: 1, History: []item.History{{Sequence: 1, By: by}}, Content: c}
}

func recordOf(t *testing.T, k record.Kind, v record.Values) *item.Content {
	t.Helper()
	c, err := record.New(k, v)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestStoreOfTheFirstVersionGetsTheFactsOfItsRecords(t *testing.T) {
	milk := recordOf(t, record.Todo, record.Values{"title": "Milk", "due": "2026-11-27", "tags": "Dairy"})
	known := recordOf(t, record.Contact, record.Values{"name": "Given", "phones": "+49 30 23125 001"})
	plain := item.Plain("Plain", "")
	items := []*item.Item{
		{Winner: saying("note", "desk", plain)},
		{Winner: saying("todo", "desk", milk)},
		{Winner: saying("open", "desk", plain), Conflicts: []*item.Version{saying("open", "phone", known)}},
	}
	items[2].Winner.Deleted = true
	dir := t.TempDir()
	firstVersion(t, dir, items...)

	s := impatient(t, dir)
	wantVersion(t, s, len(migrations()))
	err := s.View(t.Context(), func(r store.Reader) error {
		set, err := r.SetNamed("Groceries")
		if err != nil {
			return err
		}
		wantRows(t, r, set.Key, store.Query{}, items...)
		wantRows(t, r, set.Key, store.Query{DueTo: "2026-11-27"}, items[1])
		wantRows(t, r, set.Key, store.Query{Tag: "dairy"}, items[1])
		wantRows(t, r, set.Key, store.Query{Search: "dairy"}, items[1])
		wantRows(t, r, set.Key, store.Query{Search: "30 23", Conflicted: true}, items[2])
		wantRows(t, r, set.Key, store.Query{Search: "plain", Open: true}, items[0], items[2])
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	if stale, err := s.ask(t.Context(), anyStale); err != nil || stale != 0 {
		t.Errorf("items are stale yet: %d, error %v", stale, err)
	}
}

// wantRows checks that a query returns the rows of these items.
func wantRows(t *testing.T, r store.Reader, set int64, q store.Query, items ...*item.Item) {
	t.Helper()
	rows, err := r.Rows(set, q)
	same := func(row store.Row, it *item.Item) bool {
		want, _ := store.Shown(it, ancestry.Sorted{})
		return row.ID == want.ID && row.UID == want.UID && row.Kind == want.Kind && row.Due == want.Due && slices.Equal(row.Tags, want.Tags)
	}
	if err != nil || !slices.EqualFunc(rows, items, same) {
		t.Errorf("%+v: got %+v, error %v", q, rows, err)
	}
}

func TestItemThatCannotBeReadAnewIsDamagedAndStaysStale(t *testing.T) {
	dir := t.TempDir()
	firstVersion(t, dir, &item.Item{Winner: saying("todo", "desk", recordOf(t, record.Todo, record.Values{"title": "Milk"}))})
	s := &Store{path: filepath.Join(dir, fileName)}
	if err := s.connect(); err != nil {
		t.Fatal(err)
	}
	_, err := s.db.ExecContext(t.Context(), "UPDATE versions SET content = replace(content, 'Milk', 'Silk')")
	if err := errors.Join(err, s.Close()); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		s, err := open(t.Context(), dir, 0)
		if err != nil {
			t.Fatal(err)
		}
		stale, err := s.ask(t.Context(), anyStale)
		if err != nil || stale != 1 {
			t.Errorf("stale is %d, error %v", stale, err)
		}
		err = s.View(t.Context(), func(r store.Reader) error {
			_, err := r.Item(1, "todo")
			return err
		})
		if err := errors.Join(s.Close(), err); !errors.Is(err, store.ErrDamagedItem) {
			t.Errorf("got error %v", err)
		}
	}
}
