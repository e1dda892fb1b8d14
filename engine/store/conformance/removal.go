package conformance

import (
	"testing"

	"crossfeed/engine/store"
)

var removalRules = []rule{
	{"takes an item out of the set", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		put(t, s, set, only(version("x", "desk", 2, "A"), version("x", "phone", 2, "B")), simple("y", "Y"))
		remove(t, s, set, "x")
		wantError(t, findItem(t, s, set, "x"), store.ErrNoItem)
		equal(t, "rows", idsOf(t, s, set, store.Query{}), []string{"y"})
	}},
	{"leaves the versions in the archive and their sequences used", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		put(t, s, set, only(version("x", "desk", 4, "A"), version("x", "phone", 2, "B")))
		remove(t, s, set, "x")
		equal(t, "archive", len(archiveOf(t, s, set, "x")), 2)
		equal(t, "used", used(t, s, set, "x", "desk"), 4)
	}},
	{"lets an item be put again, last", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		put(t, s, set, simple("x", "X"), simple("y", "Y"))
		remove(t, s, set, "x")
		put(t, s, set, simple("x", "X"))
		equal(t, "rows", idsOf(t, s, set, store.Query{}), []string{"y", "x"})
	}},
	{"of what there is not is an error", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		for _, missing := range []int64{set, set + 100} {
			err := s.Update(t.Context(), func(w store.Writer) error { return w.RemoveItem(missing, "x") })
			wantError(t, err, store.ErrNoItem)
		}
	}},
}

func remove(t *testing.T, s store.Store, set int64, id string) {
	t.Helper()
	update(t, s, func(w store.Writer) error { return w.RemoveItem(set, id) })
}
