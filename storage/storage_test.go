package storage_test

import (
	"os"
	"testing"

	"crossfeed/engine/store"
	"crossfeed/engine/store/conformance"
	"crossfeed/storage"
)

// TestConformance opens copies of one empty store, which takes a tenth of the
// time that making each anew does.
func TestConformance(t *testing.T) {
	empty := t.TempDir()
	s, err := storage.Open(t.Context(), empty)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	conformance.Run(t, func(t *testing.T) store.Store {
		dir := t.TempDir()
		if err := os.CopyFS(dir, os.DirFS(empty)); err != nil {
			t.Fatal(err)
		}
		return opened(t, dir)
	})
}

// opened is the store in a folder, until the test ends.
func opened(t testing.TB, dir string) *storage.Store {
	t.Helper()
	s, err := storage.Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
	})
	return s
}
