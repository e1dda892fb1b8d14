package storage

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"crossfeed/engine/item"
	"crossfeed/engine/store"
)

// limit allows the database to grow only by that many pages, like a full disk.
func limit(t *testing.T, s *Store, more int) {
	t.Helper()
	c, err := s.connection(t.Context(), true)
	if err != nil {
		t.Fatal(err)
	}
	defer s.pool.put(c)
	var pages, allowed int
	if err := c.QueryRowContext(t.Context(), "PRAGMA page_count").Scan(&pages); err != nil {
		t.Fatal(err)
	}
	statement := fmt.Sprintf("PRAGMA max_page_count = %d", pages+more)
	if err := c.QueryRowContext(t.Context(), statement).Scan(&allowed); err != nil || allowed != pages+more {
		t.Fatalf("%d pages, error %v", allowed, err)
	}
}

func TestFullDiskKeepsNothingAlsoWhereTheErrorIsPassedOver(t *testing.T) {
	s := impatient(t, t.TempDir())
	limit(t, s, 3)
	addMany := func(w store.Writer) error {
		for i := range 100 {
			_, _ = w.PutSet(store.Set{Name: fmt.Sprint(i), Foreign: strings.Repeat("x", 1000)})
		}
		return nil
	}
	err := s.Update(t.Context(), addMany)
	for _, said := range []string{"nothing was saved", s.path, "the disk is full: make room"} {
		if err == nil || !strings.Contains(err.Error(), said) {
			t.Errorf("got error %v, which does not say %q", err, said)
		}
	}
	wantSets(t, s, 0)
	limit(t, s, 1000)
	if err := s.Update(t.Context(), addMany); err != nil {
		t.Errorf("with room again: %v", err)
	}
	wantSets(t, s, 100)
}

func wantSets(t *testing.T, s *Store, want int) {
	t.Helper()
	err := s.View(t.Context(), func(r store.Reader) error {
		sets, err := r.Sets()
		if len(sets) != want {
			t.Errorf("%d sets, want %d", len(sets), want)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

func TestDamageThatIsFoundWhileReadingIsNamed(t *testing.T) {
	dir, path := filled(t)
	whole := read(t, path)
	const page = 4096
	clear(whole[len(whole)-6*page : len(whole)-2*page]) // in the long text of the list
	replace(t, path, whole)
	s := impatient(t, dir)
	err := s.View(t.Context(), func(r store.Reader) error {
		_, err := r.Sets()
		return err
	})
	if !errors.Is(err, store.ErrDamaged) || !strings.Contains(err.Error(), path) {
		t.Errorf("got error %v", err)
	}
}

// addItem adds a list with one item, and returns the key of the list.
func addItem(t *testing.T, s *Store) (key int64) {
	t.Helper()
	err := s.Update(t.Context(), func(w store.Writer) (err error) {
		if key, err = w.PutSet(store.Set{Name: "Groceries"}); err != nil {
			return err
		}
		return w.PutItem(key, &item.Item{Winner: &item.Version{
			ID: "eggs", Updates: 1,
			History: []item.History{{Sequence: 1, By: "desk"}},
			Content: item.Plain("Eggs", ""),
		}}, store.Seen{})
	})
	if err != nil {
		t.Fatal(err)
	}
	return key
}
