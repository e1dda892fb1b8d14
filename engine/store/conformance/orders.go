package conformance

import (
	"testing"

	"crossfeed/engine/record"
	"crossfeed/engine/store"
)

var orderRules = []rule{
	{"the last is the greatest of the set, of deleted items too", func(t *testing.T, s store.Store) {
		a, b := addSet(t, s, "a"), addSet(t, s, "b")
		gone := todo("x", record.Values{"title": "X", "order": "90"})
		gone.Winner.Deleted = true
		put(t, s, a, gone, todo("y", record.Values{"title": "Y", "order": "60"}), todo("z", record.Values{"title": "Z"}))
		equal(t, "last of a", lastOrder(t, s, a), int64(90))
		equal(t, "last of b", lastOrder(t, s, b), int64(0))
	}},
	{"the last follows what an item becomes", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		put(t, s, set, todo("x", record.Values{"title": "X", "order": "90"}))
		put(t, s, set, todo("x", record.Values{"title": "X", "order": "30"}))
		equal(t, "last", lastOrder(t, s, set), int64(30))
	}},
}

func lastOrder(t *testing.T, s store.Store, set int64) int64 {
	t.Helper()
	return get(t, s, func(r store.Reader) (int64, error) { return r.LastOrder(set) })
}
