package conformance

import (
	"crypto/sha256"
	"testing"

	"crossfeed/engine/item"
	"crossfeed/engine/store"
)

var offerRules = []rule{
	{"are none at first, nor of an item that is not there", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		put(t, s, set, simple("x", "X"))
		for _, id := range []string{"x", "missing"} {
			equal(t, id, len(offeredOf(t, s, set, id)), 0)
		}
		equal(t, "in no set", len(offeredOf(t, s, set+100, "x")), 0)
	}},
	{"come back in their order, with the publisher-specific data that they first came with", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		first, second := withData("x", "phone", "<item>1</item>"), withData("x", "tablet", "")
		put(t, s, set, only(version("x", "desk", 1, "A"), first, second))
		put(t, s, set, only(version("x", "desk", 3, "B"), withData("x", "phone", "<item>2</item>")))
		offer(t, s, set, "x", second, first)
		sameVersions(t, offeredOf(t, s, set, "x"), []*item.Version{second, first})
	}},
	{"take the place of those before, and end", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		a, b := version("x", "phone", 2, "A"), version("x", "tablet", 2, "B")
		put(t, s, set, only(version("x", "desk", 1, "C"), a, b))
		put(t, s, set, only(version("x", "desk", 3, "D")))
		offer(t, s, set, "x", a)
		offer(t, s, set, "x", b)
		sameVersions(t, offeredOf(t, s, set, "x"), []*item.Version{b})
		equal(t, "to resolve", conflicted(t, s, set), map[string]int{"x": 1})
		offer(t, s, set, "x")
		equal(t, "offered", len(offeredOf(t, s, set, "x")), 0)
		equal(t, "to resolve", conflicted(t, s, set), map[string]int{})
	}},
	{"count in addition to the open conflicts", testOffersCount},
	{"bring a tombstone back among the items", testOfferedTombstone},
	{"stay when the item is put again", testOffersStay},
	{"go when the item is removed", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		resolved(t, s, set, "x")
		remove(t, s, set, "x")
		equal(t, "offered", len(offeredOf(t, s, set, "x")), 0)
		put(t, s, set, simple("x", "X"))
		equal(t, "offered when it is put again", len(offeredOf(t, s, set, "x")), 0)
		equal(t, "to resolve", conflicted(t, s, set), map[string]int{})
	}},
	{"are not searched", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		resolved(t, s, set, "x")
		equal(t, "found", idsOf(t, s, set, store.Query{Search: "of the phone"}), []string(nil))
		equal(t, "found", idsOf(t, s, set, store.Query{Search: "resolved", Conflicted: true}), []string{"x"})
	}},
	{"are kept apart for each set", func(t *testing.T, s store.Store) {
		a, b := addSet(t, s, "a"), addSet(t, s, "b")
		resolved(t, s, a, "x")
		put(t, s, b, simple("x", "X"))
		equal(t, "offered", len(offeredOf(t, s, b, "x")), 0)
		equal(t, "to resolve", conflicted(t, s, b), map[string]int{})
	}},
	{"are refused of an item that is not there, and of a version that the archive has not", testOffersRefused},
}

// resolved puts an item whose conflict was resolved and then reopened.
func resolved(t *testing.T, s store.Store, set int64, id string) (offered *item.Version) {
	t.Helper()
	offered = version(id, "phone", 2, "of the phone")
	put(t, s, set, only(version(id, "desk", 2, "of the desk"), offered), only(version(id, "desk", 3, "resolved")))
	offer(t, s, set, id, offered)
	return offered
}

func testOffersCount(t *testing.T, s store.Store) {
	set := addSet(t, s, "a")
	put(t, s, set, simple("before", "A"))
	offered := resolved(t, s, set, "x")
	put(t, s, set, only(version("x", "desk", 3, "resolved"), version("x", "tablet", 2, "B")), simple("after", "C"))
	equal(t, "to resolve", conflicted(t, s, set), map[string]int{"x": 2})
	for _, q := range []store.Query{{Conflicted: true}, {Conflicted: true, Search: "resolved"}, {Conflicted: true, Open: true}} {
		equal(t, "rows", idsOf(t, s, set, q), []string{"x"})
		n := get(t, s, func(r store.Reader) (int, error) { return r.CountRows(set, q) })
		equal(t, "counted", n, 1)
	}
	counts := get(t, s, func(r store.Reader) (store.Counts, error) { return r.Count(set) })
	equal(t, "counts", counts, store.Counts{Items: 3, Conflicted: 1, Open: 3})
	equal(t, "open conflicts", len(itemOf(t, s, set, "x").Conflicts), 1)
	sameVersions(t, offeredOf(t, s, set, "x"), []*item.Version{offered})
}

func testOfferedTombstone(t *testing.T, s store.Store) {
	set := addSet(t, s, "a")
	alive := version("x", "desk", 1, "gone")
	put(t, s, set, only(alive), only(tombstone("x", "desk", 2, "gone")))
	offer(t, s, set, "x", alive)
	equal(t, "rows", idsOf(t, s, set, store.Query{}), []string{"x"})
	equal(t, "found", idsOf(t, s, set, store.Query{Search: "gone"}), []string{"x"})
	equal(t, "deleted", idsOf(t, s, set, store.Query{Deleted: true}), []string(nil))
	offer(t, s, set, "x")
	equal(t, "rows", idsOf(t, s, set, store.Query{}), []string(nil))
	equal(t, "found", idsOf(t, s, set, store.Query{Search: "gone", Deleted: true}), []string{"x"})
	counts := get(t, s, func(r store.Reader) (store.Counts, error) { return r.Count(set) })
	equal(t, "counts", counts, store.Counts{Deleted: 1, Trash: 1})
}

func testOffersStay(t *testing.T, s store.Store) {
	set := addSet(t, s, "a")
	offered := resolved(t, s, set, "x")
	for _, it := range []*item.Item{
		only(version("x", "desk", 4, "edited")),
		only(version("x", "desk", 4, "edited"), version("x", "tablet", 3, "open")),
		only(version("x", "desk", 5, "closed")),
		only(tombstone("x", "desk", 6, "deleted")),
	} {
		put(t, s, set, it)
		sameVersions(t, offeredOf(t, s, set, "x"), []*item.Version{offered})
		equal(t, "to resolve", conflicted(t, s, set), map[string]int{"x": 1 + len(it.Conflicts)})
	}
}

func testOffersRefused(t *testing.T, s store.Store) {
	set := addSet(t, s, "a")
	offered := resolved(t, s, set, "x")
	put(t, s, set, simple("y", "Y"))
	update(t, s, func(w store.Writer) error {
		known := store.Identity(offered)
		wantError(t, w.PutOffered(set, "missing", nil), store.ErrNoItem)
		wantError(t, w.PutOffered(set+100, "x", nil), store.ErrNoItem)
		wantError(t, w.PutOffered(set, "y", [][sha256.Size]byte{known}), store.ErrNoVersion)
		wantError(t, w.PutOffered(set, "x", [][sha256.Size]byte{known, {1}}), store.ErrNoVersion)
		return nil
	})
	sameVersions(t, offeredOf(t, s, set, "x"), []*item.Version{offered})
	equal(t, "to resolve", conflicted(t, s, set), map[string]int{"x": 1})
}

// withData returns a version with publisher-specific data.
func withData(id, by, publisher string) *item.Version {
	v := version(id, by, 2, "title")
	v.Publisher = publisher
	return v
}

func offer(t *testing.T, s store.Store, set int64, id string, versions ...*item.Version) {
	t.Helper()
	var identities [][sha256.Size]byte
	for _, v := range versions {
		identities = append(identities, store.Identity(v))
	}
	update(t, s, func(w store.Writer) error { return w.PutOffered(set, id, identities) })
}

func offeredOf(t *testing.T, s store.Store, set int64, id string) []*item.Version {
	t.Helper()
	return get(t, s, func(r store.Reader) ([]*item.Version, error) { return r.Offered(set, id) })
}

// conflicted returns the number of open versions of each item with conflicts.
func conflicted(t *testing.T, s store.Store, set int64) map[string]int {
	t.Helper()
	found := make(map[string]int)
	for _, row := range rowsOf(t, s, set, store.Query{Conflicted: true}) {
		found[row.ID] = row.Conflicts
	}
	return found
}
