package conformance

import (
	"testing"

	"crossfeed/engine/store"
)

var deletedSetRules = []rule{
	{"are hidden", func(t *testing.T, s store.Store) {
		set := deletedSet(t, s, "Groceries")
		equal(t, "sets", len(get(t, s, store.Reader.Sets)), 0)
		wantError(t, findSet(t, s, "Groceries"), store.ErrNoSet)
		wantError(t, s.View(t.Context(), func(r store.Reader) error { _, err := r.SetOf(set.Key); return err }), store.ErrNoSet)
		equal(t, "deleted sets", get(t, s, store.Reader.DeletedSets), []store.Set{set})
	}},
	{"lose nothing", func(t *testing.T, s store.Store) {
		set := deletedSet(t, s, "Groceries")
		equal(t, "rows", idsOf(t, s, set.Key, store.Query{}), []string{"eggs"})
		sameItem(t, itemOf(t, s, set.Key, "eggs"), simple("eggs", "Eggs"))
		equal(t, "archive", len(archiveOf(t, s, set.Key, "eggs")), 1)
		counts := get(t, s, func(r store.Reader) (store.Counts, error) { return r.Count(set.Key) })
		equal(t, "counts", counts, store.Counts{Items: 1, Open: 1})
	}},
	{"are brought back by putting them", func(t *testing.T, s store.Store) {
		set := deletedSet(t, s, "Groceries")
		set.Deleted = false
		if err := putSet(t, s, set); err != nil {
			t.Fatal(err)
		}
		equal(t, "sets", get(t, s, store.Reader.Sets), []store.Set{set})
		equal(t, "deleted sets", len(get(t, s, store.Reader.DeletedSets)), 0)
	}},
	{"leave their name to others", func(t *testing.T, s store.Store) {
		set := deletedSet(t, s, "Groceries")
		other := deletedSet(t, s, "Groceries")
		key := addSet(t, s, "Groceries")
		equal(t, "deleted sets", get(t, s, store.Reader.DeletedSets), []store.Set{set, other})
		found := get(t, s, func(r store.Reader) (store.Set, error) { return r.SetNamed("Groceries") })
		equal(t, "key", found.Key, key)
	}},
	{"do not come back under a name that was taken", func(t *testing.T, s store.Store) {
		set := deletedSet(t, s, "Groceries")
		addSet(t, s, "Groceries")
		set.Deleted = false
		wantError(t, putSet(t, s, set), store.ErrNameTaken)
	}},
}

// deletedSet adds a set with one item, and deletes it.
func deletedSet(t *testing.T, s store.Store, name string) store.Set {
	t.Helper()
	set := list(name)
	set.Key = addSet(t, s, name)
	put(t, s, set.Key, simple("eggs", "Eggs"))
	set.Deleted = true
	if err := putSet(t, s, set); err != nil {
		t.Fatal(err)
	}
	return set
}
