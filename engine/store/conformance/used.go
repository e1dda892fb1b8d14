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
	{"are told of all items at once, removed ones too", func(t *testing.T, s store.Store) {
		a, b := addSet(t, s, "a"), addSet(t, s, "b")
		put(t, s, a, only(version("x", "desk", 5, "A"), version("x", "phone", 7, "B")))
		put(t, s, a, only(version("x", "desk", 2, "C")))
		put(t, s, a, only(version("y", "phone", 3, "Y")))
		put(t, s, a, only(version("z", "desk", 1, "Z")))
		put(t, s, b, only(version("other", "desk", 1, "")))
		remove(t, s, a, "z")
		made := func(by string) map[string]int {
			return get(t, s, func(r store.Reader) (map[string]int, error) { return r.Made(a, by) })
		}
		equal(t, "by desk", made("desk"), map[string]int{"x": 5, "z": 1})
		equal(t, "by phone", made("phone"), map[string]int{"x": 7, "y": 3})
		equal(t, "by nobody", len(made("nobody")), 0)
	}},
	{"are told with whether the item is there, tombstones too", func(t *testing.T, s store.Store) {
		a, b := addSet(t, s, "a"), addSet(t, s, "b")
		gone := version("x", "desk", 5, "A")
		gone.Deleted = true
		put(t, s, a, only(gone))
		update(t, s, func(w store.Writer) error { return w.PutArchive(b, version("x", "desk", 9, "D"), seen) })
		equal(t, "in its set", takenBy(t, s, a, "x", "desk"), taken{true, 5})
		equal(t, "by another endpoint", takenBy(t, s, a, "x", "phone"), taken{true, 0})
		equal(t, "in the archive alone", takenBy(t, s, b, "x", "desk"), taken{false, 9})
		equal(t, "another item", takenBy(t, s, a, "y", "desk"), taken{})
	}},
}

// taken is what Taken tells.
type taken struct {
	There bool
	Used  int
}

func takenBy(t *testing.T, s store.Store, set int64, id, by string) taken {
	t.Helper()
	return get(t, s, func(r store.Reader) (got taken, err error) {
		got.There, got.Used, err = r.Taken(set, id, by)
		return got, err
	})
}

func used(t *testing.T, s store.Store, set int64, id, by string) int {
	t.Helper()
	return get(t, s, func(r store.Reader) (int, error) { return r.Used(set, id, by) })
}
