package conformance

import (
	"testing"

	"crossfeed/engine/item"
	"crossfeed/engine/store"
)

var journalRules = []rule{
	{"is empty at first", func(t *testing.T, s store.Store) {
		equal(t, "edits", len(editsOf(t, s, 10)), 0)
	}},
	{"has every edit with all its fields, the newest first", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		first, second := edit(set, "edit", "x", "y", "x"), edit(set, "delete")
		second.Undone = true
		first.Key, second.Key = putEdit(t, s, first), putEdit(t, s, second)
		equal(t, "edits", editsOf(t, s, 10), []store.Edit{second, first})
	}},
	{"has the conflicts and offers of a step as they were put, none and not told apart", testStepsOfResolving},
	{"knows the edit added last, dropped or not", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		last := func() int64 { return get(t, s, store.Reader.LastEdit) }
		equal(t, "at first", last(), int64(0))
		first := putEdit(t, s, edit(set, "edit", "x"))
		equal(t, "after one", last(), first)
		gone := undone(set)
		gone.Key = putEdit(t, s, gone)
		equal(t, "after two", last(), gone.Key)
		putEdit(t, s, gone)
		update(t, s, store.Writer.DropUndone)
		equal(t, "after the second was dropped", last(), gone.Key)
	}},
	{"gives no more than was asked for", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		for range 3 {
			putEdit(t, s, edit(set, "edit", "x"))
		}
		for limit, want := range map[int]int{0: 0, 2: 2, 3: 3, 4: 3} {
			equal(t, "edits", len(editsOf(t, s, limit)), want)
		}
	}},
	{"replaces an edit where it is", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		first, second := edit(set, "edit", "x", "y"), edit(set, "delete", "x")
		first.Key, second.Key = putEdit(t, s, first), putEdit(t, s, second)
		first.Undone, first.Steps = true, edit(set, "", "z").Steps
		equal(t, "key", putEdit(t, s, first), first.Key)
		equal(t, "edits", editsOf(t, s, 10), []store.Edit{second, first})
	}},
	{"forgets what was undone, and nothing else", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		kept, dropped := edit(set, "edit", "x"), undone(set)
		dropped.Key, kept.Key = putEdit(t, s, dropped), putEdit(t, s, kept)
		update(t, s, store.Writer.DropUndone)
		equal(t, "edits", editsOf(t, s, 10), []store.Edit{kept})
		if key := putEdit(t, s, edit(set, "edit")); key == dropped.Key || key == kept.Key {
			t.Errorf("key %d was given twice", key)
		}
	}},
	{"refuses an edit that there is not, a set that was never put, and a library that there is not", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		unknown := edit(set, "edit", "x")
		unknown.Key = 77
		update(t, s, func(w store.Writer) error {
			_, err := w.PutEdit(unknown)
			wantError(t, err, store.ErrNoEdit)
			_, err = w.PutEdit(edit(set+100, "edit", "x"))
			wantError(t, err, store.ErrNoSet)
			_, err = w.PutEdit(store.Edit{What: "mark read", Steps: []store.Step{{Library: 99}}})
			wantError(t, err, store.ErrNoLibrary)
			return nil
		})
		equal(t, "edits", len(editsOf(t, s, 10)), 0)
	}},
}

// testStepsOfResolving stores lists that are nil, empty and full.
func testStepsOfResolving(t *testing.T, s store.Store) {
	set := addSet(t, s, "a")
	e := edit(set, "settle", "x", "y", "z")
	e.Steps[1].Opens, e.Steps[1].Leaves = [][32]byte{{1}, {2}}, [][32]byte{}
	e.Steps[2].Leaves, e.Steps[2].Offers = [][32]byte{{3}}, [][32]byte{{5}, {4}}
	e.Steps = append(e.Steps, store.Step{Set: set, Name: "b", Display: store.Display{Position: 2, Folder: "Work", Color: "red", Icon: "cart"}})
	e.Steps = append(e.Steps, store.Step{Library: addLibrary(t, s, "a").Key})
	e.Key = putEdit(t, s, e)
	equal(t, "edits", editsOf(t, s, 1), []store.Edit{e})
}

// edit returns an edit that changed these items of a list, each a little differently.
func edit(set int64, what string, items ...string) store.Edit {
	e := store.Edit{At: noon, What: what}
	for i, id := range items {
		step := store.Step{Set: set, Item: id, Before: [32]byte{byte(i)}, After: [32]byte{31: byte(i + 1)}}
		e.Steps = append(e.Steps, step)
	}
	return e
}

// undone returns an edit that was undone.
func undone(set int64) store.Edit {
	e := edit(set, "edit", "x")
	e.Undone = true
	return e
}

func putEdit(t *testing.T, s store.Store, e store.Edit) (key int64) {
	t.Helper()
	update(t, s, func(w store.Writer) (err error) {
		key, err = w.PutEdit(e)
		return err
	})
	return key
}

func editsOf(t *testing.T, s store.Store, limit int) []store.Edit {
	t.Helper()
	return get(t, s, func(r store.Reader) ([]store.Edit, error) { return r.Edits(limit) })
}

// marked returns a flagged item, which a person should review.
func marked(winner *item.Version) *item.Item { return &item.Item{Winner: winner, Flagged: true} }

var markRules = []rule{
	{"are to resolve without a conflict", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		put(t, s, set, simple("before", "A"), marked(version("x", "desk", 1, "Eggs")))
		for _, q := range []store.Query{{Conflicted: true}, {Conflicted: true, Search: "eggs"}, {Conflicted: true, Open: true}} {
			equal(t, "rows", idsOf(t, s, set, q), []string{"x"})
			n := get(t, s, func(r store.Reader) (int, error) { return r.CountRows(set, q) })
			equal(t, "counted", n, 1)
		}
		row := rowsOf(t, s, set, store.Query{Conflicted: true})[0]
		equal(t, "mark", row.Flagged, true)
		equal(t, "versions to resolve", row.Conflicts, 0)
		counts := get(t, s, func(r store.Reader) (store.Counts, error) { return r.Count(set) })
		equal(t, "counts", counts, store.Counts{Items: 2, Conflicted: 1, Open: 2})
	}},
	{"keep a tombstone among the items", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		put(t, s, set, marked(tombstone("x", "desk", 2, "gone")))
		for _, q := range []store.Query{{}, {Search: "gone"}} {
			equal(t, "rows", idsOf(t, s, set, q), []string{"x"})
		}
		equal(t, "deleted", len(rowsOf(t, s, set, store.Query{Deleted: true})), 0)
		put(t, s, set, only(tombstone("x", "desk", 3, "gone")))
		equal(t, "rows", len(rowsOf(t, s, set, store.Query{})), 0)
		equal(t, "found", idsOf(t, s, set, store.Query{Search: "gone", Deleted: true}), []string{"x"})
	}},
	{"stay when versions are reopened and when that ends", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		alive := version("x", "desk", 1, "gone")
		put(t, s, set, only(alive), marked(tombstone("x", "desk", 2, "gone")))
		offer(t, s, set, "x", alive)
		offer(t, s, set, "x")
		for _, q := range []store.Query{{Conflicted: true}, {Conflicted: true, Search: "gone"}} {
			equal(t, "rows", idsOf(t, s, set, q), []string{"x"})
		}
		counts := get(t, s, func(r store.Reader) (store.Counts, error) { return r.Count(set) })
		equal(t, "counts", counts, store.Counts{Items: 1, Conflicted: 1, Open: 1})
	}},
	{"go with a put without one", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		put(t, s, set, marked(version("x", "desk", 1, "Eggs")), only(version("x", "desk", 2, "Eggs")))
		equal(t, "mark", itemOf(t, s, set, "x").Flagged, false)
		equal(t, "rows", len(rowsOf(t, s, set, store.Query{Conflicted: true})), 0)
		equal(t, "found", len(rowsOf(t, s, set, store.Query{Conflicted: true, Search: "eggs"})), 0)
	}},
}
