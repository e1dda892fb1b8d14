package conformance

import (
	"testing"

	"crossfeed/engine/item"
	"crossfeed/engine/store"
)

// from is a version that an endpoint made from another one.
func from(before *item.Version, by, title string) *item.Version {
	v := version(before.ID, by, before.Updates+1, title)
	v.History = append(v.History, before.History...)
	return v
}

// putOne puts one item into a new set of a dialect and gives its row, and the set.
func putOne(t *testing.T, s store.Store, dialect string, it *item.Item) (store.Row, int64) {
	t.Helper()
	l := list("of " + dialect)
	l.Dialect = dialect
	var set int64
	update(t, s, func(w store.Writer) (err error) {
		set, err = w.PutSet(l)
		return err
	})
	put(t, s, set, it)
	return rowOf(t, s, set, it.ID()), set
}

// rowOf is the row of an item, which every way to read it gives alike.
func rowOf(t *testing.T, s store.Store, set int64, id string) store.Row {
	t.Helper()
	row := get(t, s, func(r store.Reader) (store.Row, error) { return r.Row(set, id) })
	want := map[bool][]string{true: {id}}
	for _, search := range []string{"", "e"} {
		equal(t, "to resolve", idsOf(t, s, set, store.Query{ToSettle: true, Search: search}), want[row.ToSettle()])
		equal(t, "deleted", idsOf(t, s, set, store.Query{Deleted: true, Search: search}), want[row.Gone()])
	}
	return row
}

var equalRules = []rule{
	{"are not counted, and stay in the item", func(t *testing.T, s store.Store) {
		it := only(version("x", "desk", 2, "Eggs"), version("x", "phone", 2, "Eggs"))
		row, set := putOne(t, s, "feedsync-1.0", it)
		equal(t, "conflicts", row.Conflicts, 0)
		sameVersions(t, itemOf(t, s, set, "x").Conflicts, it.Conflicts)
		put(t, s, set, only(version("x", "desk", 3, "Eggs")))
		equal(t, "conflicts of the next", len(itemOf(t, s, set, "x").Conflicts), 0)
	}},
	{"count once where they differ from the winner", func(t *testing.T, s store.Store) {
		row, _ := putOne(t, s, "feedsync-1.0", only(version("x", "desk", 2, "Eggs"),
			version("x", "phone", 2, "Bread"), version("x", "tablet", 2, "Bread"), version("x", "laptop", 2, "Eggs")))
		equal(t, "conflicts", row.Conflicts, 1)
	}},
	{"are all deletions, and such a tombstone is gone", func(t *testing.T, s store.Store) {
		row, _ := putOne(t, s, "feedsync-1.0", only(tombstone("x", "desk", 2, "Eggs"), tombstone("x", "phone", 2, "Bread")))
		equal(t, "conflicts", row.Conflicts, 0)
	}},
	{"are not marked by the flag of their conflict, and a cycle is", func(t *testing.T, s store.Store) {
		it := only(version("x", "desk", 2, "Eggs"), version("x", "phone", 2, "Eggs"))
		it.Flagged = true
		row, set := putOne(t, s, "sse-0.91", it)
		equal(t, "flagged", row.Flagged, false)
		equal(t, "flag of the item", itemOf(t, s, set, "x").Flagged, true)
		circle := *it.Winner
		circle.Place.Cycle = "y"
		put(t, s, set, &item.Item{Winner: &circle, Conflicts: it.Conflicts, Flagged: true})
		equal(t, "flagged for a cycle", rowOf(t, s, set, "x").Flagged, true)
	}},
	{"are not counted when they are reopened, nor twice what came back by itself", func(t *testing.T, s store.Store) {
		same, other := version("x", "phone", 2, "Eggs"), version("x", "tablet", 2, "Bread")
		_, set := putOne(t, s, "feedsync-1.0", only(version("x", "desk", 2, "Milk"), same, other))
		put(t, s, set, only(version("x", "desk", 3, "Eggs")))
		offer(t, s, set, "x", same)
		equal(t, "equal", rowOf(t, s, set, "x").Conflicts, 0)
		offer(t, s, set, "x", same, other)
		equal(t, "another", rowOf(t, s, set, "x").Conflicts, 1)
		put(t, s, set, only(version("x", "desk", 3, "Eggs"), other))
		equal(t, "back", rowOf(t, s, set, "x").Conflicts, 1)
		put(t, s, set, only(version("x", "desk", 4, "Bread")))
		equal(t, "put again", rowOf(t, s, set, "x").Conflicts, 1)
	}},
	{"of the original change nothing, as soon as the archive has it", func(t *testing.T, s store.Store) {
		for _, dialect := range []string{"feedsync-1.0", "sse-0.91"} {
			first := version("x", "desk", 1, "Eggs")
			edited, back := from(first, "phone", "Eggs and bread"), from(from(first, "desk", "Milk"), "desk", "Eggs")
			row, set := putOne(t, s, dialect, only(edited, back))
			equal(t, dialect+": without the original", row.Conflicts, 1)
			update(t, s, func(w store.Writer) error { return w.PutArchive(set, first, seen) })
			equal(t, dialect+": with the original", rowOf(t, s, set, "x").Conflicts, 0)
			put(t, s, set, only(edited, back))
			equal(t, dialect+": put again", rowOf(t, s, set, "x").Conflicts, 0)
			put(t, s, set, only(from(back, "desk", "Eggs"), edited))
			equal(t, dialect+": of the winner", rowOf(t, s, set, "x").Conflicts, 1)
		}
	}},
	{"are found by their item alone", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		for _, id := range []string{"x", ""} {
			view(t, s, func(r store.Reader) error {
				_, err := r.Row(set, id)
				wantError(t, err, store.ErrNoItem)
				return nil
			})
		}
	}},
}
