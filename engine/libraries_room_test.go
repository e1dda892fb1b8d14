package engine_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"crossfeed/engine"
	"crossfeed/engine/contentsync"
	"crossfeed/engine/contentsync/cache/cachetest"
	"crossfeed/engine/location"
	"crossfeed/engine/location/locationtest"
	"crossfeed/engine/store/memory"
)

func TestADiskWithTooLittleRoomStopsARunThatGoesOnLater(t *testing.T) {
	m := cachetest.New()
	s := newShelfOn(t, &locationtest.Places{Files: &locationtest.Memory{}}, memory.New(), m, newClock())
	s.serveTree()
	l := s.add(engine.LibraryOptions{})
	m.Room(1000)
	r := s.sync(l)
	var limit *contentsync.LimitError
	if !errors.As(r.Stopped, &limit) || limit.Kind != contentsync.ByFree {
		t.Fatalf("got %v", r.Stopped)
	}
	got := s.library(l.Key)
	if !strings.Contains(got.Health.Error, "make room") || got.Health.Trouble != location.Full || got.Health.Failures != 1 || got.Use.Files != 0 || got.Use.Waiting != 4 {
		t.Errorf("got %+v, %+v", got.Health, got.Use)
	}
	m.Room(1 << 40)
	s.clock.step(2 * time.Hour)
	reports, err := s.SyncLibraries(t.Context(), true, engine.ContentOptions{})
	if err != nil || len(reports) != 1 || reports[0].Files != 4 {
		t.Errorf("got %+v, %v", reports, err)
	}
	if h := s.library(l.Key).Health; h.Error != "" || h.Failures != 0 {
		t.Errorf("got %+v", h)
	}
}

// A disk may be full though it says that it has room: a quota, or another program that
// writes.
func TestADiskThatIsFullAllOfASuddenStopsARunThatGoesOnLater(t *testing.T) {
	for step := 1; step <= 40; step++ {
		m := cachetest.New()
		s := newShelfOn(t, &locationtest.Places{Files: &locationtest.Memory{}}, memory.New(), m, newClock())
		s.serveTree()
		l := s.add(engine.LibraryOptions{})
		m.FailAt(step, &location.Error{Trouble: location.Full, Address: "/content"})
		r, err := s.SyncLibrary(t.Context(), l.Key, engine.ContentOptions{})
		if err != nil && !isFull(err) || r.Stopped != nil && !isFull(r.Stopped) {
			t.Errorf("at step %d: %v, %v", step, err, r.Stopped)
		}
		s.sync(l)
		if use := s.library(l.Key).Use; use.Files != 4 || use.Waiting != 0 {
			t.Errorf("after step %d there is %+v", step, use)
		}
		if left := len(m.Files()); left != 4 {
			t.Errorf("after step %d there are %v", step, m.Files())
		}
	}
}

func isFull(err error) bool {
	var e *location.Error
	return errors.As(err, &e) && e.Trouble == location.Full
}
