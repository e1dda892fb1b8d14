package contentsync

import (
	"fmt"
	"testing"

	"crossfeed/engine/enginetest/cachetest"
	"crossfeed/engine/enginetest/memory"
	"crossfeed/engine/store"
)

// However long the queue is, a window of it is in memory: it is filled once less than half
// of that is left.
func TestAWindowOfTheQueueIsInMemory(t *testing.T) {
	s := memory.New()
	var library int64
	err := s.Update(t.Context(), func(w store.Writer) (err error) {
		if library, err = w.PutLibrary(store.Library{Address: "https://a.example/root.xml"}); err != nil {
			return err
		}
		var wanted []store.ContentWanted
		for i := range window + window/4 {
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
