package conformance

import (
	"fmt"
	"testing"

	"crossfeed/engine/store"
)

// testPortions puts a feed of which some items are there in portions, and then as a whole.
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

// testCut takes a feed away in portions.
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

// testTakeItems takes some items away, some of which are not there.
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
