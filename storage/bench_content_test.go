package storage_test

import (
	"fmt"
	"testing"

	"crossfeed/engine/store"
)

// address returns an address of typical length.
func address(n int) string {
	return fmt.Sprintf("https://photos.example.org/2026/holidays/pictures/%06d/large.jpg", n)
}

// contentItem returns an item of a feed, with one link.
func contentItem(n int) store.ContentItem {
	return store.ContentItem{
		ID: fmt.Sprintf("urn:example:picture:%06d", n), Title: fmt.Sprint("Picture ", n), Text: "On the way up, before the rain began. The light was good for a quarter of an hour.",
		Mark: "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef", Links: []store.ContentLink{{Address: address(n), Name: "large.jpg"}},
	}
}

func contentFile(n int) store.ContentFile {
	f := store.ContentFile{Address: address(n), State: store.FileHere, Name: fmt.Sprintf("%064d.jpg", n), Size: int64(n), Hash: fmt.Sprintf("%064d", n), Type: "image/jpeg"}
	f.Known.ETag, f.Known.LastModified = `"5f3-1234567890"`, "Sat, 21 May 2005 12:00:00 GMT"
	return f
}

// addMany adds n items to a feed, the new ones first.
func addMany(n, added int) func(add func(store.ContentItem) error) error {
	return func(add func(store.ContentItem) error) error {
		for i := range n {
			if err := add(contentItem((i + n - added) % n)); err != nil {
				return err
			}
		}
		return nil
	}
}

func writing(b *testing.B, s store.Store, write func(store.Writer) error) {
	b.Helper()
	if err := s.Update(b.Context(), write); err != nil {
		b.Fatal(err)
	}
}

func newLibrary(b *testing.B, s store.Store) (key int64) {
	b.Helper()
	writing(b, s, func(w store.Writer) (err error) {
		key, err = w.PutLibrary(store.Library{Address: "https://photos.example.org/index.xml"})
		return err
	})
	return key
}

var contentRoot = store.ContentFeed{Address: "https://photos.example.org/index.xml"}

func BenchmarkPutFeedOf100000Items(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		b.StopTimer()
		s := opened(b, b.TempDir())
		l := newLibrary(b, s)
		b.StartTimer()
		writing(b, s, func(w store.Writer) error { return w.PutContentFeed(l, contentRoot, addMany(many, 0)) })
	}
}

func BenchmarkPutFeedOf100000ItemsAgain(b *testing.B) {
	s := opened(b, b.TempDir())
	l := newLibrary(b, s)
	writing(b, s, func(w store.Writer) error { return w.PutContentFeed(l, contentRoot, addMany(many, 0)) })
	b.Run("as they were", func(b *testing.B) {
		for b.Loop() {
			writing(b, s, func(w store.Writer) error { return w.PutContentFeed(l, contentRoot, addMany(many, 0)) })
		}
	})
	b.Run("with a hundred moved to the top", func(b *testing.B) {
		for n := 100; b.Loop(); n += 100 {
			writing(b, s, func(w store.Writer) error { return w.PutContentFeed(l, contentRoot, addMany(many, n)) })
		}
	})
	b.Run("without half", func(b *testing.B) {
		for b.Loop() {
			writing(b, s, func(w store.Writer) error { return w.PutContentFeed(l, contentRoot, addMany(many/2, 0)) })
			b.StopTimer()
			writing(b, s, func(w store.Writer) error { return w.PutContentFeed(l, contentRoot, addMany(many, 0)) })
			b.StartTimer()
		}
	})
}

func BenchmarkPutItemOf100000Links(b *testing.B) {
	i := contentItem(0)
	for n := range many {
		i.Links = append(i.Links, store.ContentLink{Address: address(n), Name: "large.jpg"})
	}
	b.ReportAllocs()
	for b.Loop() {
		b.StopTimer()
		s := opened(b, b.TempDir())
		l := newLibrary(b, s)
		b.StartTimer()
		writing(b, s, func(w store.Writer) error {
			return w.PutContentFeed(l, contentRoot, func(add func(store.ContentItem) error) error { return add(i) })
		})
	}
}

func BenchmarkQueueOf100000(b *testing.B) {
	var wanted []store.ContentWanted
	for n := range many {
		wanted = append(wanted, store.ContentWanted{Address: address(n), From: contentRoot.Address, Depth: 1})
	}
	for b.Loop() {
		b.StopTimer()
		s := opened(b, b.TempDir())
		l := newLibrary(b, s)
		b.StartTimer()
		writing(b, s, func(w store.Writer) error { _, err := w.Enqueue(l, wanted...); return err })
	}
}

// BenchmarkLargeLibrary reads and changes a library with 100,000 items in a feed, each with a
// cached file, and with a queue of the same length.
func BenchmarkLargeLibrary(b *testing.B) {
	s := opened(b, b.TempDir())
	l := newLibrary(b, s)
	writing(b, s, func(w store.Writer) error { return fillLibrary(w, l) })
	for name, read := range map[string]func(store.Reader) error{
		"ContentUse":         func(r store.Reader) error { _, err := r.ContentUse(l); return err },
		"Unreferenced":       func(r store.Reader) error { _, err := r.Unreferenced(l); return err },
		"UnreferencedWanted": func(r store.Reader) error { _, err := r.UnreferencedWanted(l); return err },
		"UnreachableFeeds":   func(r store.Reader) error { _, err := r.UnreachableFeeds(l); return err },
		"ContentReferrers":   func(r store.Reader) error { _, err := r.ContentReferrers(l, address(777), 10); return err },
		"ContentItem": func(r store.Reader) error {
			_, _, err := r.ContentItem(l, contentRoot.Address, contentItem(777).ID)
			return err
		},
		"ContentFile": func(r store.Reader) error { _, _, err := r.ContentFile(l, address(777)); return err },
		"Wanted 256":  func(r store.Reader) error { _, err := r.Wanted(l, 50_000, 256); return err },
		"ContentItems": func(r store.Reader) error {
			return r.ContentItems(l, contentRoot.Address, func(store.ContentItem) error { return nil })
		},
		"ContentPage": func(r store.Reader) error {
			return r.ContentPage(l, contentRoot.Address, func(store.ContentItem, []store.ContentAt) error { return nil })
		},
		"ContentFiles": func(r store.Reader) error { return r.ContentFiles(l, func(store.ContentFile) error { return nil }) },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				view(b, s, read)
			}
		})
	}
	b.Run("64 files arrive", func(b *testing.B) {
		for n := 0; b.Loop(); n += 64 {
			writing(b, s, func(w store.Writer) error { return arrive(w, l, n%(many-64)) })
		}
	})
}

func BenchmarkRemoveLibraryOf100000Files(b *testing.B) {
	s := opened(b, b.TempDir())
	for b.Loop() {
		b.StopTimer()
		l := newLibrary(b, s)
		writing(b, s, func(w store.Writer) error { return fillLibrary(w, l) })
		b.StartTimer()
		writing(b, s, func(w store.Writer) error { return w.RemoveLibrary(l) })
	}
}

// fillLibrary puts a feed with 100,000 items, each with a cached file and an entry in the
// queue.
func fillLibrary(w store.Writer, library int64) error {
	for n := range many {
		if err := w.PutContentFile(library, contentFile(n)); err != nil {
			return err
		}
		if _, err := w.Enqueue(library, store.ContentWanted{Address: address(n)}); err != nil {
			return err
		}
	}
	return w.PutContentFeed(library, contentRoot, addMany(many, 0))
}

// arrive stores 64 files, and removes them from the queue.
func arrive(w store.Writer, library int64, first int) error {
	var numbers []int64
	for n := first; n < first+64; n++ {
		wanted, there, err := w.WantedAt(library, address(n), false)
		if err != nil {
			return err
		}
		if there {
			numbers = append(numbers, wanted.Number)
		}
		if err := w.PutContentFile(library, contentFile(n)); err != nil {
			return err
		}
	}
	return w.Dequeue(library, numbers...)
}

func BenchmarkFolderOf100000Files(b *testing.B) {
	s := opened(b, b.TempDir())
	var key int64
	writing(b, s, func(w store.Writer) (err error) {
		key, err = w.PutPublishedFolder(store.PublishedFolder{Address: "a"})
		return err
	})
	put := func(w store.Writer) error {
		for n := range many {
			err := w.PutFolderFile(key, store.FolderFile{Path: fmt.Sprintf("2026/holidays/%06d.jpg", n), Size: int64(n), Number: uint64(n), Hash: fmt.Sprintf("%064d", n)})
			if err != nil {
				return err
			}
		}
		return nil
	}
	b.Run("put", func(b *testing.B) {
		for b.Loop() {
			writing(b, s, put)
		}
	})
	b.Run("read", func(b *testing.B) {
		for b.Loop() {
			view(b, s, func(r store.Reader) error { return r.FolderFiles(key, func(store.FolderFile) error { return nil }) })
		}
	})
}
