package conformance

import (
	"errors"
	"fmt"
	"sync"
	"testing"

	"crossfeed/engine/store"
)

var contentTransactionRules = []rule{
	{"is kept of none that returns an error", func(t *testing.T, s store.Store) {
		wantError(t, s.Update(t.Context(), func(w store.Writer) error {
			_, err := writeContent(w)
			return errors.Join(err, errOwn)
		}), errOwn)
		equal(t, "libraries", len(libraries(t, s)), 0)
		equal(t, "folders", len(folders(t, s)), 0)
		for key := range int64(10) {
			wantNothingStored(t, s, key)
			wantNoTree(t, s, key)
		}
	}},
	{"is unchanged after a transaction that returns an error", func(t *testing.T, s store.Store) {
		var key int64
		update(t, s, func(w store.Writer) (err error) { key, err = writeContent(w); return err })
		before, queue := pageOf(t, s, key, "a"), queueOf(t, s, key)
		wantError(t, s.Update(t.Context(), func(w store.Writer) error {
			return errors.Join(
				w.PutContentFeed(key, fullFeed("a"), giving(fullItem("x"))), w.PutContentFile(key, fullFile("f")), w.Dequeue(key, queue[0].Number),
				w.RemoveLibrary(key), errOwn,
			)
		}), errOwn)
		equal(t, "page", pageOf(t, s, key, "a"), before)
		equal(t, "queue", queueOf(t, s, key), queue)
	}},
	{"is read as it was written within", func(t *testing.T, s store.Store) {
		update(t, s, func(w store.Writer) error {
			key, err := writeContent(w)
			if err != nil {
				return err
			}
			use, err := w.ContentUse(key)
			equal(t, "use", use, store.ContentUse{Feeds: 1, Items: 1, Files: 1, Bytes: 7, Waiting: 1})
			return err
		})
	}},
	{"is read as one state while a run writes", testContentWhole},
	{"tells the key of the library or folder with every change", testContentChanges},
	{"leaves keys of sets and subscriptions alone", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "Groceries")
		sub := subscribe(t, s, set, "one")
		update(t, s, func(w store.Writer) error { _, err := writeContent(w); return err })
		equal(t, "subscriptions", subscriptions(t, s, set), []store.Subscription{sub})
	}},
}

// writeContent writes something of each kind.
func writeContent(w store.Writer) (library int64, err error) {
	if library, err = w.PutLibrary(store.Library{Address: "a"}); err != nil {
		return 0, err
	}
	folder, err := w.PutPublishedFolder(store.PublishedFolder{Address: "a"})
	if err != nil {
		return 0, err
	}
	_, err = w.Enqueue(library, wantFile("g"))
	return library, errors.Join(err,
		w.PutContentFeed(library, feedAt("a"), giving(item1("x", file("f"), file("g")))), w.PutContentFile(library, hereFile("f")),
		w.PutFolderFeed(folder, folderFeed("f")), w.PutFolderItem(folder, folderItem("f", "i")), w.PutFolderFile(folder, folderFile("p")),
	)
}

// testContentWhole repeatedly moves a file from the queue to the cache, while others read: it
// must always be in exactly one of them, and linked to.
func testContentWhole(t *testing.T, s store.Store) {
	l := addLibrary(t, s, "a").Key
	cache(t, s, l, feedAt("a"), item1("x", file("0")))
	enqueue(t, s, l, wantFile("0"))
	done := make(chan struct{})
	var readers sync.WaitGroup
	for range 3 {
		readers.Go(func() {
			for reading := true; reading; {
				if err := s.View(t.Context(), func(r store.Reader) error { return inOne(r, l) }); err != nil {
					t.Error(err)
					return
				}
				select {
				case <-done:
					reading = false
				default:
				}
			}
		})
	}
	for n := 1; n <= 40; n++ {
		update(t, s, func(w store.Writer) error { return nextFile(w, l, n) })
	}
	close(done)
	readers.Wait()
}

// nextFile moves the queued file into the cache, and queues and links another one.
func nextFile(w store.Writer, library int64, n int) error {
	wanted, err := w.Wanted(library, 0, 1)
	if err != nil {
		return err
	}
	address := fmt.Sprint(n)
	_, err = w.Enqueue(library, wantFile(address))
	return errors.Join(err, w.PutContentFile(library, hereFile(wanted[0].Address)), w.Dequeue(library, wanted[0].Number),
		w.PutContentFeed(library, feedAt("a"), giving(item1("x", file(wanted[0].Address), file(address)))))
}

func inOne(r store.Reader, library int64) error {
	return r.ContentPage(library, "a", func(i store.ContentItem, at []store.ContentAt) error {
		for n, a := range at {
			if (a.File == nil) == (a.Wanted == nil) {
				return fmt.Errorf("%s: %+v", i.Links[n].Address, a)
			}
		}
		return nil
	})
}

func testContentChanges(t *testing.T, s store.Store) {
	l, f := addLibrary(t, s, "a"), addFolder(t, s, "a")
	var number int64
	inLibrary := []func(store.Writer) error{
		func(w store.Writer) error { _, err := w.PutLibrary(l); return err },
		func(w store.Writer) error { return w.PutContentFeed(l.Key, feedAt("a"), giving()) },
		func(w store.Writer) error { return w.TouchContentFeed(l.Key, fullFeed("a")) },
		func(w store.Writer) error { return w.PutContentItems(l.Key, "a", item1("x")) },
		func(w store.Writer) error { return w.MarkContentRead(l.Key, "a", true, "x") },
		func(w store.Writer) error { return w.PutContentItems(l.Key, "a", item1("y")) },
		func(w store.Writer) error { _, err := w.MarkAllContentRead(l.Key, 7); return err },
		func(w store.Writer) error { return w.TurnContentRead(l.Key, 7, false) },
		func(w store.Writer) error { return w.RemoveContentFeed(l.Key, "a") },
		func(w store.Writer) error { return w.PutContentFile(l.Key, hereFile("f")) },
		func(w store.Writer) error { return w.RemoveContentFile(l.Key, "f") },
		func(w store.Writer) error { _, err := w.Enqueue(l.Key, wantFile("f")); return err },
		func(w store.Writer) error {
			_, err := w.Enqueue(l.Key, store.ContentWanted{Address: "f", Asked: true})
			return err
		},
		func(w store.Writer) error {
			wanted, _, err := w.WantedAt(l.Key, "f", false)
			number = wanted.Number
			return errors.Join(err, w.PutWanted(l.Key, failed(wanted)))
		},
		func(w store.Writer) error { _, err := w.Enqueue(l.Key, wantFile("f")); return err },
		func(w store.Writer) error { return w.Dequeue(l.Key, number) },
		func(w store.Writer) error { return w.RemoveLibrary(l.Key) },
	}
	inFolder := []func(store.Writer) error{
		func(w store.Writer) error { _, err := w.PutPublishedFolder(f); return err },
		func(w store.Writer) error { return w.PutFolderFeed(f.Key, folderFeed("f")) },
		func(w store.Writer) error { return w.PutFolderItem(f.Key, folderItem("f", "i")) },
		func(w store.Writer) error { return w.PutFolderFile(f.Key, folderFile("p")) },
		func(w store.Writer) error { return w.RemoveFolderFeed(f.Key, "f") },
		func(w store.Writer) error { return w.RemoveFolderItem(f.Key, "f", "i") },
		func(w store.Writer) error { return w.RemoveFolderFile(f.Key, "p") },
		func(w store.Writer) error { return w.RemovePublishedFolder(f.Key) },
	}
	for _, of := range []struct {
		key    store.Key
		writes []func(store.Writer) error
	}{{store.FolderKey(f.Key), inFolder}, {store.LibraryKey(l.Key), inLibrary}} {
		for _, write := range of.writes {
			last := revision(t, s)
			update(t, s, write)
			wantChanges(t, s, last, of.key)
		}
	}
}
