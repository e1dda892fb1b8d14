package conformance

import (
	"testing"
	"time"

	"crossfeed/engine/store"
)

var setRules = []rule{
	{"are none at first", func(t *testing.T, s store.Store) {
		equal(t, "sets", len(get(t, s, store.Reader.Sets)), 0)
	}},
	{"come back with all their fields", func(t *testing.T, s store.Store) {
		want := list("Groceries")
		want.Key = addSet(t, s, "Groceries")
		equal(t, "sets", get(t, s, store.Reader.Sets), []store.Set{want})
		equal(t, "set named", get(t, s, func(r store.Reader) (store.Set, error) { return r.SetNamed("Groceries") }), want)
		equal(t, "set of the key", get(t, s, func(r store.Reader) (store.Set, error) { return r.SetOf(want.Key) }), want)
	}},
	{"keep their times in UTC", testPublicationTimes},
	{"are listed by name in the order of code points", func(t *testing.T, s store.Store) {
		for _, name := range []string{"b", "ä", "a", "B", "z"} {
			addSet(t, s, name)
		}
		equal(t, "names", names(get(t, s, store.Reader.Sets)), []string{"B", "a", "b", "z", "ä"})
	}},
	{"are given keys that differ and are not 0", func(t *testing.T, s store.Store) {
		a, b := addSet(t, s, "a"), addSet(t, s, "b")
		if a == 0 || b == 0 || a == b {
			t.Errorf("keys %d and %d", a, b)
		}
	}},
	{"keep their items and key when they are renamed", testRename},
	{"are not found by a name that there is not", func(t *testing.T, s store.Store) {
		addSet(t, s, "Groceries")
		wantError(t, findSet(t, s, "groceries"), store.ErrNoSet)
	}},
	{"do not share a name", testNameTaken},
	{"are replaced only where they are", func(t *testing.T, s store.Store) {
		unknown := list("Groceries")
		unknown.Key = 77
		wantError(t, putSet(t, s, unknown), store.ErrNoSet)
		equal(t, "sets", len(get(t, s, store.Reader.Sets)), 0)
	}},
}

func testPublicationTimes(t *testing.T, s store.Store) {
	want := list("Groceries")
	want.Publication.LastTry = noon.In(time.FixedZone("", 3600))
	wantError(t, putSet(t, s, want), nil)
	equal(t, "last try", get(t, s, store.Reader.Sets)[0].Publication.LastTry.Equal(noon), true)
}

func testRename(t *testing.T, s store.Store) {
	renamed := list("Food")
	renamed.Key = addSet(t, s, "Groceries")
	put(t, s, renamed.Key, simple("eggs", "Eggs"))
	if err := putSet(t, s, renamed); err != nil {
		t.Fatal(err)
	}
	equal(t, "sets", get(t, s, store.Reader.Sets), []store.Set{renamed})
	equal(t, "items", idsOf(t, s, renamed.Key, store.Query{}), []string{"eggs"})
	wantError(t, findSet(t, s, "Groceries"), store.ErrNoSet)
}

func testNameTaken(t *testing.T, s store.Store) {
	addSet(t, s, "a")
	renamed := list("a")
	renamed.Key = addSet(t, s, "b")
	wantError(t, putSet(t, s, list("a")), store.ErrNameTaken)
	wantError(t, putSet(t, s, renamed), store.ErrNameTaken)
	equal(t, "names", names(get(t, s, store.Reader.Sets)), []string{"a", "b"})
}

// putSet puts a set in an update of its own.
func putSet(t *testing.T, s store.Store, set store.Set) error {
	return s.Update(t.Context(), func(w store.Writer) error {
		_, err := w.PutSet(set)
		return err
	})
}

// findSet is the error of looking for a set by name.
func findSet(t *testing.T, s store.Store, name string) error {
	return s.View(t.Context(), func(r store.Reader) error {
		_, err := r.SetNamed(name)
		return err
	})
}

func names(sets []store.Set) (all []string) {
	for _, set := range sets {
		all = append(all, set.Name)
	}
	return all
}
