package engine_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"crossfeed/engine/enginetest/transporttest"
	"crossfeed/engine/library"
	"crossfeed/engine/library/cache"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

func TestASuccessIsNotedAndTheNextRunIsInAnHour(t *testing.T) {
	s := newShelf(t)
	s.serveTree()
	l := s.add(library.Options{})
	if got := s.libraryNow(l.Key); !got.Next.IsZero() {
		t.Errorf("a new library is synced at %v, and should be now", got.Next)
	}
	if r := s.sync(l); r.Files != 4 || r.Library != "Photos" {
		t.Errorf("got %+v", r)
	}
	now := s.clock.Now()
	got := s.libraryNow(l.Key)
	if got.Health != (store.LibraryHealth{LastTry: now, LastSuccess: now}) {
		t.Errorf("got %+v", got.Health)
	}
	if in := got.Next.Sub(now); in < time.Hour || in > time.Hour+6*time.Minute {
		t.Errorf("the next run is in %v", in)
	}
	if got.Use.Files != 4 || got.Use.Feeds != 2 || got.Running {
		t.Errorf("got %+v", got)
	}
}

func TestARootFeedThatFailsIsAFailureOfTheLibrary(t *testing.T) {
	s := newShelf(t)
	s.serveTree()
	l := s.add(library.Options{Every: time.Hour})
	s.sync(l)
	s.places.Serve(photosRoot, transporttest.Served{Err: &transport.Error{Trouble: transport.Unavailable, Address: photosRoot}})
	first := s.clock.Now().Add(time.Hour)
	for n := 1; n <= 3; n++ {
		s.clock.step(time.Hour)
		s.sync(l)
		got := s.libraryNow(l.Key)
		h := got.Health
		if h.Failures != n || h.Trouble != transport.Unavailable || !strings.Contains(h.Error, photosRoot) || !h.ErrorSince.Equal(first) || h.LastSuccess.IsZero() {
			t.Errorf("after %d: %+v", n, h)
		}
		if in, want := got.Next.Sub(s.clock.Now()), time.Hour<<(n-1); in < want || in > want+want/10 {
			t.Errorf("after %d failures the next run is in %v, and should be in %v", n, in, want)
		}
	}
	s.serveTree()
	s.clock.step(time.Hour)
	s.sync(l)
	if h := s.libraryNow(l.Key).Health; h.Error != "" || h.Failures != 0 {
		t.Errorf("got %+v", h)
	}
}

func TestAFileThatFailsIsNoFailureOfTheLibrary(t *testing.T) {
	s := newShelf(t)
	s.serveTree()
	s.places.Serve(photosFolder+"sea.jpg", transporttest.Served{Err: &transport.Error{Trouble: transport.NotFound, Address: photosFolder + "sea.jpg"}})
	l := s.add(library.Options{})
	r := s.sync(l)
	if len(r.Failed) != 1 || r.Files != 3 {
		t.Errorf("got %+v", r)
	}
	if h := s.libraryNow(l.Key).Health; h.Error != "" {
		t.Errorf("got %+v", h)
	}
}

func TestALibraryOfAComputerThatIsOfflineHasNotFailed(t *testing.T) {
	s := newShelf(t)
	s.serveTree()
	l := s.add(library.Options{})
	s.sync(l)
	s.places.Offline(true)
	s.clock.step(2 * time.Hour)
	s.sync(l)
	got := s.libraryNow(l.Key)
	if got.Health.Error != "" || got.Health.Failures != 0 || got.Health.Trouble != transport.Offline {
		t.Errorf("got %+v", got.Health)
	}
	if in := got.Next.Sub(s.clock.Now()); in > 2*time.Minute {
		t.Errorf("it is tried again in %v", in)
	}
}

func TestASecondRunWaitsForTheFirst(t *testing.T) {
	s := newShelf(t)
	s.serveTree()
	l := s.add(library.Options{})
	s.places.Requests()
	var both sync.WaitGroup
	for range 2 {
		both.Go(func() {
			_, err := s.Library.Sync(t.Context(), l.Key, library.SyncOptions{})
			if err != nil {
				t.Error(err)
			}
		})
	}
	both.Wait()
	files := 0
	for _, r := range s.places.Requests() {
		if r.Address == photosFolder+"sea.jpg" {
			files++
		}
	}
	if files > 1 {
		t.Errorf("a file was fetched %d times", files)
	}
}

func TestTwoProgramsDoNotSyncALibraryAtOnce(t *testing.T) {
	s := newShelf(t)
	s.serveTree()
	l := s.add(library.Options{})
	other := s.again()
	unlock, err := other.content.Library(l.Key).Lock()
	s.check(err)
	_, err = s.Library.Sync(t.Context(), l.Key, library.SyncOptions{})
	if !errors.Is(err, cache.ErrBusy) || !strings.Contains(err.Error(), "Photos") || !strings.Contains(err.Error(), "another Crossfeed") {
		t.Errorf("got %v", err)
	}
	if reports, err := s.Library.SyncAll(t.Context(), true, library.SyncOptions{}); err != nil || len(reports) != 0 {
		t.Errorf("by the schedule: %v, %v", reports, err)
	}
	if reports, err := s.Library.SyncAll(t.Context(), false, library.SyncOptions{}); err != nil || len(reports) != 1 || !errors.Is(reports[0].Stopped, cache.ErrBusy) {
		t.Errorf("of all: %v, %v", reports, err)
	}
	if err := s.Library.Remove(t.Context(), l.Key); !errors.Is(err, cache.ErrBusy) {
		t.Errorf("it was removed: %v", err)
	}
	s.check(unlock())
	s.sync(l)
}

func TestWhatIsNotDueAndWhatIsPausedIsNotSynced(t *testing.T) {
	s := newShelf(t)
	s.serveTree()
	l := s.add(library.Options{})
	runs := func(due bool) int {
		reports, err := s.Library.SyncAll(t.Context(), due, library.SyncOptions{})
		s.check(err)
		return len(reports)
	}
	if n := runs(true); n != 1 {
		t.Errorf("a new one had %d runs", n)
	}
	if n := runs(true); n != 0 {
		t.Errorf("right after that it had %d", n)
	}
	if n := runs(false); n != 1 {
		t.Errorf("where all are asked for it had %d", n)
	}
	s.clock.step(2 * time.Hour)
	s.check(s.Library.Change(t.Context(), l.Key, func(o *library.Options) { o.Paused = true }))
	if n := runs(true) + runs(false); n != 0 {
		t.Errorf("paused it had %d", n)
	}
	s.sync(l)
}

// hanging serves a photo whose download never completes.
func (s *shelf) hanging(name string) {
	s.places.Serve(photosFolder+name, transporttest.Served{Text: "the bytes", Download: transporttest.Flow{Hangs: true, Stalls: 4}})
}

func TestARunThatIsCancelledIsNoFailureAndGoesOn(t *testing.T) {
	s := newShelf(t)
	s.serveTree()
	s.hanging("sea.jpg")
	l := s.add(library.Options{})
	s.cancelWhenRunning(l)
	got := s.libraryNow(l.Key)
	if got.Health.Error != "" || got.Health.Failures != 0 || !got.Health.LastSuccess.IsZero() || got.Health.LastTry.IsZero() || got.Running {
		t.Errorf("got %+v", got)
	}
	s.isState(l, "sea.jpg", library.Waiting)
	s.serveTree()
	if r := s.sync(l); r.Files == 0 {
		t.Errorf("got %+v", r)
	}
	s.isState(l, "sea.jpg", library.Here)
}

// cancelWhenRunning starts a run, and cancels it when a download hangs.
func (s *shelf) cancelWhenRunning(l library.Library) {
	s.Helper()
	ctx, cancel := context.WithCancel(s.t.Context())
	defer cancel()
	done := make(chan error, 1)
	go func() {
		r, err := s.Library.Sync(ctx, l.Key, library.SyncOptions{})
		if err == nil && !errors.Is(r.Stopped, context.Canceled) {
			err = errors.New("it was not cancelled")
		}
		done <- err
	}()
	s.until("the run has read the root", func() bool { return s.libraryNow(l.Key).Use.Feeds == 2 && s.libraryNow(l.Key).Running })
	cancel()
	s.check(<-done)
}

// until waits for a condition.
func (s *shelf) until(what string, is func() bool) {
	s.Helper()
	for begun := time.Now(); !is(); time.Sleep(5 * time.Millisecond) {
		if time.Since(begun) > 5*time.Minute {
			s.Fatalf("it did not come to it that %s", what)
		}
	}
}

func TestRemovingALibraryEndsItsRun(t *testing.T) {
	s := newShelf(t)
	s.serveTree()
	s.hanging("sea.jpg")
	l := s.add(library.Options{})
	var run sync.WaitGroup
	run.Go(func() { _, _ = s.Library.Sync(t.Context(), l.Key, library.SyncOptions{}) })
	s.until("it runs", func() bool { return s.libraryNow(l.Key).Use.Feeds == 2 })
	s.check(s.Library.Remove(t.Context(), l.Key))
	run.Wait()
	if keys, err := s.content.Libraries(); err != nil || len(keys) != 0 {
		t.Errorf("left are %v, %v", keys, err)
	}
}

func TestASyncIsAnEventForWhoeverShowsLibraries(t *testing.T) {
	s := newShelf(t)
	s.serveTree()
	l := s.add(library.Options{})
	events := s.Watch(t.Context())
	s.sync(l)
	<-events
}
