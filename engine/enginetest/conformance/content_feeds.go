package conformance

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"crossfeed/engine/store"
)

var contentFeedRules = []rule{
	{"come back with all their fields and the number of their items, the root first, then by address", func(t *testing.T, s store.Store) {
		l := addLibrary(t, s, "m").Key
		full := fullFeed("z")
		cache(t, s, l, feedAt("b"), item1("x"))
		cache(t, s, l, full, item1("x"), item1("y"))
		cache(t, s, l, feedAt("m"))
		cache(t, s, l, feedAt("B"))
		full.Items = 2
		b := feedAt("b")
		b.Items = 1
		equal(t, "feeds", feedsOf(t, s, l), []store.ContentFeed{feedAt("m"), feedAt("B"), b, full})
		equal(t, "one", cachedFeed(t, s, l, "z"), full)
	}},
	{"are put in place of the one of their address", func(t *testing.T, s store.Store) {
		l := addLibrary(t, s, "a").Key
		cache(t, s, l, fullFeed("a"), fullItem("x"), item1("y"))
		next := feedAt("a")
		next.Items, next.Title = 77, "next"
		cache(t, s, l, next, item1("z"))
		next.Items = 1
		equal(t, "feeds", feedsOf(t, s, l), []store.ContentFeed{next})
		equal(t, "items", itemsOf(t, s, l, "a"), []store.ContentItem{item1("z")})
	}},
	{"have no list where it is empty", func(t *testing.T, s store.Store) {
		l := addLibrary(t, s, "a").Key
		f := feedAt("a")
		f.Problems = []store.ContentProblem{}
		cache(t, s, l, f, store.ContentItem{ID: "x", Links: []store.ContentLink{}})
		equal(t, "problems", cachedFeed(t, s, l, "a").Problems, []store.ContentProblem(nil))
		equal(t, "links", itemsOf(t, s, l, "a")[0].Links, []store.ContentLink(nil))
	}},
	{"are touched without their items", func(t *testing.T, s store.Store) {
		l := addLibrary(t, s, "a").Key
		cache(t, s, l, feedAt("a"), item1("x"))
		touched := fullFeed("a")
		touched.Items = 99
		update(t, s, func(w store.Writer) error { return w.TouchContentFeed(l, touched) })
		touched.Items = 1
		equal(t, "feed", cachedFeed(t, s, l, "a"), touched)
		equal(t, "items", itemsOf(t, s, l, "a"), []store.ContentItem{item1("x")})
	}},
	{"are not touched where they are not cached", func(t *testing.T, s store.Store) {
		l := addLibrary(t, s, "a").Key
		before := revision(t, s)
		update(t, s, func(w store.Writer) error { return w.TouchContentFeed(l, feedAt("b")) })
		equal(t, "feeds", len(feedsOf(t, s, l)), 0)
		equal(t, "revision", revision(t, s), before)
	}},
	{"are forgotten with their items", func(t *testing.T, s store.Store) {
		l := addLibrary(t, s, "a").Key
		cache(t, s, l, feedAt("a"), item1("x", file("f")))
		cache(t, s, l, feedAt("b"), item1("x"))
		putFiles(t, s, l, hereFile("f"))
		update(t, s, func(w store.Writer) error { return w.RemoveContentFeed(l, "a") })
		equal(t, "items", len(itemsOf(t, s, l, "a")), 0)
		equal(t, "use", useOf(t, s, l), store.ContentUse{Feeds: 1, Items: 1, Files: 1, Bytes: 7})
		equal(t, "unreferenced", unreferenced(t, s, l), []string{"f"})
		before := revision(t, s)
		update(t, s, func(w store.Writer) error { return w.RemoveContentFeed(l, "a") })
		equal(t, "revision after it is forgotten again", revision(t, s), before)
	}},
	{"are apart for each library", func(t *testing.T, s store.Store) {
		a, b := addLibrary(t, s, "a").Key, addLibrary(t, s, "b").Key
		cache(t, s, a, feedAt("f"), item1("x", file("1")))
		cache(t, s, b, feedAt("f"), item1("y", file("2")))
		putFiles(t, s, a, hereFile("2"))
		equal(t, "a", itemsOf(t, s, a, "f"), []store.ContentItem{item1("x", file("1"))})
		equal(t, "b", itemsOf(t, s, b, "f"), []store.ContentItem{item1("y", file("2"))})
		equal(t, "unreferenced in a", unreferenced(t, s, a), []string{"2"})
		update(t, s, func(w store.Writer) error { return w.RemoveContentFeed(a, "f") })
		equal(t, "b still", len(itemsOf(t, s, b, "f")), 1)
	}},
	{"are apart from what they were put with and read as", func(t *testing.T, s store.Store) {
		l := addLibrary(t, s, "a").Key
		f, i := fullFeed("a"), fullItem("x")
		cache(t, s, l, f, i)
		f.Problems[0].Text, i.Links[0].Name = "spoilt", "spoilt"
		feedsOf(t, s, l)[0].Problems[0].Text = "spoilt"
		itemsOf(t, s, l, "a")[0].Links[0].Name = "spoilt"
		equal(t, "problems", cachedFeed(t, s, l, "a").Problems, fullFeed("a").Problems)
		equal(t, "items", itemsOf(t, s, l, "a"), []store.ContentItem{fullItem("x")})
	}},
	{"are unreachable where no chain of nested links leads to them from the root", testUnreachable},
	{"hold what was put last, whatever was put before", func(t *testing.T, s store.Store) {
		rapid.Check(t, func(rt *rapid.T) { putAndCompare(t, rt, s) })
	}},
}

func cachedFeed(t *testing.T, s store.Store, library int64, address string) (f store.ContentFeed) {
	t.Helper()
	view(t, s, func(r store.Reader) (err error) {
		var there bool
		f, there, err = r.ContentFeed(library, address)
		equal(t, "there", there, true)
		return err
	})
	return f
}

func testUnreachable(t *testing.T, s store.Store) {
	l := addLibrary(t, s, "root").Key
	cache(t, s, l, feedAt("c"), item1("1", nested("d")))
	cache(t, s, l, feedAt("d"), item1("1", nested("c"), nested("d")))
	cache(t, s, l, feedAt("e"), item1("1", nested("a")))
	equal(t, "without the root", unreachable(t, s, l), []string(nil))
	cache(t, s, l, feedAt("a"), item1("1", nested("root")), item1("2", nested("b"), nested("missing")))
	cache(t, s, l, feedAt("b"))
	cache(t, s, l, feedAt("f"))
	demanded := nested("a")
	demanded.OnDemand = true
	cache(t, s, l, feedAt("root"), item1("1", demanded), item1("2", file("f")))
	equal(t, "unreachable", unreachable(t, s, l), []string{"c", "d", "e", "f"})
	cache(t, s, l, feedAt("b"), item1("1", nested("d")))
	equal(t, "with a link", unreachable(t, s, l), []string{"e", "f"})
	cache(t, s, l, feedAt("root"))
	equal(t, "with none", unreachable(t, s, l), []string{"a", "b", "c", "d", "e", "f"})
}

// putAndCompare repeatedly stores a feed whose items were added, removed, changed, moved or
// duplicated.
func putAndCompare(t *testing.T, rt *rapid.T, s store.Store) {
	address := fmt.Sprint("root ", revision(t, s))
	l := addLibrary(t, s, address).Key
	one := rapid.Custom(func(t *rapid.T) store.ContentItem {
		i := item1(fmt.Sprint(rapid.IntRange(0, 9).Draw(t, "id")))
		i.Mark = rapid.SampledFrom([]string{"", "1", "2"}).Draw(t, "mark")
		for range rapid.IntRange(0, 3).Draw(t, "links") {
			i.Links = append(i.Links, store.ContentLink{Address: rapid.SampledFrom([]string{"a", "b"}).Draw(t, "link"), Nested: rapid.Bool().Draw(t, "nested")})
		}
		return i
	})
	for range 4 {
		items := rapid.SliceOfN(one, 0, 12).Draw(rt, "items")
		cache(t, s, l, feedAt("f"), items...)
		want := lastOfEach(items)
		if got := itemsOf(t, s, l, "f"); !slices.EqualFunc(got, want, sameContent) {
			rt.Fatalf("items\n got %+v\nwant %+v", got, want)
		}
		if n := cachedFeed(t, s, l, "f").Items; n != len(want) {
			rt.Fatalf("%d items counted, there are %d", n, len(want))
		}
	}
}

func sameContent(a, b store.ContentItem) bool { return fmt.Sprintf("%+v", a) == fmt.Sprintf("%+v", b) }

// lastOfEach returns the last of the items with each ID.
func lastOfEach(items []store.ContentItem) (last []store.ContentItem) {
	for n, i := range items {
		if !slices.ContainsFunc(items[n+1:], func(o store.ContentItem) bool { return o.ID == i.ID }) {
			last = append(last, i)
		}
	}
	return last
}

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

// fileAt returns a file, or nil.
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

// testNeedLibrary calls every method that changes content with a key that does not exist.
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
			"MarkContentRead":    func(w store.Writer) error { return w.MarkContentRead(key, "a", true, "x") },
			"MarkAllContentRead": func(w store.Writer) error { _, err := w.MarkAllContentRead(key, 7); return err },
			"TurnContentRead":    func(w store.Writer) error { return w.TurnContentRead(key, 7, false) },
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
