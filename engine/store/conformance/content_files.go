package conformance

import (
	"fmt"
	"testing"

	"crossfeed/engine/store"
)

var contentFileRules = []rule{
	{"come back with all their fields, by address", func(t *testing.T, s store.Store) {
		l := addLibrary(t, s, "a").Key
		putFiles(t, s, l, hereFile("z"), fullFile("\xff"), fullFile("B"))
		equal(t, "files", filesOf(t, s, l), []store.ContentFile{fullFile("B"), hereFile("z"), fullFile("\xff")})
		equal(t, "one", *fileAt(t, s, l, "B"), fullFile("B"))
		equal(t, "none", fileAt(t, s, l, "b"), (*store.ContentFile)(nil))
	}},
	{"are as many as there are", func(t *testing.T, s store.Store) {
		l := addLibrary(t, s, "a").Key
		var files []store.ContentFile
		for n := range 1100 {
			files = append(files, hereFile(fmt.Sprintf("%05d", n)))
		}
		putFiles(t, s, l, files...)
		equal(t, "files", filesOf(t, s, l), files)
	}},
	{"are kept in place of the one of their address", func(t *testing.T, s store.Store) {
		l := addLibrary(t, s, "a").Key
		putFiles(t, s, l, fullFile("f"), hereFile("f"))
		equal(t, "files", filesOf(t, s, l), []store.ContentFile{hereFile("f")})
		equal(t, "use", useOf(t, s, l), store.ContentUse{Files: 1, Bytes: 7})
		putFiles(t, s, l, fullFile("f"))
		equal(t, "use when it was removed", useOf(t, s, l), store.ContentUse{})
	}},
	{"are forgotten", func(t *testing.T, s store.Store) {
		l := addLibrary(t, s, "a").Key
		putFiles(t, s, l, hereFile("f"), hereFile("g"))
		forget := func(w store.Writer) error { return w.RemoveContentFile(l, "f") }
		update(t, s, forget)
		equal(t, "files", filesOf(t, s, l), []store.ContentFile{hereFile("g")})
		before := revision(t, s)
		update(t, s, forget)
		equal(t, "revision after it is forgotten again", revision(t, s), before)
	}},
	{"end with the first error of each", func(t *testing.T, s store.Store) {
		l := addLibrary(t, s, "a").Key
		putFiles(t, s, l, hereFile("f"), hereFile("g"))
		asked := 0
		wantError(t, s.View(t.Context(), func(r store.Reader) error {
			return r.ContentFiles(l, func(store.ContentFile) error { asked++; return errOwn })
		}), errOwn)
		equal(t, "asked", asked, 1)
	}},
	{"stay until the last link to them is gone", testLastReference},
	{"are counted with all else that a library takes", func(t *testing.T, s store.Store) {
		l := addLibrary(t, s, "a").Key
		equal(t, "at first", useOf(t, s, l), store.ContentUse{})
		cache(t, s, l, feedAt("a"), item1("x"), item1("y"))
		cache(t, s, l, feedAt("b"), item1("x"))
		large := hereFile("large")
		large.Size = 1 << 50
		putFiles(t, s, l, hereFile("f"), large, fullFile("removed"))
		enqueue(t, s, l, wantFile("f"), wantFeed("a"), wantFeed("b"))
		failing := queueOf(t, s, l)[1]
		failing.Tries, failing.Error = 1, "no answer"
		update(t, s, func(w store.Writer) error { return w.PutWanted(l, failing) })
		equal(t, "use", useOf(t, s, l), store.ContentUse{Feeds: 2, Items: 3, Files: 2, Bytes: 1<<50 + 7, Waiting: 3, Failed: 1})
	}},
	{"need a library", testNeedLibrary},
}

// fileAt is a file, or nil.
func fileAt(t *testing.T, s store.Store, library int64, address string) *store.ContentFile {
	t.Helper()
	return get(t, s, func(r store.Reader) (*store.ContentFile, error) {
		f, there, err := r.ContentFile(library, address)
		if !there {
			return nil, err
		}
		return &f, err
	})
}

func testLastReference(t *testing.T, s store.Store) {
	l := addLibrary(t, s, "a").Key
	putFiles(t, s, l, hereFile("g"), fullFile("f"), hereFile("alone"))
	equal(t, "at first", unreferenced(t, s, l), []string{"alone", "f", "g"})
	cache(t, s, l, feedAt("a"), item1("x", file("f")), item1("y", file("g"), file("f")))
	cache(t, s, l, feedAt("b"), item1("x", file("f"), nested("alone")))
	equal(t, "with all", unreferenced(t, s, l), []string{"alone"})
	cache(t, s, l, feedAt("a"), item1("x", file("f")))
	equal(t, "without y", unreferenced(t, s, l), []string{"alone", "g"})
	cache(t, s, l, feedAt("a"), item1("x"))
	equal(t, "without the link of x", unreferenced(t, s, l), []string{"alone", "g"})
	update(t, s, func(w store.Writer) error { return w.RemoveContentFeed(l, "b") })
	equal(t, "without b", unreferenced(t, s, l), []string{"alone", "f", "g"})
}

// testNeedLibrary calls every method that changes content with a key that there is not.
func testNeedLibrary(t *testing.T, s store.Store) {
	gone := addLibrary(t, s, "a").Key
	update(t, s, func(w store.Writer) error { return w.RemoveLibrary(gone) })
	for _, key := range []int64{gone, 99} {
		for name, write := range map[string]func(store.Writer) error{
			"PutContentFeed":     func(w store.Writer) error { return w.PutContentFeed(key, feedAt("a"), giving()) },
			"TouchContentFeed":   func(w store.Writer) error { return w.TouchContentFeed(key, feedAt("a")) },
			"RemoveContentFeed":  func(w store.Writer) error { return w.RemoveContentFeed(key, "a") },
			"PutContentItems":    func(w store.Writer) error { return w.PutContentItems(key, "a") },
			"RemoveContentItems": func(w store.Writer) error { return w.RemoveContentItems(key, "a", "x") },
			"CutContentItems":    func(w store.Writer) error { _, err := w.CutContentItems(key, "a", 1); return err },
			"PutContentFile":     func(w store.Writer) error { return w.PutContentFile(key, hereFile("f")) },
			"RemoveContentFile":  func(w store.Writer) error { return w.RemoveContentFile(key, "f") },
			"Enqueue":            func(w store.Writer) error { _, err := w.Enqueue(key, wantFile("f")); return err },
			"Enqueue nothing":    func(w store.Writer) error { _, err := w.Enqueue(key); return err },
			"PutWanted":          func(w store.Writer) error { return w.PutWanted(key, wantFile("f")) },
			"Dequeue":            func(w store.Writer) error { return w.Dequeue(key, 1) },
		} {
			t.Run(name, func(t *testing.T) { wantError(t, s.Update(t.Context(), write), store.ErrNoLibrary) })
		}
	}
}
