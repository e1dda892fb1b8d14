package conformance

import (
	"errors"
	"testing"

	"crossfeed/engine/item"
	"crossfeed/engine/store"
)

var itemRules = []rule{
	{"come in the order in which they were first put", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		put(t, s, set, simple("z", "Z"), simple("a", "A"))
		put(t, s, set, simple("m", "M"))
		put(t, s, set, only(version("z", "desk", 2, "Z again")))
		equal(t, "rows", idsOf(t, s, set, store.Query{}), []string{"z", "a", "m"})
		equal(t, "visited", visited(t, s, set), []string{"z", "a", "m"})
	}},
	{"are replaced whole", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		put(t, s, set, only(version("x", "desk", 2, "A"), version("x", "phone", 2, "B"), version("x", "tablet", 1, "C")))
		settled := only(version("x", "desk", 3, "D"), version("x", "tablet", 1, "C"))
		put(t, s, set, settled)
		sameItem(t, itemOf(t, s, set, "x"), settled)
		put(t, s, set, simple("x", "E"))
		sameItem(t, itemOf(t, s, set, "x"), simple("x", "E"))
	}},
	{"of other sets are others", func(t *testing.T, s store.Store) {
		a, b := addSet(t, s, "a"), addSet(t, s, "b")
		put(t, s, a, simple("x", "in a"))
		put(t, s, b, simple("x", "in b"))
		equal(t, "title", itemOf(t, s, a, "x").Winner.Title(), "in a")
		equal(t, "title", itemOf(t, s, b, "x").Winner.Title(), "in b")
	}},
	{"that there are not are told apart", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		put(t, s, set, simple("x", "X"))
		for _, missing := range []struct {
			set int64
			id  string
		}{{set, "y"}, {set + 100, "x"}} {
			wantError(t, findItem(t, s, missing.set, missing.id), store.ErrNoItem)
		}
	}},
	{"are none in a set that was never put", func(t *testing.T, s store.Store) {
		equal(t, "rows", len(rowsOf(t, s, 99, store.Query{})), 0)
		equal(t, "visited", len(visited(t, s, 99)), 0)
		equal(t, "counts", get(t, s, func(r store.Reader) (store.Counts, error) { return r.Count(99) }), store.Counts{})
	}},
	{"are not put into a set that was never put", func(t *testing.T, s store.Store) {
		err := s.Update(t.Context(), func(w store.Writer) error { return w.PutItem(99, simple("x", "X"), seen) })
		wantError(t, err, store.ErrNoSet)
	}},
	{"are visited until the visit returns an error", testVisitStops},
	{"are visited with their conflicts, tombstones included, however many", testVisitMany},
	{"may be read and written while they are visited", testVisitWrites},
}

// visited lists the identifiers in the order of EachItem.
func visited(t *testing.T, s store.Store, set int64) (ids []string) {
	t.Helper()
	view(t, s, func(r store.Reader) error {
		return r.EachItem(set, func(it *item.Item) error {
			ids = append(ids, it.ID())
			return nil
		})
	})
	return ids
}

func findItem(t *testing.T, s store.Store, set int64, id string) error {
	return s.View(t.Context(), func(r store.Reader) error {
		_, err := r.Item(set, id)
		return err
	})
}

func testVisitStops(t *testing.T, s store.Store) {
	set := addSet(t, s, "a")
	put(t, s, set, simple("x", "X"), simple("y", "Y"))
	enough, visits := errors.New("enough"), 0
	err := s.View(t.Context(), func(r store.Reader) error {
		return r.EachItem(set, func(*item.Item) error {
			visits++
			return enough
		})
	})
	wantError(t, err, enough)
	equal(t, "visits", visits, 1)
}
