package storage

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/store"
)

// impatient opens a store that gives up at once where another one writes.
func impatient(t *testing.T, dir string) *Store {
	t.Helper()
	s, err := open(t.Context(), dir, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func TestUpdateThatWaitedLongEnoughSaysWhatHolds(t *testing.T) {
	dir := t.TempDir()
	holder, waiter := impatient(t, dir), impatient(t, dir)
	write := func(w store.Writer) error { return w.PutDevice(store.Device{ID: "waiter"}) }
	err := holder.Update(t.Context(), func(store.Writer) error {
		err := waiter.Update(t.Context(), write)
		if !errors.Is(err, store.ErrInUse) || !strings.Contains(err.Error(), waiter.path) {
			t.Errorf("got %v", err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := waiter.Update(t.Context(), write); err != nil {
		t.Errorf("afterwards: %v", err)
	}
}

func TestWaitForAnotherProcessEndsWithTheContext(t *testing.T) {
	dir := t.TempDir()
	holder, waiter := impatient(t, dir), impatient(t, dir)
	waiter.patience = time.Hour
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	err := holder.Update(t.Context(), func(store.Writer) error {
		err := waiter.Update(ctx, func(store.Writer) error { return nil })
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got %v", err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestWhatALockPreventsIsTriedUntilThePatienceEnds(t *testing.T) {
	dir := t.TempDir()
	holder, s := impatient(t, dir), impatient(t, dir)
	s.patience = 2 * lockWait
	var busy error
	err := holder.Update(t.Context(), func(store.Writer) error {
		_, busy = s.db.ExecContext(t.Context(), "BEGIN IMMEDIATE")
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ freeAt, tries int }{{1, 1}, {3, 3}, {9, 3}} {
		tries := 0
		err := s.patiently(t.Context(), func() error {
			if tries++; tries == c.freeAt {
				return nil
			}
			return busy
		})
		if tries != c.tries || (err == nil) != (c.tries == c.freeAt) {
			t.Errorf("free at try %d: %d tries, error %v", c.freeAt, tries, err)
		}
	}
}
