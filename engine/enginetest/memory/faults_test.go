package memory_test

import (
	"errors"
	"testing"

	"crossfeed/engine/enginetest/memory"
	"crossfeed/engine/store"
)

var errDisk = errors.New("the disk is full")

// addTwo makes six calls: the start, four of the writer, and the commit.
func addTwo(w store.Writer) error {
	if _, err := w.Sets(); err != nil {
		return err
	}
	if _, err := w.PutSet(store.Set{Name: "a"}); err != nil {
		return err
	}
	if _, err := w.PutSet(store.Set{Name: "b"}); err != nil {
		return err
	}
	return w.PutDevice(store.Device{ID: "desk"})
}

func TestEachCallCanFailAndNothingIsKept(t *testing.T) {
	s := memory.New()
	const calls = 6
	for n := 1; n <= calls; n++ {
		s.FailCall(n, errDisk)
		if err := s.Update(t.Context(), addTwo); !errors.Is(err, errDisk) {
			t.Errorf("call %d: got error %v", n, err)
		}
		if n := s.Calls(); n > calls {
			t.Errorf("%d calls", n)
		}
		wantSets(t, s, 0)
	}
	s.FailCall(calls+1, errDisk)
	if err := s.Update(t.Context(), addTwo); err != nil || s.Calls() != calls {
		t.Errorf("%d calls, error %v", s.Calls(), err)
	}
	wantSets(t, s, 2)
}

func TestFailureThatIsPassedOverFailsTheCommit(t *testing.T) {
	s := memory.New()
	s.FailCall(3, errDisk)
	err := s.Update(t.Context(), func(w store.Writer) error {
		_, _ = w.PutSet(store.Set{Name: "a"})
		_, _ = w.PutSet(store.Set{Name: "b"}) // the third call
		return nil
	})
	if !errors.Is(err, errDisk) {
		t.Errorf("got error %v", err)
	}
	wantSets(t, s, 0)
}

func TestViewAndRevisionCanFail(t *testing.T) {
	s := memory.New()
	s.FailCall(1, errDisk)
	if err := s.View(t.Context(), func(store.Reader) error { return nil }); !errors.Is(err, errDisk) {
		t.Errorf("View: got error %v", err)
	}
	s.FailCall(1, errDisk)
	if _, err := s.Revision(t.Context()); !errors.Is(err, errDisk) {
		t.Errorf("Revision: got error %v", err)
	}
}

// wantSets counts the lists, with no call failing.
func wantSets(t *testing.T, s *memory.Store, want int) {
	t.Helper()
	s.FailCall(0, nil)
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
