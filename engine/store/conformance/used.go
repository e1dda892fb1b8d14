package conformance

import (
	"testing"

	"crossfeed/engine/item"
	"crossfeed/engine/store"
)

var usedRules = []rule{
	{"are none before the first version", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		equal(t, "used", used(t, s, set, "x", "desk"), 0)
	}},
	{"are the greatest of the endpoint, of winners, conflicts and what was dropped", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		put(t, s, set, only(version("x", "desk", 5, "A"), version("x", "phone", 3, "B")))
		put(t, s, set, only(version("x", "desk", 2, "C")))
		equal(t, "used by desk", used(t, s, set, "x", "desk"), 5)
		equal(t, "used by phone", used(t, s, set, "x", "phone"), 3)
		update(t, s, func(w store.Writer) error { return w.PutArchive(set, version("x", "desk", 9, "D"), seen) })
		equal(t, "used by desk", used(t, s, set, "x", "desk"), 9)
	}},
	{"count newest updates only", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		v := version("x", "phone", 2, "A")
		v.History = append(v.History, item.History{Sequence: 8, By: "desk"})
		put(t, s, set, only(v))
		equal(t, "used by desk", used(t, s, set, "x", "desk"), 0)
	}},
	{"are those of the item and the set", func(t *testing.T, s store.Store) {
		a, b := addSet(t, s, "a"), addSet(t, s, "b")
		put(t, s, a, only(version("x", "desk", 5, "A")))
		equal(t, "used for another item", used(t, s, a, "y", "desk"), 0)
		equal(t, "used in another set", used(t, s, b, "x", "desk"), 0)
	}},
}

func used(t *testing.T, s store.Store, set int64, id, by string) int {
	t.Helper()
	return get(t, s, func(r store.Reader) (int, error) { return r.Used(set, id, by) })
}
