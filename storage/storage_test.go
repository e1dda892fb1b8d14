package storage_test

import (
	"testing"

	"crossfeed/engine/enginetest/conformance"
	"crossfeed/engine/enginetest/storagetest"
	"crossfeed/engine/store"
	"crossfeed/storage"
)

func TestConformance(t *testing.T) {
	conformance.Run(t, func(t *testing.T) store.Store { return opened(t, t.TempDir()) })
}

// opened opens the store in a folder, until the test ends.
func opened(t testing.TB, dir string) *storage.Store {
	t.Helper()
	s, err := storagetest.Open(t.Context(), dir)
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
