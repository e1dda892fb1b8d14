package conformance

import (
	"fmt"
	"testing"

	"crossfeed/engine/store"
)

var contentItemRules = []rule{
	{"come back with all their fields, in the order of the document", func(t *testing.T, s store.Store) {
		l := addLibrary(t, s, "a").Key
		items := []store.ContentItem{item1("z"), fullItem("y"), item1("a", file("2"), file("1"))}
		cache(t, s, l, feedAt("a"), items...)
		equal(t, "items", itemsOf(t, s, l, "a"), items)
	}},
	{"are as many as there are", func(t *testing.T, s store.Store) {
		l := addLibrary(t, s, "a").Key
		var items []store.ContentItem
		var links []store.ContentLink
		for n := range 700 {
			items = append(items, item1(fmt.Sprint(n), file(fmt.Sprint(n, "a")), file(fmt.Sprint(n, "b"))))
			links = append(links, file(fmt.Sprint(n)))
		}
		items = append(items, item1("many", links...))
		cache(t, s, l, feedAt("a"), items...)
		equal(t, "items", itemsOf(t, s, l, "a"), items)
		cache(t, s, l, feedAt("a"), items[300:]...)
		equal(t, "items left", itemsOf(t, s, l, "a"), items[300:])
	}},
	{"are found one by one", func(t *testing.T, s store.Store) {
		l := addLibrary(t, s, "a").Key
		cache(t, s, l, feedAt("a"), item1("x"), fullItem("y"))
		cache(t, s, l, feedAt("b"), item1("y"))
		equal(t, "item", *itemAt(t, s, l, "a", "y"), fullItem("y"))
		for feed, id := range map[string]string{"a": "z", "b": "x", "c": "y"} {
			equal(t, "item "+id+" of "+feed, itemAt(t, s, l, feed, id), (*store.ContentItem)(nil))
		}
	}},
	{"are replaced where anything of them differs", testItemDiffers},
	{"of one ID are one: the last", func(t *testing.T, s store.Store) {
		l := addLibrary(t, s, "a").Key
		twice := item1("x", file("2"))
		cache(t, s, l, feedAt("a"), item1("x", file("1")), item1("y"), twice)
		equal(t, "items", itemsOf(t, s, l, "a"), []store.ContentItem{item1("y"), twice})
		equal(t, "referrers of what the first linked to", len(referrers(t, s, l, "1")), 0)
		cache(t, s, l, feedAt("a"), item1("new"), item1("new"))
		equal(t, "items after others", itemsOf(t, s, l, "a"), []store.ContentItem{item1("new")})
	}},
	{"are unread until they are marked, and stay read when they change", testItemsRead},
	{"marked by an edit are unread again when it is undone, except for those marked since", testItemsReadTogether},
	{"end with the first error of each", func(t *testing.T, s store.Store) {
		l := addLibrary(t, s, "a").Key
		cache(t, s, l, feedAt("a"), item1("x"), item1("y"))
		asked := 0
		stop := func() error { asked++; return errOwn }
		wantError(t, s.View(t.Context(), func(r store.Reader) error {
			return r.ContentItems(l, "a", func(store.ContentItem) error { return stop() })
		}), errOwn)
		wantError(t, s.View(t.Context(), func(r store.Reader) error {
			return r.ContentPage(l, "a", func(store.ContentItem, []store.ContentAt) error { return stop() })
		}), errOwn)
		equal(t, "asked", asked, 2)
	}},
	{"are kept of no feed whose items end with an error, also where that is passed over", func(t *testing.T, s store.Store) {
		l := addLibrary(t, s, "a").Key
		cache(t, s, l, feedAt("a"), item1("x"))
		passedOver := s.Update(t.Context(), func(w store.Writer) error {
			err := w.PutContentFeed(l, fullFeed("a"), func(add func(store.ContentItem) error) error {
				if err := add(item1("y")); err != nil {
					return err
				}
				return errOwn
			})
			wantError(t, err, errOwn)
			return nil
		})
		wantError(t, passedOver, errOwn)
		equal(t, "items", itemsOf(t, s, l, "a"), []store.ContentItem{item1("x")})
	}},
	{"are put while the writer is in use, and are as they were before until they are added", testPutMeanwhile},
	{"come in a page with what has become of their links", testPage},
	{"are the referrers of what they link to", testReferrers},
	{"come in portions: in their places, or behind all others", testPortions},
	{"are taken away from the end", testCut},
	{"are taken away one by one", testTakeItems},
}

// testItemDiffers changes the fields of an item one by one.
func testItemDiffers(t *testing.T, s store.Store) {
	l := addLibrary(t, s, "a").Key
	i := item1("x", file("f"), file("g"))
	for name, change := range map[string]func(*store.ContentItem){
		"title":       func(i *store.ContentItem) { i.Title += "2" },
		"text":        func(i *store.ContentItem) { i.Text += "2" },
		"link":        func(i *store.ContentItem) { i.Link += "2" },
		"published":   func(i *store.ContentItem) { i.Published = noon },
		"built":       func(i *store.ContentItem) { i.Built = noon },
		"hidden":      func(i *store.ContentItem) { i.Hidden = true },
		"mark":        func(i *store.ContentItem) { i.Mark += "2" },
		"address":     func(i *store.ContentItem) { i.Links[1].Address += "2" },
		"name":        func(i *store.ContentItem) { i.Links[1].Name += "2" },
		"nested":      func(i *store.ContentItem) { i.Links[1].Nested = true },
		"on demand":   func(i *store.ContentItem) { i.Links[1].OnDemand = true },
		"another one": func(i *store.ContentItem) { i.Links = append(i.Links, file("h")) },
		"order":       func(i *store.ContentItem) { i.Links[0], i.Links[1] = i.Links[1], i.Links[0] },
		"one less":    func(i *store.ContentItem) { i.Links = i.Links[:1] },
		"none":        func(i *store.ContentItem) { i.Links = nil },
	} {
		cache(t, s, l, feedAt("a"), i)
		other := item1("x", file("f"), file("g"))
		change(&other)
		cache(t, s, l, feedAt("a"), other)
		equal(t, name, itemsOf(t, s, l, "a"), []store.ContentItem{other})
	}
}

// itemAt returns an item, or nil.
func testItemsRead(t *testing.T, s store.Store) {
	l, other := addLibrary(t, s, "a").Key, addLibrary(t, s, "b").Key
	hidden, read := item1("hidden"), item1("x")
	hidden.Hidden, read.Read = true, true
	cache(t, s, l, feedAt("a"), read, item1("y"), hidden)
	cache(t, s, l, feedAt("b"), item1("x"))
	cache(t, s, other, feedAt("a"), item1("x"))
	equal(t, "what is put is unread", itemsOf(t, s, l, "a"), []store.ContentItem{item1("x"), item1("y"), hidden})
	unread := func(library int64, want int) {
		t.Helper()
		equal(t, "unread", get(t, s, func(r store.Reader) (int, error) { return r.UnreadContent(library) }), want)
	}
	mark := func(want int, feed string, ids ...string) {
		t.Helper()
		update(t, s, func(w store.Writer) error { return w.MarkContentRead(l, feed, true, ids...) })
		unread(l, want)
	}
	unread(l, 3)
	mark(2, "a", "x", "hidden", "z")
	mark(2, "a", "x")
	mark(2, "c", "x")
	update(t, s, func(w store.Writer) error { return w.MarkContentRead(l, "a", false, "x", "hidden", "z") })
	unread(l, 3)
	equal(t, "unread again", itemsOf(t, s, l, "a"), []store.ContentItem{item1("x"), item1("y"), hidden})
	mark(2, "a", "x")
	read.Mark = "changed"
	cache(t, s, l, feedAt("a"), item1("new"), read, item1("y"))
	update(t, s, func(w store.Writer) error { return w.PutContentItems(l, "a", read, item1("last")) })
	equal(t, "items", itemsOf(t, s, l, "a"), []store.ContentItem{item1("new"), read, item1("y"), item1("last")})
	unread(l, 4)
	unread(other, 1)
}

// testItemsReadTogether marks the items of a library by an edit, which is undone and redone.
func testItemsReadTogether(t *testing.T, s store.Store) {
	l, other := addLibrary(t, s, "a").Key, addLibrary(t, s, "b").Key
	hidden := item1("hidden")
	hidden.Hidden = true
	cache(t, s, l, feedAt("a"), item1("x"), item1("y"), item1("z"), hidden)
	cache(t, s, l, feedAt("b"), item1("x"))
	cache(t, s, other, feedAt("a"), item1("x"))
	markAll := func(library, edit int64, want int) {
		t.Helper()
		update(t, s, func(w store.Writer) error {
			n, err := w.MarkAllContentRead(library, edit)
			equal(t, "marked", n, want)
			return err
		})
	}
	turn := func(edit int64, read bool) {
		t.Helper()
		update(t, s, func(w store.Writer) error { return w.TurnContentRead(l, edit, read) })
	}
	want := func(feed string, items ...string) {
		t.Helper()
		var got []string
		for _, i := range itemsOf(t, s, l, feed) {
			got = append(got, fmt.Sprint(i.ID, " ", i.Read, " ", i.MarkedBy))
		}
		equal(t, "items of "+feed, got, items)
	}
	update(t, s, func(w store.Writer) error { return w.MarkContentRead(l, "a", true, "x") })
	markAll(other, 7, 1)
	markAll(l, 7, 3)
	want("a", "x true 0", "y true 7", "z true 7", "hidden false 0")
	want("b", "x true 7")
	update(t, s, func(w store.Writer) error { return w.MarkContentRead(l, "a", true, "y", "hidden") })
	changed := item1("z")
	changed.Mark = "changed"
	cache(t, s, l, feedAt("a"), item1("new"), item1("x"), item1("y"), changed, hidden)
	turn(8, false)
	turn(7, false)
	want("a", "new false 0", "x true 0", "y true 0", "z false 7", "hidden false 0")
	want("b", "x false 7")
	turn(7, false)
	turn(7, true)
	want("a", "new false 0", "x true 0", "y true 0", "z true 7", "hidden false 0")
	want("b", "x true 7")
	turn(7, false)
	update(t, s, func(w store.Writer) error { return w.MarkContentRead(l, "b", true, "x") })
	markAll(l, 9, 2)
	turn(7, true)
	turn(9, false)
	want("a", "new false 9", "x true 0", "y true 0", "z false 9", "hidden false 0")
	want("b", "x true 0")
	turn(9, true)
	update(t, s, func(w store.Writer) error { return w.MarkContentRead(l, "a", false, "new") })
	turn(9, false)
	turn(9, true)
	want("a", "new false 0", "x true 0", "y true 0", "z true 9", "hidden false 0")
	equal(t, "unread of the other", get(t, s, func(r store.Reader) (int, error) { return r.UnreadContent(other) }), 0)
}

func itemAt(t *testing.T, s store.Store, library int64, feed, id string) *store.ContentItem {
	t.Helper()
	return get(t, s, func(r store.Reader) (*store.ContentItem, error) {
		i, there, err := r.ContentItem(library, feed, id)
		if !there {
			return nil, err
		}
		return &i, err
	})
}

func testPutMeanwhile(t *testing.T, s store.Store) {
	l := addLibrary(t, s, "a").Key
	cache(t, s, l, feedAt("a"), item1("x", file("1")))
	next := item1("x", file("2"))
	update(t, s, func(w store.Writer) error {
		return w.PutContentFeed(l, feedAt("a"), func(add func(store.ContentItem) error) error {
			if err := add(item1("new")); err != nil {
				return err
			}
			before, there, err := w.ContentItem(l, "a", "x")
			equal(t, "there", there, true)
			equal(t, "before", before, item1("x", file("1")))
			if err != nil {
				return err
			}
			if _, err := w.Enqueue(l, wantFile("2")); err != nil {
				return err
			}
			if err := w.PutContentFile(l, hereFile("3")); err != nil {
				return err
			}
			return add(next)
		})
	})
	equal(t, "items", itemsOf(t, s, l, "a"), []store.ContentItem{item1("new"), next})
	equal(t, "use", useOf(t, s, l), store.ContentUse{Feeds: 1, Items: 2, Files: 1, Bytes: 7, Waiting: 1})
}

func testPage(t *testing.T, s store.Store) {
	l, other := addLibrary(t, s, "a").Key, addLibrary(t, s, "b").Key
	here, removed, cached := hereFile("here"), fullFile("removed"), fullFeed("nested")
	items := []store.ContentItem{
		item1("1", nested("nested"), file("here")), item1("2"), item1("3", file("here"), file("removed"), file("wanted"), file("never"), nested("here"), file("nested")),
	}
	cache(t, s, l, feedAt("a"), items...)
	cache(t, s, l, cached, item1("x"))
	putFiles(t, s, l, here, removed)
	putFiles(t, s, other, hereFile("never"))
	enqueue(t, s, l, wantFile("wanted"), wantFeed("nested"), wantFile("here"))
	wanted := queueOf(t, s, l)
	cached.Items, cached.Problems = 1, nil
	atHere := store.ContentAt{File: &here, Wanted: &wanted[2]}
	want := []page{
		{items[0], []store.ContentAt{{Feed: &cached, Wanted: &wanted[1]}, atHere}}, {items[1], []store.ContentAt{}},
		{items[2], []store.ContentAt{atHere, {File: &removed}, {Wanted: &wanted[0]}, {}, {}, {}}},
	}
	equal(t, "page", pageOf(t, s, l, "a"), want)
	equal(t, "page of a feed that is not cached", len(pageOf(t, s, l, "b")), 0)
}

func testReferrers(t *testing.T, s store.Store) {
	l, other := addLibrary(t, s, "a").Key, addLibrary(t, s, "b").Key
	b := feedAt("b")
	b.Depth = 2
	demanded := store.ContentLink{Address: "f", Name: "n", OnDemand: true}
	cache(t, s, l, b, item1("z", file("g"), demanded), item1("a", nested("f")), item1("none"))
	cache(t, s, l, feedAt("a"), item1("x", file("f")))
	cache(t, s, other, feedAt("b"), item1("x", file("f")))
	want := []store.ContentReferrer{
		{Feed: "a", Item: "x", Link: file("f")}, {Feed: "b", Depth: 2, Item: "z", Link: demanded}, {Feed: "b", Depth: 2, Item: "a", Link: nested("f")},
	}
	equal(t, "referrers", referrers(t, s, l, "f"), want)
	equal(t, "referrers of nothing", len(referrers(t, s, l, "h")), 0)
	for most, want := range map[int][]store.ContentReferrer{0: nil, 2: want[:2]} {
		equal(t, "at most", get(t, s, func(r store.Reader) ([]store.ContentReferrer, error) { return r.ContentReferrers(l, "f", most) }), want)
	}
}

// testPortions updates a cached feed in portions, and then as a whole.
func testPortions(t *testing.T, s store.Store) {
	l := addLibrary(t, s, "a").Key
	cache(t, s, l, feedAt("a"), item1("x"), item1("y", file("old")), item1("z"))
	put := func(feed string, items ...store.ContentItem) {
		update(t, s, func(w store.Writer) error { return w.PutContentItems(l, feed, items...) })
	}
	newer := item1("y", file("1"), nested("2"))
	put("a", newer, item1("new"), item1("z"))
	put("a")
	put("b", item1("x"))
	want := []store.ContentItem{item1("x"), newer, item1("z"), item1("new")}
	equal(t, "items", itemsOf(t, s, l, "a"), want)
	equal(t, "item", *itemAt(t, s, l, "a", "y"), newer)
	equal(t, "items of the feed", cachedFeed(t, s, l, "a").Items, 4)
	equal(t, "items of all", useOf(t, s, l).Items, 4)
	equal(t, "referrers of what is gone", len(referrers(t, s, l, "old")), 0)
	equal(t, "referrers", len(referrers(t, s, l, "1")), 1)
	equal(t, "feeds", len(feedsOf(t, s, l)), 1)
	cache(t, s, l, feedAt("a"), item1("new"), newer)
	equal(t, "items as a whole", itemsOf(t, s, l, "a"), []store.ContentItem{item1("new"), newer})
	put("a", fullItem("x"), fullItem("x"))
	equal(t, "item twice", itemsOf(t, s, l, "a"), []store.ContentItem{item1("new"), newer, fullItem("x")})
}

// testCut removes a feed in portions.
func testCut(t *testing.T, s store.Store) {
	l := addLibrary(t, s, "a").Key
	var items []store.ContentItem
	for n := range 5 {
		items = append(items, item1(fmt.Sprint(n), file(fmt.Sprint(n))))
	}
	cache(t, s, l, feedAt("a"), items...)
	cut := func(feed string, most, want int) {
		t.Helper()
		update(t, s, func(w store.Writer) error {
			left, err := w.CutContentItems(l, feed, most)
			equal(t, "left", left, want)
			return err
		})
	}
	cut("b", 2, 0)
	cut("a", 2, 3)
	equal(t, "items", itemsOf(t, s, l, "a"), items[:3])
	equal(t, "items of the feed", cachedFeed(t, s, l, "a").Items, 3)
	equal(t, "item that is gone", itemAt(t, s, l, "a", "4"), (*store.ContentItem)(nil))
	equal(t, "referrers of what is gone", len(referrers(t, s, l, "4")), 0)
	cut("a", 3, 0)
	cut("a", 3, 0)
	equal(t, "feeds", len(feedsOf(t, s, l)), 1)
}

// testTakeItems removes items, some of which do not exist.
func testTakeItems(t *testing.T, s store.Store) {
	l := addLibrary(t, s, "a").Key
	cache(t, s, l, feedAt("a"), item1("x", file("1")), item1("y", file("2")), item1("z"))
	take := func(feed string, ids ...string) {
		t.Helper()
		update(t, s, func(w store.Writer) error { return w.RemoveContentItems(l, feed, ids...) })
	}
	take("b", "x")
	take("a")
	take("a", "x", "none", "z")
	equal(t, "items", itemsOf(t, s, l, "a"), []store.ContentItem{item1("y", file("2"))})
	equal(t, "items of the feed", cachedFeed(t, s, l, "a").Items, 1)
	equal(t, "item", *itemAt(t, s, l, "a", "y"), item1("y", file("2")))
	equal(t, "referrers of what is gone", len(referrers(t, s, l, "1")), 0)
}
