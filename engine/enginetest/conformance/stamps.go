package conformance

import (
	"testing"
	"time"

	"crossfeed/engine/item"
	"crossfeed/engine/store"
)

var stampRules = []rule{
	{"are the times of seeing, in ascending order, those of tombstones too", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		putAt(t, s, set, noon, simple("z", "Z"))
		putAt(t, s, set, noon.Add(3), only(tombstone("m", "desk", 2, "M")))
		putAt(t, s, set, noon.Add(5), simple("a", "A"))
		equal(t, "stamps", stampsOf(t, s, set), []store.Stamped{
			{ID: "z", Stamp: noon.UnixNano()}, {ID: "m", Stamp: noon.UnixNano() + 3}, {ID: "a", Stamp: noon.UnixNano() + 5},
		})
	}},
	{"are one more than the last if time stops or goes back, in other sets too", func(t *testing.T, s store.Store) {
		a, b := addSet(t, s, "a"), addSet(t, s, "b")
		putAt(t, s, a, noon, simple("x", "X"), simple("y", "Y"))
		putAt(t, s, b, noon.Add(-time.Hour), simple("x", "X"))
		putAt(t, s, a, noon.Add(-2*time.Hour), simple("z", "Z"))
		first := noon.UnixNano()
		equal(t, "a", stampsOf(t, s, a), []store.Stamped{{ID: "x", Stamp: first}, {ID: "y", Stamp: first + 1}, {ID: "z", Stamp: first + 3}})
		equal(t, "b", stampsOf(t, s, b), []store.Stamped{{ID: "x", Stamp: first + 2}})
	}},
	{"are assigned again with every put", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		x := simple("x", "X")
		putAt(t, s, set, noon, x, simple("y", "Y"), x)
		first := noon.UnixNano()
		equal(t, "stamps", stampsOf(t, s, set), []store.Stamped{{ID: "y", Stamp: first + 1}, {ID: "x", Stamp: first + 2}})
	}},
	{"stay when versions are archived and reopened", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		x := version("x", "desk", 1, "X")
		putAt(t, s, set, noon, only(x))
		update(t, s, func(w store.Writer) error { return w.PutArchive(set, version("x", "phone", 2, "X"), seen) })
		offer(t, s, set, "x", x)
		equal(t, "stamps", stampsOf(t, s, set), []store.Stamped{{ID: "x", Stamp: noon.UnixNano()}})
	}},
	{"are never used again once the item was removed", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		putAt(t, s, set, noon, simple("x", "X"))
		remove(t, s, set, "x")
		equal(t, "stamps", len(stampsOf(t, s, set)), 0)
		putAt(t, s, set, noon, simple("x", "X"))
		equal(t, "stamps", stampsOf(t, s, set), []store.Stamped{{ID: "x", Stamp: noon.UnixNano() + 1}})
	}},
	{"do not believe a time that no clock shows", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		putAt(t, s, set, time.Time{}, simple("zero", ""))
		putAt(t, s, set, time.Date(1969, 1, 1, 0, 0, 0, 0, time.UTC), simple("before", ""))
		putAt(t, s, set, time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC), simple("after", ""))
		equal(t, "stamps", stampsOf(t, s, set), []store.Stamped{{ID: "zero", Stamp: 1}, {ID: "before", Stamp: 2}, {ID: "after", Stamp: 3}})
	}},
	{"are given from one on", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		putAt(t, s, set, noon, simple("x", "X"), simple("y", "Y"), simple("z", "Z"), simple("x", "X"))
		putAt(t, s, addSet(t, s, "b"), noon, simple("other", ""))
		first := noon.UnixNano()
		for after, want := range map[int64][]store.Stamped{
			0:         {{ID: "y", Stamp: first + 1}, {ID: "z", Stamp: first + 2}, {ID: "x", Stamp: first + 3}},
			first + 1: {{ID: "z", Stamp: first + 2}, {ID: "x", Stamp: first + 3}},
			first + 3: nil,
		} {
			got := get(t, s, func(r store.Reader) ([]store.Stamped, error) { return r.StampsAfter(set, after) })
			equal(t, "stamps", got, want)
		}
	}},
	{"show what a subscription brought", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		putFrom(t, s, set, "", simple("own", "X"))
		putFrom(t, s, set, "/laptop", simple("old", "X"), simple("edited", "X"), simple("new", "Y"))
		putFrom(t, s, set, "/phone", simple("other", "Z"))
		putFrom(t, s, set, "", only(version("edited", "desk", 2, "Edited")))
		after := noon.UnixNano() + 1
		for from, want := range map[string][]string{"": {"new", "other"}, "/laptop": {"new"}, "/phone": {"other"}, "/tablet": nil} {
			got := get(t, s, func(r store.Reader) ([]string, error) { return r.ReceivedAfter(set, after, from) })
			equal(t, "from "+from, got, want)
		}
	}},
	{"are read in the update that gives them", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		update(t, s, func(w store.Writer) error {
			err := w.PutItem(set, simple("x", "X"), seen)
			all, _ := w.Stamps(set)
			equal(t, "stamps", all, []store.Stamped{{ID: "x", Stamp: noon.UnixNano()}})
			return err
		})
	}},
	{"are not given by an update that is not kept", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		failed := s.Update(t.Context(), func(w store.Writer) error {
			if err := w.PutItem(set, simple("x", "X"), store.Seen{At: noon.Add(time.Hour)}); err != nil {
				return err
			}
			return store.ErrNoItem
		})
		wantError(t, failed, store.ErrNoItem)
		putAt(t, s, set, noon, simple("x", "X"))
		equal(t, "stamps", stampsOf(t, s, set), []store.Stamped{{ID: "x", Stamp: noon.UnixNano()}})
	}},
	{"are none in a set that was never put", func(t *testing.T, s store.Store) {
		equal(t, "stamps", len(stampsOf(t, s, 99)), 0)
	}},
}

// putFrom puts items received from a location, in one update.
func putFrom(t *testing.T, s store.Store, set int64, from string, items ...*item.Item) {
	t.Helper()
	update(t, s, func(w store.Writer) error {
		for _, it := range items {
			if err := w.PutItem(set, it, store.Seen{At: noon, From: from}); err != nil {
				return err
			}
		}
		return nil
	})
}

// putAt puts items with a timestamp, in one update.
func putAt(t *testing.T, s store.Store, set int64, at time.Time, items ...*item.Item) {
	t.Helper()
	update(t, s, func(w store.Writer) error {
		for _, it := range items {
			if err := w.PutItem(set, it, store.Seen{At: at}); err != nil {
				return err
			}
		}
		return nil
	})
}

func stampsOf(t *testing.T, s store.Store, set int64) []store.Stamped {
	t.Helper()
	return get(t, s, func(r store.Reader) ([]store.Stamped, error) { return r.Stamps(set) })
}
