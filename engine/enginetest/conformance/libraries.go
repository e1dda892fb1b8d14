package conformance

import (
	"testing"
	"time"

	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

var libraryRules = []rule{
	{"come back with all their fields, in the order in which they were added", func(t *testing.T, s store.Store) {
		z := addLibrary(t, s, "https://example.org/z.xml")
		full := fullLibrary("https://example.org/y.xml")
		full.Key = putLibrary(t, s, full)
		x := addLibrary(t, s, "/shared/\xe9\x00.xml")
		equal(t, "libraries", libraries(t, s), []store.Library{z, full, x})
		equal(t, "one", get(t, s, func(r store.Reader) (store.Library, error) { return r.Library(full.Key) }), full)
	}},
	{"are none at first", func(t *testing.T, s store.Store) {
		equal(t, "libraries", len(libraries(t, s)), 0)
		wantError(t, findLibrary(t, s, 1), store.ErrNoLibrary)
	}},
	{"are replaced where they are", func(t *testing.T, s store.Store) {
		a, b := addLibrary(t, s, "a"), addLibrary(t, s, "b")
		cache(t, s, a.Key, feedAt("c"), item1("x", file("f")))
		a.Address, a.Title, a.Health = "c", "C", store.LibraryHealth{Failures: 3}
		equal(t, "key", putLibrary(t, s, a), a.Key)
		equal(t, "libraries", libraries(t, s), []store.Library{a, b})
		equal(t, "what is kept of it", len(itemsOf(t, s, a.Key, "c")), 1)
		equal(t, "the root is the new one", len(unreachable(t, s, a.Key)), 0)
	}},
	{"are one for an address", func(t *testing.T, s store.Store) {
		a, b := addLibrary(t, s, "a"), addLibrary(t, s, "b")
		wantError(t, tryLibrary(t, s, store.Library{Address: "a"}), store.ErrLibraryThere)
		wantError(t, tryLibrary(t, s, store.Library{Key: b.Key, Address: "a"}), store.ErrLibraryThere)
		wantError(t, tryLibrary(t, s, store.Library{Key: 99, Address: "c"}), store.ErrNoLibrary)
		equal(t, "libraries", libraries(t, s), []store.Library{a, b})
	}},
	{"are forgotten with all that is kept of them, and their key is never given again", testRemoveLibrary},
	{"take a time beyond the year 9999", func(t *testing.T, s store.Store) {
		l := store.Library{Address: "a", Next: time.Date(10500, 1, 1, 0, 0, 0, 0, time.UTC)}
		l.Key = putLibrary(t, s, l)
		equal(t, "next is far", libraries(t, s)[0].Next.Year() >= 9999, true)
	}},
}

// fullLibrary returns a library with every field set.
func fullLibrary(address string) store.Library {
	return store.Library{
		Address: address, Title: "Daily \xff", Access: access, Added: noon, Paused: true,
		Every: time.Hour + 1, Next: noon.Add(time.Nanosecond), Room: 1 << 40, Leaving: true, Gone: true,
		Health: store.LibraryHealth{
			LastTry: noon.Add(time.Hour), LastSuccess: noon, Error: "no 'answer'", Trouble: transport.SecondWriter,
			ErrorSince: noon.Add(time.Minute), Failures: 7,
		},
	}
}

func testRemoveLibrary(t *testing.T, s store.Store) {
	stays, gone := addLibrary(t, s, "b"), addLibrary(t, s, "a")
	for _, l := range []store.Library{gone, stays} {
		cache(t, s, l.Key, feedAt(l.Address), item1("x", file("f")))
		putFiles(t, s, l.Key, hereFile("f"))
		enqueue(t, s, l.Key, wantFile("g"))
	}
	forget := func(w store.Writer) error { return w.RemoveLibrary(gone.Key) }
	update(t, s, forget)
	wantError(t, s.Update(t.Context(), forget), store.ErrNoLibrary)
	wantError(t, findLibrary(t, s, gone.Key), store.ErrNoLibrary)
	equal(t, "libraries", libraries(t, s), []store.Library{stays})
	wantNothingStored(t, s, gone.Key)
	equal(t, "of the other", useOf(t, s, stays.Key), store.ContentUse{Feeds: 1, Items: 1, Files: 1, Bytes: 7, Waiting: 1})
	again := addLibrary(t, s, "a")
	if again.Key == gone.Key {
		t.Errorf("key %d was given twice", again.Key)
	}
	wantNothingStored(t, s, again.Key)
}

// wantNothingStored checks that nothing of a library is stored anymore.
func wantNothingStored(t *testing.T, s store.Store, library int64) {
	t.Helper()
	equal(t, "use", useOf(t, s, library), store.ContentUse{})
	equal(t, "feeds", len(feedsOf(t, s, library)), 0)
	equal(t, "items", len(itemsOf(t, s, library, "a")), 0)
	equal(t, "page", len(pageOf(t, s, library, "a")), 0)
	equal(t, "files", len(filesOf(t, s, library)), 0)
	equal(t, "unreferenced", len(unreferenced(t, s, library)), 0)
	equal(t, "unreachable", len(unreachable(t, s, library)), 0)
	equal(t, "queue", len(queueOf(t, s, library)), 0)
	equal(t, "unreferenced in the queue", len(idle(t, s, library)), 0)
	equal(t, "referrers", len(referrers(t, s, library, "f")), 0)
	view(t, s, func(r store.Reader) error {
		_, feed, err := r.ContentFeed(library, "a")
		equal(t, "feed", feed, false)
		if err != nil {
			return err
		}
		_, item, err := r.ContentItem(library, "a", "x")
		equal(t, "item", item, false)
		if err != nil {
			return err
		}
		_, file, err := r.ContentFile(library, "f")
		equal(t, "file", file, false)
		if err != nil {
			return err
		}
		_, wanted, err := r.WantedAt(library, "g", false)
		equal(t, "wanted", wanted, false)
		return err
	})
}

func addLibrary(t *testing.T, s store.Store, address string) store.Library {
	t.Helper()
	l := store.Library{Address: address}
	l.Key = putLibrary(t, s, l)
	return l
}

func putLibrary(t *testing.T, s store.Store, l store.Library) (key int64) {
	t.Helper()
	update(t, s, func(w store.Writer) (err error) {
		key, err = w.PutLibrary(l)
		return err
	})
	return key
}

func tryLibrary(t *testing.T, s store.Store, l store.Library) error {
	return s.Update(t.Context(), func(w store.Writer) error {
		_, err := w.PutLibrary(l)
		return err
	})
}

func findLibrary(t *testing.T, s store.Store, key int64) error {
	return s.View(t.Context(), func(r store.Reader) error {
		_, err := r.Library(key)
		return err
	})
}

func libraries(t *testing.T, s store.Store) []store.Library {
	t.Helper()
	return get(t, s, store.Reader.Libraries)
}
