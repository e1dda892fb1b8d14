package storage_test

import (
	"context"
	"fmt"
	"sync"
	"testing"

	"crossfeed/engine/store"
	"crossfeed/storage"
)

// holdUpdate keeps an update open until the parent lets it continue.
func holdUpdate(ctx context.Context, s *storage.Store) error {
	return s.Update(ctx, func(w store.Writer) error {
		if err := w.PutDevice(store.Device{ID: "child"}); err != nil {
			return err
		}
		fmt.Println("holding")
		waitForParent()
		return nil
	})
}

// addOne puts one item into the list, and waits.
func addOne(ctx context.Context, s *storage.Store) error {
	set, err := newSet(ctx, s, "Groceries")
	if err != nil {
		return err
	}
	if err := s.Update(ctx, func(w store.Writer) error { return fill(w, set, 7, 1) }); err != nil {
		return err
	}
	fmt.Println("added")
	waitForParent()
	return nil
}

// A process that waits for changes is notified after another process has committed them, and
// not before.
func TestWhatAnotherProcessWritesIsTold(t *testing.T) {
	dir := t.TempDir()
	s := opened(t, dir)
	addSet(t, s, "Groceries")
	touched, told := s.Touched(t.Context())
	if !told {
		t.Fatal("the system tells of no files")
	}
	before := revision(t, s)
	start(t, "add", dir)
	for revision(t, s) == before {
		<-touched
	}
}

func TestAnotherProcessWritesWhileThisOneReads(t *testing.T) {
	dir := t.TempDir()
	s := opened(t, dir)
	set := addSet(t, s, "Groceries")
	before := revision(t, s)
	c := start(t, "add", dir)
	if said := c.line(t); said != "added" {
		t.Fatal(said)
	}
	if now := revision(t, s); now <= before {
		t.Errorf("revision %d after %d", now, before)
	}
	if n := countItems(t, s, set); n != 1 {
		t.Errorf("%d items of 1", n)
	}
	c.finish(t)
}

func TestWritersWaitForEachOther(t *testing.T) {
	dir := t.TempDir()
	s := opened(t, dir)
	c := start(t, "hold", dir)
	if said := c.line(t); said != "holding" {
		t.Fatal(said)
	}
	if n := countItems(t, s, 1); n != 0 { // readers do not wait
		t.Errorf("%d items", n)
	}
	done := make(chan error)
	go func() {
		done <- s.Update(t.Context(), func(w store.Writer) error { return w.PutDevice(store.Device{ID: "parent"}) })
	}()
	c.finish(t)
	if err := <-done; err != nil {
		t.Error(err)
	}
	err := s.View(t.Context(), func(r store.Reader) error {
		id, err := r.Endpoint()
		if id != "parent" {
			t.Errorf("endpoint %s was written last", id)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

func TestTwoHandlesSeeEachOthersRevision(t *testing.T) {
	dir := t.TempDir()
	a, b := opened(t, dir), opened(t, dir)
	for range 3 {
		before := revision(t, b)
		if err := a.Update(t.Context(), func(w store.Writer) error { return w.PutDevice(store.Device{ID: "desk"}) }); err != nil {
			t.Fatal(err)
		}
		if now := revision(t, b); now <= before || now != revision(t, a) {
			t.Errorf("revision %d after %d", now, before)
		}
	}
}

func revision(t *testing.T, s store.Store) int64 {
	t.Helper()
	n, err := s.Revision(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestFirstStartsAtOnceMakeOneStore(t *testing.T) {
	for range 5 {
		dir := t.TempDir()
		var all sync.WaitGroup
		for range 4 {
			all.Go(func() {
				s, err := storage.Open(t.Context(), dir)
				if err != nil {
					t.Error(err)
					return
				}
				if _, err := newSet(t.Context(), s, "Groceries"); err != nil {
					t.Error(err)
				}
				if err := s.Close(); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if n := revision(t, opened(t, dir)); n != 1 {
			t.Errorf("revision %d, one set was added", n)
		}
	}
}
