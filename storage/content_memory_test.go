//go:build !raced

package storage_test

import (
	"runtime"
	"strings"
	"testing"

	"crossfeed/engine/enginetest/testsize"
	"crossfeed/engine/store"
)

// TestItemsOfAFeedAreNotKeptInMemory puts 20 MB of items and reads them, and measures memory
// when most of that is done: the first time, again, and with all of them changed.
func TestItemsOfAFeedAreNotKeptInMemory(t *testing.T) {
	const most = 3 << 20
	items := testsize.Of(3_000, 10_000)
	s := opened(t, t.TempDir())
	var library int64
	err := s.Update(t.Context(), func(w store.Writer) (err error) {
		library, err = w.PutLibrary(store.Library{Address: contentRoot.Address})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	before := inUse()
	look := func(what string) {
		if used := inUse() - before; used > most {
			t.Errorf("%s: %d KB are in use", what, used>>10)
		}
	}
	for _, text := range []string{"a", "a", "b"} {
		err := s.Update(t.Context(), func(w store.Writer) error {
			return w.PutContentFeed(library, contentRoot, func(add func(store.ContentItem) error) error {
				for n := range items {
					i := contentItem(n)
					i.Text = strings.Repeat(text, 2000)
					if err := add(i); err != nil {
						return err
					}
				}
				look("put " + text)
				return nil
			})
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	n := 0
	err = s.View(t.Context(), func(r store.Reader) error {
		return r.ContentPage(library, contentRoot.Address, func(store.ContentItem, []store.ContentAt) error {
			if n++; n == items {
				look("read")
			}
			return nil
		})
	})
	if err != nil || n != items {
		t.Errorf("%d items, error %v", n, err)
	}
}

// inUse returns the memory in use, in bytes.
func inUse() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
