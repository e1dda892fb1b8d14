package engine_test

import (
	"context"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"crossfeed/engine"
	"crossfeed/engine/enginetest/cachetest"
	"crossfeed/engine/enginetest/memory"
	"crossfeed/engine/enginetest/transporttest"
	"crossfeed/engine/library"
	"crossfeed/engine/library/cache"
	"crossfeed/engine/subscribe"
)

// syncLibrariesInBackground runs RunInBackground for some time, and returns the minutes at
// which libraries were synced.
func syncLibrariesInBackground(s *shelf, long time.Duration, meanwhile func()) (minutes []int) {
	s.Helper()
	var mu sync.Mutex
	begin := time.Now()
	ctx, cancel := context.WithTimeout(s.t.Context(), long)
	defer cancel()
	done := make(chan error)
	go func() {
		done <- s.RunInBackground(ctx, engine.BackgroundOptions{
			Sync: func(context.Context, subscribe.SyncOptions) {},
			Libraries: func(ctx context.Context) {
				reports, err := s.Library.SyncAll(ctx, true, library.SyncOptions{})
				mu.Lock()
				defer mu.Unlock()
				for range reports {
					minutes = append(minutes, int(time.Since(begin)/time.Minute))
				}
				if err != nil && ctx.Err() == nil {
					s.Errorf("got %v", err)
				}
			},
		})
	}()
	if meanwhile != nil {
		meanwhile()
	}
	s.check(<-done)
	return minutes
}

// bubbleShelf returns a shelf on the bubble's clock, with files in memory: the bubble would
// not know about system locks.
func bubbleShelf(t *testing.T) *shelf {
	t.Helper()
	return newShelfOn(t, &transporttest.Places{Files: &transporttest.Memory{}}, memory.New(), cachetest.New(), system{})
}

func TestLibrariesAreSyncedAsTheyAreDue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := bubbleShelf(t)
		s.serveTree()
		l := s.add(library.Options{Every: 30 * time.Minute})
		got := syncLibrariesInBackground(s, 100*time.Minute, nil)
		if len(got) != 4 && len(got) != 3 || got[0] != 0 || got[1] < 30 || got[1] > 34 {
			t.Errorf("it was synced after %v minutes", got)
		}
		if s.libraryNow(l.Key).Use.Files != 4 {
			t.Errorf("got %+v", s.libraryNow(l.Key))
		}
	})
}

func TestALibraryThatIsAddedIsSyncedSoon(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := bubbleShelf(t)
		s.serveTree()
		got := syncLibrariesInBackground(s, 30*time.Minute, func() {
			time.Sleep(10 * time.Minute)
			s.add(library.Options{})
		})
		if !slices.Equal(got, []int{10}) {
			t.Errorf("it was synced after %v minutes", got)
		}
	})
}

func TestALibraryThatAnotherProgramIsAtIsTriedAgainWithoutHaste(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := bubbleShelf(t)
		s.serveTree()
		l := s.add(library.Options{})
		unlock, err := s.content.Library(l.Key).Lock()
		s.check(err)
		steps := s.content.(*cachetest.Memory).Steps()
		got := syncLibrariesInBackground(s, 30*time.Minute, func() {
			time.Sleep(20 * time.Minute)
			if n := s.content.(*cachetest.Memory).Steps() - steps; n > 20*60/5+10 {
				t.Errorf("%d tries in 20 minutes", n)
			}
			s.check(unlock())
		})
		if !slices.Equal(got, []int{20}) && !slices.Equal(got, []int{21}) {
			t.Errorf("it was synced after %v minutes", got)
		}
	})
}

func TestARunThatWasStoppedGoesOnAtTheNextStart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := bubbleShelf(t)
		s.serveTree()
		s.hanging("sea.jpg")
		l := s.add(library.Options{Every: 24 * time.Hour})
		if got := syncLibrariesInBackground(s, time.Minute, nil); !slices.Equal(got, []int{1}) {
			t.Errorf("synced after %v minutes", got)
		}
		s.serveTree()
		time.Sleep(10 * time.Minute)
		if got := syncLibrariesInBackground(s, 10*time.Minute, nil); !slices.Equal(got, []int{0}) {
			t.Errorf("at the next start it was synced after %v minutes", got)
		}
		s.isState(l, "sea.jpg", library.Here)
		if got := syncLibrariesInBackground(s, 10*time.Minute, nil); len(got) != 0 {
			t.Errorf("at the start after that it was synced after %v minutes", got)
		}
	})
}

func TestWithoutACallbackNoLibraryIsKeptInStep(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := bubbleShelf(t)
		s.serveTree()
		l := s.add(library.Options{})
		ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
		defer cancel()
		s.check(s.RunInBackground(ctx, engine.BackgroundOptions{Sync: func(context.Context, subscribe.SyncOptions) {}}))
		if got := s.libraryNow(l.Key); !got.Health.LastTry.IsZero() {
			t.Errorf("got %+v", got)
		}
	})
}

// A library that another process syncs right after adding it is left to that process.
func TestALibraryIsLeftToWhoeverFollowsIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := bubbleShelf(t)
		s.serveTree()
		got := syncLibrariesInBackground(s, 30*time.Minute, func() {
			time.Sleep(10 * time.Minute)
			s.add(library.Options{Follows: true})
		})
		if !slices.Equal(got, []int{11}) {
			t.Errorf("it was synced after %v minutes, want a minute later", got)
		}
	})
}

func TestFilesOfALibraryThatIsGoneAreSweptWhereNoneIsLeft(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := bubbleShelf(t)
		cachetest.Put(t, s.content.Library(7), cache.Name("https://photos.example/gone.jpg"), []byte("gone"))
		syncLibrariesInBackground(s, time.Minute, nil)
		if left := s.content.(*cachetest.Memory).Files(); len(left) != 0 {
			t.Errorf("left are %v", left)
		}
	})
}
