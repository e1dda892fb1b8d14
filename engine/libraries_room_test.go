package engine_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"crossfeed/engine"
	"crossfeed/engine/credentials"
	"crossfeed/engine/enginetest/cachetest"
	"crossfeed/engine/enginetest/memory"
	"crossfeed/engine/enginetest/transporttest"
	"crossfeed/engine/library"
	"crossfeed/engine/library/contentsync"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

func TestADiskWithTooLittleRoomStopsARunThatGoesOnLater(t *testing.T) {
	m := cachetest.New()
	s := newShelfOn(t, &transporttest.Places{Files: &transporttest.Memory{}}, memory.New(), m, newClock())
	s.serveTree()
	l := s.add(library.Options{})
	m.Room(1000)
	r := s.sync(l)
	var limit *contentsync.LimitError
	if !errors.As(r.Stopped, &limit) || limit.Kind != contentsync.ByFree {
		t.Fatalf("got %v", r.Stopped)
	}
	got := s.libraryNow(l.Key)
	if !strings.Contains(got.Health.Error, "make room") || got.Health.Trouble != transport.Full || got.Health.Failures != 1 || got.Use.Files != 0 || got.Use.Waiting != 4 {
		t.Errorf("got %+v, %+v", got.Health, got.Use)
	}
	m.Room(1 << 40)
	s.clock.step(2 * time.Hour)
	reports, err := s.Library.SyncAll(t.Context(), true, library.SyncOptions{})
	if err != nil || len(reports) != 1 || reports[0].Files != 4 {
		t.Errorf("got %+v, %v", reports, err)
	}
	if h := s.libraryNow(l.Key).Health; h.Error != "" || h.Failures != 0 {
		t.Errorf("got %+v", h)
	}
}

// A disk may be full although it reports free space: because of a quota, or of another program
// that writes.
func TestADiskThatIsFullAllOfASuddenStopsARunThatGoesOnLater(t *testing.T) {
	for step := 1; step <= 40; step++ {
		m := cachetest.New()
		s := newShelfOn(t, &transporttest.Places{Files: &transporttest.Memory{}}, memory.New(), m, newClock())
		s.serveTree()
		l := s.add(library.Options{})
		m.FailAt(step, &transport.Error{Trouble: transport.Full, Address: "/content"})
		r, err := s.Library.Sync(t.Context(), l.Key, library.SyncOptions{})
		if err != nil && !isFull(err) || r.Stopped != nil && !isFull(r.Stopped) {
			t.Errorf("at step %d: %v, %v", step, err, r.Stopped)
		}
		s.sync(l)
		if use := s.libraryNow(l.Key).Use; use.Files != 4 || use.Waiting != 0 {
			t.Errorf("after step %d there is %+v", step, use)
		}
		if left := len(m.Files()); left != 4 {
			t.Errorf("after step %d there are %v", step, m.Files())
		}
	}
}

func isFull(err error) bool {
	var e *transport.Error
	return errors.As(err, &e) && e.Trouble == transport.Full
}

var errNoPower = errors.New("the power is gone")

// If removing a library fails at any call of the store, either the library is unchanged, or it
// is gone for everybody, can be added again immediately, and the next start removes the rest.
func TestARemovalThatIsStoppedGoesOnAtTheNextStart(t *testing.T) {
	for n := 1; ; n++ {
		m, st := cachetest.New(), memory.New()
		s := newShelfOn(t, &transporttest.Places{Files: &transporttest.Memory{}}, st, m, newClock())
		s.serveTree()
		l := s.add(library.Options{})
		s.sync(l)
		files := s.libraryNow(l.Key).Use.Files
		st.FailCall(n, errNoPower)
		err := s.Library.Remove(t.Context(), l.Key)
		st.FailCall(0, nil)
		if err == nil {
			return
		}
		if all, err := s.Library.All(t.Context()); err != nil || len(all) == 1 && all[0].Use.Files != files {
			t.Fatalf("call %d: it is there in part: %+v, %v", n, all, err)
		} else if len(all) == 1 {
			continue
		}
		if _, err := s.Library.Page(t.Context(), l.Key, "", true); !errors.Is(err, store.ErrNoLibrary) {
			t.Errorf("call %d: got %v", n, err)
		}
		again := s.add(library.Options{})
		reports, err := s.again().Library.SyncAll(t.Context(), false, library.SyncOptions{})
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
	s.sync(s.add(library.Options{}))
	for runs, back := range []time.Duration{0, -ahead} {
		s.clock.step(back)
		if reports, err := s.Library.SyncAll(t.Context(), true, library.SyncOptions{}); err != nil || len(reports) != runs {
			t.Errorf("%v: got %+v, %v", back, reports, err)
		}
	}
}

// newSigning returns a shelf that stores passwords.
func newSigning(t *testing.T) (*shelf, *credentials.Memory) {
	t.Helper()
	places, keeper := &transporttest.Places{Files: &transporttest.Memory{}}, &credentials.Memory{}
	e, err := engine.Open(t.Context(), engine.Parts{
		Store: memory.New(), Clock: newClock(), Random: rand.NewChaCha8([32]byte{1}), Files: places.Files, Places: places,
		Content: cachetest.New(), Secrets: keeper, Endpoint: "desk", Here: here,
	})
	if err != nil {
		t.Fatal(err)
	}
	return &shelf{desk: &desk{tester: t, Engine: e, t: t}, places: places}, keeper
}

func TestThePasswordOfALibraryIsKeptAndForgottenWithIt(t *testing.T) {
	s, keeper := newSigning(t)
	s.serveTree()
	access := transport.Access{User: "member"}
	l := s.add(library.Options{Access: access, Password: "secret"})
	if got, err := keeper.Password(t.Context(), "https://photos.example", "member"); err != nil || got != "secret" {
		t.Errorf("got %q, %v", got, err)
	}
	all, err := s.Accounts.Used(t.Context())
	if err != nil || !slices.Equal(all, []credentials.Account{{Place: "https://photos.example", User: "member"}}) {
		t.Errorf("got %v, %v", all, err)
	}
	s.sync(l)
	for _, r := range s.places.Requests() {
		if r.Access != access {
			t.Errorf("%s was asked for as %+v", r.Address, r.Access)
		}
	}
	s.check(s.Library.Remove(t.Context(), l.Key))
	if _, err := keeper.Password(t.Context(), "https://photos.example", "member"); !errors.Is(err, transport.ErrNoPassword) {
		t.Errorf("got %v", err)
	}
}

func TestThePasswordOfALibraryThatIsNotAddedIsNotKept(t *testing.T) {
	s, keeper := newSigning(t)
	if _, err := s.Library.Add(t.Context(), photosFolder, library.Options{Access: transport.Access{User: "member"}, Password: "secret"}); err == nil {
		t.Fatal("nothing was added")
	}
	if _, err := keeper.Password(t.Context(), "https://photos.example", "member"); !errors.Is(err, transport.ErrNoPassword) {
		t.Errorf("got %v", err)
	}
}
