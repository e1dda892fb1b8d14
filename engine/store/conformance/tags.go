package conformance

import (
	"testing"

	"crossfeed/engine/record"
	"crossfeed/engine/store"
)

var tagRules = []rule{
	{"are those of the rows that are shown, with what is open", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		put(t, s, set, chores()...)
		equal(t, "tags", tagsOf(t, s, set), []store.TagCount{
			{Set: set, Tag: "Dairy", Open: 2}, {Set: set, Tag: "shop", Open: 0}, {Set: set, Tag: "ÄPFEL", Open: 1},
		})
	}},
	{"count as many as the query for them gives", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		put(t, s, set, chores()...)
		for _, tag := range tagsOf(t, s, set) {
			equal(t, tag.Tag, countRows(t, s, set, store.Query{Tag: tag.Tag, Open: true}), tag.Open)
		}
	}},
	{"of a deleted item with open conflicts count, as its row is shown", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		it := todo("x", record.Values{"title": "Milk", "tags": "dairy"})
		it.Winner.Deleted = true
		it.Conflicts = append(it.Conflicts, version("x", "phone", 1, "Milk"))
		put(t, s, set, it)
		equal(t, "tags", tagsOf(t, s, set), []store.TagCount{{Set: set, Tag: "dairy", Open: 1}})
	}},
	{"are counted once for an item that has them twice", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		put(t, s, set, todo("x", record.Values{"tags": "dairy\nDAIRY"}))
		equal(t, "tags", tagsOf(t, s, set), []store.TagCount{{Set: set, Tag: "dairy", Open: 1}})
		equal(t, "facts", factsOf(t, s, set)[0].Tags, []string{"dairy", "DAIRY"})
	}},
	{"of all sets are counted set by set, without deleted sets", func(t *testing.T, s store.Store) {
		b, a := addSet(t, s, "b"), addSet(t, s, "a")
		put(t, s, b, todo("x", record.Values{"tags": "veg\nDAIRY"}))
		put(t, s, a, chores()...)
		put(t, s, deletedSet(t, s, "c").Key, todo("x", record.Values{"tags": "dairy\nother"}))
		equal(t, "tags", tagsOf(t, s, 0), []store.TagCount{
			{Set: b, Tag: "DAIRY", Open: 1}, {Set: b, Tag: "veg", Open: 1},
			{Set: a, Tag: "Dairy", Open: 2}, {Set: a, Tag: "shop", Open: 0}, {Set: a, Tag: "ÄPFEL", Open: 1},
		})
	}},
	{"go with the item", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		put(t, s, set, todo("x", record.Values{"tags": "dairy"}))
		remove(t, s, set, "x")
		equal(t, "tags", tagsOf(t, s, set), []store.TagCount(nil))
	}},
	{"are none in a set that was never put", func(t *testing.T, s store.Store) {
		equal(t, "tags", tagsOf(t, s, 99), []store.TagCount(nil))
	}},
}

func tagsOf(t *testing.T, s store.Store, set int64) []store.TagCount {
	t.Helper()
	return get(t, s, func(r store.Reader) ([]store.TagCount, error) { return r.Tags(set) })
}
