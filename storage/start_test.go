package storage_test

import (
	"sync"
	"testing"

	"crossfeed/storage"
)

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
