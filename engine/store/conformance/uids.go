package conformance

import (
	"testing"

	"crossfeed/engine/store"
)

var uidRules = []rule{
	{"lead to the items, also to deleted ones", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		gone := identified("x", "one")
		gone.Winner.Deleted = true
		put(t, s, set, gone, identified("y", "two"))
		equal(t, "UIDs", uidsOf(t, s, set), map[string]string{"one": "x", "two": "y"})
	}},
	{"are the items' identifiers where a record has none", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		put(t, s, set, simple("x", "X"), identified("y", "one"))
		equal(t, "UIDs", uidsOf(t, s, set), map[string]string{"x": "x", "one": "y"})
	}},
	{"lead to a live item first, and to the first of several", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		gone := identified("x", "one")
		gone.Winner.Deleted = true
		put(t, s, set, gone, identified("y", "one"), identified("z", "one"))
		equal(t, "UIDs", uidsOf(t, s, set), map[string]string{"one": "y"})
	}},
	{"are those of the set", func(t *testing.T, s store.Store) {
		a, b := addSet(t, s, "a"), addSet(t, s, "b")
		put(t, s, a, identified("x", "one"))
		equal(t, "UIDs", uidsOf(t, s, b), map[string]string{})
	}},
}

func uidsOf(t *testing.T, s store.Store, set int64) map[string]string {
	t.Helper()
	return get(t, s, func(r store.Reader) (map[string]string, error) { return r.UIDs(set) })
}
