package contentsync

import (
	"errors"
	"fmt"
	"testing"

	"crossfeed/engine/enginetest/cachetest"
	"crossfeed/engine/enginetest/memory"
	"crossfeed/engine/store"
)

// withQueue returns a run on a library for which this many files wait.
func withQueue(t *testing.T, files int) *run {
	t.Helper()
	s := memory.New()
	var library int64
	err := s.Update(t.Context(), func(w store.Writer) (err error) {
		if library, err = w.PutLibrary(store.Library{Address: "https://a.example/root.xml"}); err != nil {
			return err
		}
		var wanted []store.ContentWanted
		for i := range files {
			wanted = append(wanted, store.ContentWanted{Address: fmt.Sprintf("https://a.example/%d", i)})
		}
		_, err = w.Enqueue(library, wanted...)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	r, err := newRun(t.Context(), Parts{Store: s, Cache: cachetest.New()}, Options{Library: library})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Results must not be stored twice: a person may ask for the file again in between.
func TestTheStoreIsToldOnce(t *testing.T) {
	r := withQueue(t, 0)
	gone := store.ContentWanted{Address: "https://a.example/gone", Number: 9}
	r.unsaved, r.done = []landing{{entry: entry{ContentWanted: gone}, err: errors.New("no")}}, []store.ContentWanted{gone}
	if err := r.save(); err != nil || len(r.unsaved) != 0 || len(r.done) != 0 {
		t.Errorf("%d files and %d entries are to be told of, %v", len(r.unsaved), len(r.done), err)
	}
}

// However long the queue is, only a window of it is in memory. It is refilled once less than
// half of it is left.
func TestAWindowOfTheQueueIsInMemory(t *testing.T) {
	r := withQueue(t, window+window/4)
	for _, c := range []struct {
		what         string
		taken, waits int
		filled       bool
	}{
		{"at first", 0, window, false},
		{"more than half is left", window/2 - 1, window/2 + 1, false},
		{"half is left", 1, window/2 + window/4, true},
		{"there are no more", window/2 + window/4, 0, true},
	} {
		for range c.taken {
			r.files.take(func(string) bool { return true })
		}
		if err := r.fill(); err != nil || r.files.n != c.waits || r.filled != c.filled {
			t.Errorf("%s: %d wait in memory, want %d; filled: %t, %v", c.what, r.files.n, c.waits, r.filled, err)
		}
	}
	r.filled = false
	if err := r.fill(); err != nil || !r.filled {
		t.Errorf("where there are none, it is filled: %t, %v", r.filled, err)
	}
}
