package conformance

import (
	"testing"

	"crossfeed/engine/item"
	"crossfeed/engine/store"
)

// marked is an item that a person should look at.
func marked(winner *item.Version) *item.Item { return &item.Item{Winner: winner, Flagged: true} }

var markRules = []rule{
	{"are to settle without a conflict", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		put(t, s, set, simple("before", "A"), marked(version("x", "desk", 1, "Eggs")))
		for _, q := range []store.Query{{ToSettle: true}, {ToSettle: true, Search: "eggs"}, {ToSettle: true, Open: true}} {
			equal(t, "rows", idsOf(t, s, set, q), []string{"x"})
			n := get(t, s, func(r store.Reader) (int, error) { return r.CountRows(set, q) })
			equal(t, "counted", n, 1)
		}
		row := rowsOf(t, s, set, store.Query{ToSettle: true})[0]
		equal(t, "mark", row.Flagged, true)
		equal(t, "versions to settle", row.Conflicts, 0)
		counts := get(t, s, func(r store.Reader) (store.Counts, error) { return r.Count(set) })
		equal(t, "counts", counts, store.Counts{Items: 2, ToSettle: 1, Open: 2})
	}},
	{"keep a tombstone among the items", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		put(t, s, set, marked(tombstone("x", "desk", 2, "gone")))
		for _, q := range []store.Query{{}, {Search: "gone"}} {
			equal(t, "rows", idsOf(t, s, set, q), []string{"x"})
		}
		equal(t, "deleted", len(rowsOf(t, s, set, store.Query{Deleted: true})), 0)
		put(t, s, set, only(tombstone("x", "desk", 3, "gone")))
		equal(t, "rows", len(rowsOf(t, s, set, store.Query{})), 0)
		equal(t, "found", idsOf(t, s, set, store.Query{Search: "gone", Deleted: true}), []string{"x"})
	}},
	{"stay when versions are offered again and when that ends", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		alive := version("x", "desk", 1, "gone")
		put(t, s, set, only(alive), marked(tombstone("x", "desk", 2, "gone")))
		offer(t, s, set, "x", alive)
		offer(t, s, set, "x")
		for _, q := range []store.Query{{ToSettle: true}, {ToSettle: true, Search: "gone"}} {
			equal(t, "rows", idsOf(t, s, set, q), []string{"x"})
		}
		counts := get(t, s, func(r store.Reader) (store.Counts, error) { return r.Count(set) })
		equal(t, "counts", counts, store.Counts{Items: 1, ToSettle: 1, Open: 1})
	}},
	{"go with a put without one", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		put(t, s, set, marked(version("x", "desk", 1, "Eggs")), only(version("x", "desk", 2, "Eggs")))
		equal(t, "mark", itemOf(t, s, set, "x").Flagged, false)
		equal(t, "rows", len(rowsOf(t, s, set, store.Query{ToSettle: true})), 0)
		equal(t, "found", len(rowsOf(t, s, set, store.Query{ToSettle: true, Search: "eggs"})), 0)
	}},
}
