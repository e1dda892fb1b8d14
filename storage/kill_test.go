package storage_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/store"
	"crossfeed/storage"
)

// batch is how many items the child commits at once.
const batch = 40

// writeHalf is killed in the middle of an update that is larger than SQLite's cache, so that
// half of it is already in the log.
func writeHalf(ctx context.Context, s *storage.Store) error {
	set, err := newSet(ctx, s, "Groceries")
	if err != nil {
		return err
	}
	return s.Update(ctx, func(w store.Writer) error {
		for i := range 150 {
			it := thing(fmt.Sprint("large-", i), 10)
			it.Winner.Publisher = strings.Repeat("x", 100_000)
			if err := w.PutItem(set, it, store.Seen{At: noon}); err != nil {
				return err
			}
		}
		fmt.Println("half")
		waitForParent()
		return nil
	})
}

// writeBatches commits endlessly, and reports each commit.
func writeBatches(ctx context.Context, s *storage.Store) error {
	set, err := newSet(ctx, s, "Groceries")
	if err != nil {
		return err
	}
	for n := 0; ; n++ {
		if err := s.Update(ctx, func(w store.Writer) error { return fill(w, set, n*batch, batch) }); err != nil {
			return err
		}
		fmt.Println("committed", n)
	}
}

func TestUpdateKilledInTheMiddleKeepsNothingOfIt(t *testing.T) {
	dir := t.TempDir()
	s := opened(t, dir)
	set := addSet(t, s, "Groceries")
	if err := s.Update(t.Context(), func(w store.Writer) error { return fill(w, set, 0, 3) }); err != nil {
		t.Fatal(err)
	}
	c := start(t, "half", dir)
	if said := c.line(t); said != "half" {
		t.Fatal(said)
	}
	if info, err := os.Stat(filepath.Join(dir, "crossfeed.db-wal")); err != nil || info.Size() < 5_000_000 {
		t.Errorf("the update is not in the log yet: %v, %v", info, err)
	}
	c.kill(t)

	for _, s := range []*storage.Store{s, opened(t, dir)} {
		if n := countItems(t, s, set); n != 3 {
			t.Errorf("%d items of 3", n)
		}
	}
	addSet(t, s, "Reading") // nobody holds the lock
}

func TestKilledStartsLoseNoCommitAndKeepNoHalf(t *testing.T) {
	dir := t.TempDir()
	committed := 0
	for round := range 5 {
		c := start(t, "batch", dir)
		for range round {
			c.line(t)
		}
		time.Sleep(time.Duration(round*7) * time.Millisecond) // in the middle of whatever it does
		committed = max(committed, round+len(c.kill(t)))

		s, err := storage.Open(t.Context(), dir)
		if err != nil {
			t.Fatal(err)
		}
		n := countItems(t, s, addSet(t, s, "Groceries"))
		if n%batch != 0 || n < committed*batch {
			t.Errorf("%d items, at least %d were committed, %d at a time", n, committed*batch, batch)
		}
		if made := countMade(t, s); made != n {
			t.Errorf("%d versions are counted, of %d", made, n)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}

// countMade returns how many versions the endpoints of the store made.
func countMade(t *testing.T, s store.Store) (n int) {
	t.Helper()
	err := s.View(t.Context(), func(r store.Reader) error {
		all, err := r.Endpoints()
		for _, e := range all {
			n += e.Versions
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}
