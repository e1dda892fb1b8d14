package engine_test

import (
	"errors"
	"testing"
	"time"

	"crossfeed/engine"
	"crossfeed/engine/contentsync/cache/cachetest"
	"crossfeed/engine/location/locationtest"
	"crossfeed/engine/store"
	"crossfeed/engine/store/memory"
)

var errNoPower = errors.New("the power is gone")

// At whatever call of the store the removal of a library stops: it is there as it was, or
// it is gone for everybody, can be added again at once, and the next start takes the rest.
func TestARemovalThatIsStoppedGoesOnAtTheNextStart(t *testing.T) {
	for n := 1; ; n++ {
		m, st := cachetest.New(), memory.New()
		s := newShelfOn(t, &locationtest.Places{Files: &locationtest.Memory{}}, st, m, newClock())
		s.serveTree()
		l := s.add(engine.LibraryOptions{})
		s.sync(l)
		files := s.library(l.Key).Use.Files
		st.FailCall(n, errNoPower)
		err := s.RemoveLibrary(t.Context(), l.Key)
		st.FailCall(0, nil)
		if err == nil {
			return
		}
		if all, err := s.Libraries(t.Context()); err != nil || len(all) == 1 && all[0].Use.Files != files {
			t.Fatalf("call %d: it is there in part: %+v, %v", n, all, err)
		} else if len(all) == 1 {
			continue
		}
		if _, err := s.Content(t.Context(), l.Key, "", true); !errors.Is(err, store.ErrNoLibrary) {
			t.Errorf("call %d: got %v", n, err)
		}
		again := s.add(engine.LibraryOptions{})
		reports, err := s.again().SyncLibraries(t.Context(), false, engine.ContentOptions{})
		if err != nil || len(reports) != 1 || reports[0].Files != files {
			t.Errorf("call %d: got %+v, %v", n, reports, err)
		}
		rows := 0
		s.check(st.View(t.Context(), func(r store.Reader) error {
			all, err := r.Libraries()
			rows = len(all)
			return err
		}))
		if keys, err := m.Libraries(); err != nil || rows != 1 || len(keys) != 1 || keys[0] != again.Key {
			t.Errorf("call %d: %d rows and the files of %v are left, %v", n, rows, keys, err)
		}
	}
}

func TestALibraryIsDueWhereTheClockWasAheadWhenItWasSynced(t *testing.T) {
	s := newShelf(t)
	s.serveTree()
	const ahead = 10 * 365 * 24 * time.Hour
	s.clock.step(ahead)
	s.sync(s.add(engine.LibraryOptions{}))
	for runs, back := range []time.Duration{0, -ahead} {
		s.clock.step(back)
		if reports, err := s.SyncLibraries(t.Context(), true, engine.ContentOptions{}); err != nil || len(reports) != runs {
			t.Errorf("%v: got %+v, %v", back, reports, err)
		}
	}
}
