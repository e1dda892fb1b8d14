package storage

import (
	"context"
	"errors"
	"testing"

	"crossfeed/engine/store"
)

func TestSearchThatIsCancelledEndsWithItsSpan(t *testing.T) {
	s := impatient(t, t.TempDir())
	set := spread(t, s)
	ctx, cancel := context.WithCancel(t.Context())
	spans := 0
	err := s.View(ctx, func(r store.Reader) error {
		f := found{set: set}
		return r.(*reader).eachSpan(&f, func(_, upTo int64) (bool, error) {
			spans++
			f.upTo = upTo
			cancel()
			return false, nil
		})
	})
	if !errors.Is(err, context.Canceled) || spans != 1 {
		t.Errorf("%d spans, error %v", spans, err)
	}
}

func TestSearchFindsItemsInEverySpan(t *testing.T) {
	s := impatient(t, t.TempDir())
	set := spread(t, s)
	err := s.View(t.Context(), func(r store.Reader) error {
		for limit, want := range map[int]int{0: 2, 1: 1, 2: 2, 3: 2} {
			q := store.Query{Search: "eggs", Limit: limit}
			rows, err := r.Rows(set, q)
			if len(rows) != want || err != nil {
				t.Errorf("limit %d: %d rows, error %v", limit, len(rows), err)
			}
			n, err := r.CountRows(set, q)
			if n != 2 || err != nil {
				t.Errorf("limit %d: counted %d, error %v", limit, n, err)
			}
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// spread adds a set with two items that are several spans apart.
func spread(t *testing.T, s *Store) (set int64) {
	t.Helper()
	set = addItem(t, s)
	for _, statement := range []string{
		"PRAGMA foreign_keys = OFF",
		"UPDATE items SET key = 1000000",
		"UPDATE searchable SET item = 1000000",
		"INSERT INTO items (key, winner, conflicts, deleted, updates, at, \"by\", title, publisher, set_key, id) " +
			"SELECT 1, winner, 0, 0, updates, at, \"by\", title, publisher, set_key, 'more eggs' FROM items",
		"INSERT INTO searchable SELECT 1, set_key, gone, conflicts, open, sign0, sign1, sign2, sign3, text FROM searchable",
	} {
		if _, err := s.db.ExecContext(t.Context(), statement); err != nil {
			t.Fatal(statement, err)
		}
	}
	return set
}
