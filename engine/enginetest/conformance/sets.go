package conformance

import (
	"testing"
	"time"

	"crossfeed/engine/item"
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
	{"are listed by name as people look for them", func(t *testing.T, s store.Store) {
		for _, name := range []string{"List 10", "b", "ä", "a", "List 2", "B", "z", "list 3"} {
			addSet(t, s, name)
		}
		equal(t, "names", names(get(t, s, store.Reader.Sets)), []string{"a", "ä", "B", "b", "List 2", "list 3", "List 10", "z"})
	}},
	{"are listed in their manual order, and then by name, with those of a folder together", func(t *testing.T, s store.Store) {
		for i, name := range []string{"z", "y", "b", "a"} {
			set := list(name)
			set.Display = store.Display{Position: max(0, 2-i)}
			if name == "y" || name == "b" {
				set.Display.Folder = "Private"
			}
			wantError(t, putSet(t, s, set), nil)
		}
		equal(t, "names", names(get(t, s, store.Reader.Sets)), []string{"y", "b", "z", "a"})
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

// putSet puts a list in its own update.
func putSet(t *testing.T, s store.Store, set store.Set) error {
	return s.Update(t.Context(), func(w store.Writer) error {
		_, err := w.PutSet(set)
		return err
	})
}

// findSet returns the error of looking up a list by name.
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

// deletedSet adds a list with one item, and deletes the list.
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

var removalRules = []rule{
	{"hides tombstones from the trash until they get other winners", testHiding},
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

func testHiding(t *testing.T, s store.Store) {
	set := addSet(t, s, "a")
	gone := func(sequence int) *item.Item {
		v := version("gone", "desk", sequence, "Gone")
		v.Deleted = true
		return only(v)
	}
	trash := func() []string {
		found := idsOf(t, s, set, store.Query{Trash: true})
		equal(t, "found", idsOf(t, s, set, store.Query{Trash: true, Search: "gone"}), found)
		counts := get(t, s, func(r store.Reader) (store.Counts, error) { return r.Count(set) })
		equal(t, "counted", counts.Trash, len(found))
		equal(t, "deleted", counts.Deleted, 1)
		equal(t, "rows", idsOf(t, s, set, store.Query{Deleted: true}), []string{"gone"})
		return found
	}
	put(t, s, set, gone(1), simple("here", "Gone fishing"))
	equal(t, "trash", trash(), []string{"gone"})
	hide := func() {
		update(t, s, func(w store.Writer) error { return w.HideDeleted(set, "gone", "here", "nowhere") })
	}
	hide()
	equal(t, "hidden", len(trash()), 0)
	equal(t, "others", idsOf(t, s, set, store.Query{}), []string{"here"})
	put(t, s, set, gone(1))
	equal(t, "put unchanged", len(trash()), 0)
	put(t, s, set, gone(2))
	equal(t, "another winner", trash(), []string{"gone"})
	put(t, s, set, gone(1))
	equal(t, "the hidden winner again", trash(), []string{"gone"})
}

func remove(t *testing.T, s store.Store, set int64, id string) {
	t.Helper()
	update(t, s, func(w store.Writer) error { return w.RemoveItem(set, id) })
}

var endpointRules = []rule{
	{"is empty before the first start", func(t *testing.T, s store.Store) {
		equal(t, "endpoint", get(t, s, store.Reader.Endpoint), "")
	}},
	{"is what was set last", func(t *testing.T, s store.Store) {
		for _, id := range []string{"desk", "laptop"} {
			update(t, s, func(w store.Writer) error { return w.PutDevice(store.Device{ID: id}) })
			equal(t, "endpoint", get(t, s, store.Reader.Endpoint), id)
		}
	}},
	{"is known with all that was put", func(t *testing.T, s store.Store) {
		at := time.Date(2026, 5, 21, 12, 0, 0, 0, time.UTC)
		want := store.Device{
			ID: "desk", Former: []store.Former{{ID: "old", Until: at, Why: "copied"}, {ID: "older", Until: at.Add(-time.Hour), Why: "restored"}},
			Home: store.Home{Machine: "m", File: "7", Born: "8"}, Backups: store.Backups{Folder: "/backups", Last: at, Tried: at, Error: "full"},
		}
		update(t, s, func(w store.Writer) error { return w.PutDevice(want) })
		equal(t, "device", get(t, s, store.Reader.Device), want)
		equal(t, "endpoint", get(t, s, store.Reader.Endpoint), "desk")
	}},
	{"is read in the update that sets it", func(t *testing.T, s store.Store) {
		update(t, s, func(w store.Writer) error {
			if err := w.PutDevice(store.Device{ID: "desk"}); err != nil {
				return err
			}
			id, err := w.Endpoint()
			equal(t, "endpoint", id, "desk")
			return err
		})
	}},
}
