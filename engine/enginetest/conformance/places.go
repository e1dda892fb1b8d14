package conformance

import (
	"testing"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
)

// in returns a position below a parent.
func in(parent, key string) item.Place { return item.Place{Parent: parent, Key: key} }

// placed returns an item in its first version, at a position.
func placed(id string, p item.Place) *item.Item {
	it := simple(id, "title of "+id)
	it.Winner.Place = p
	return it
}

var placeRules = []rule{
	{"come from the winners, tombstones included, in the order in which items were put", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		gone := only(tombstone("m", "desk", 2, "M"), version("m", "phone", 2, "M"))
		gone.Winner.Place, gone.Conflicts[0].Place = in("z", "2"), in("", "9")
		put(t, s, set, placed("z", in("", "1")), gone, placed("a", in("m", "1")), simple("b", "B"))
		equal(t, "places", placesOf(t, s, set), []store.Placed{
			{ID: "z", Place: in("", "1")}, {ID: "m", Place: in("z", "2"), Deleted: true}, {ID: "a", Place: in("m", "1")}, {ID: "b"},
		})
	}},
	{"differ by parent, and the root has none", func(t *testing.T, s store.Store) {
		set, other := addSet(t, s, "a"), addSet(t, s, "b")
		put(t, s, set, placed("z", in("", "1")), placed("a", in("z", "1")), placed("b", in("a", "1")), placed("c", in("z", "1/2")))
		put(t, s, other, placed("x", in("z", "1")))
		equal(t, "in z", placesIn(t, s, set, "z"), []store.Placed{{ID: "a", Place: in("z", "1")}, {ID: "c", Place: in("z", "1/2")}})
		equal(t, "at the root", placesIn(t, s, set, ""), []store.Placed{{ID: "z", Place: in("", "1")}})
		equal(t, "in c", len(placesIn(t, s, set, "c")), 0)
		equal(t, "of another set", placesIn(t, s, other, "z"), []store.Placed{{ID: "x", Place: in("z", "1")}})
	}},
	{"say which tombstones have nothing to resolve", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		gone, open, marked, offered := tombstone("gone", "desk", 2, "A"), tombstone("open", "desk", 2, "A"),
			tombstone("marked", "desk", 2, "A"), tombstone("offered", "desk", 2, "A")
		alive := version("offered", "phone", 1, "A")
		put(t, s, set, only(gone), only(open, version("open", "phone", 2, "B")), &item.Item{Winner: marked, Flagged: true}, only(alive), only(offered))
		offer(t, s, set, "offered", alive)
		want := []store.Placed{
			{ID: "gone", Deleted: true, Gone: true}, {ID: "open", Deleted: true}, {ID: "marked", Deleted: true}, {ID: "offered", Deleted: true},
		}
		equal(t, "places", placesOf(t, s, set), want)
		equal(t, "in the root", placesIn(t, s, set, ""), want)
	}},
	{"in an item that is gone are to resolve", testOrphans},
	{"are in the rows", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		put(t, s, set, placed("z", item.Place{Parent: "p", Key: "1", Cycle: "c"}))
		for _, q := range []store.Query{{}, {Search: "title"}} {
			equal(t, "row", rowsOf(t, s, set, q)[0].Place, item.Place{Parent: "p", Key: "1", Cycle: "c"})
		}
	}},
	{"go when the item is removed", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		put(t, s, set, placed("z", in("p", "1")))
		remove(t, s, set, "z")
		equal(t, "places", len(placesOf(t, s, set)), 0)
		equal(t, "in p", len(placesIn(t, s, set, "p")), 0)
		equal(t, "in the archive", archiveOf(t, s, set, "z")[0].Version.Place, in("p", "1"))
	}},
	{"are none in a set that was never put", func(t *testing.T, s store.Store) {
		equal(t, "places", len(placesOf(t, s, 99)), 0)
		equal(t, "in the root", len(placesIn(t, s, 99, "")), 0)
	}},
	{"of one version are as an item held it last, and so is what it resolved", testHeldLast},
	{"of a version in the archive stay when the version is archived again", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		v := version("x", "desk", 1, "A")
		v.Place = in("first", "1")
		archive := func() { update(t, s, func(w store.Writer) error { return w.PutArchive(set, v, seen) }) }
		archive()
		again := *v
		again.Place = in("second", "2")
		v = &again
		archive()
		equal(t, "place", archiveOf(t, s, set, "x")[0].Version.Place, in("first", "1"))
	}},
}

// testOrphans deletes and restores the parent of an item.
func testOrphans(t *testing.T, s store.Store) {
	set := addSet(t, s, "a")
	orphaned := func(what string, want bool) {
		t.Helper()
		row := get(t, s, func(r store.Reader) (store.Row, error) { return r.Row(set, "x") })
		equal(t, what, row.Flagged, want)
		wanted := 0
		if want {
			wanted = 1
		}
		counts := get(t, s, func(r store.Reader) (store.Counts, error) { return r.Count(set) })
		equal(t, what+": to resolve", counts.Conflicted, wanted)
	}
	live, gone := version("f", "desk", 1, "Folder"), tombstone("f", "desk", 2, "Folder")
	live.Place, gone.Place = in("", "1"), in("", "1")
	put(t, s, set, placed("x", in("f", "1")))
	orphaned("without its folder", false)
	put(t, s, set, only(gone))
	orphaned("after its folder was deleted", true)
	put(t, s, set, placed("x", in("", "1")))
	orphaned("at the root", false)
	put(t, s, set, placed("x", in("f", "1")))
	orphaned("moved into the deleted folder", true)
	equal(t, "the flag of the item", itemOf(t, s, set, "x").Flagged, false)
	put(t, s, set, only(live))
	orphaned("after its folder was restored", false)
	put(t, s, set, only(gone))
	offer(t, s, set, "f", live)
	equal(t, "with a folder to resolve", idsOf(t, s, set, store.Query{Conflicted: true}), []string{"f"})
	offer(t, s, set, "f")
	orphaned("after the folder was resolved", true)
	remove(t, s, set, "f")
	orphaned("after its folder was removed", false)
}

// testHeldLast puts one version with different positions, as winner, as conflict, and with the
// history that it resolved.
func testHeldLast(t *testing.T, s store.Store) {
	set := addSet(t, s, "a")
	winner, conflict := version("x", "desk", 2, "A"), version("x", "phone", 2, "B")
	winner.Place, conflict.Place = in("p", "1"), in("q", "1")
	put(t, s, set, only(winner, conflict))
	moved, apart := *winner, *conflict
	moved.Place, moved.Resolved = item.Place{Key: "1/0", Cycle: "p"}, longHistory()[:2]
	moved.Publisher = "<item>2</item>"
	apart.Place, apart.Missing = in("r", "2"), true
	it := only(&moved, &apart)
	put(t, s, set, it)
	sameItem(t, itemOf(t, s, set, "x"), it)
	equal(t, "places", placesOf(t, s, set), []store.Placed{{ID: "x", Place: moved.Place}})
	inArchive := moved
	inArchive.Publisher = ""
	sameVersions(t, versionsOf(archiveOf(t, s, set, "x")), []*item.Version{&inArchive, &apart})
	offer(t, s, set, "x", winner)
	sameVersions(t, offeredOf(t, s, set, "x"), []*item.Version{&inArchive})
	put(t, s, set, only(winner))
	sameVersions(t, offeredOf(t, s, set, "x"), []*item.Version{winner})
}

func placesOf(t *testing.T, s store.Store, set int64) []store.Placed {
	t.Helper()
	return get(t, s, func(r store.Reader) ([]store.Placed, error) { return r.Places(set) })
}

func placesIn(t *testing.T, s store.Store, set int64, parent string) []store.Placed {
	t.Helper()
	return get(t, s, func(r store.Reader) ([]store.Placed, error) { return r.PlacesIn(set, parent) })
}

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
