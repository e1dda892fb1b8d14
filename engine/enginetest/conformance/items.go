package conformance

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
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
		resolved := only(version("x", "desk", 3, "D"), version("x", "tablet", 1, "C"))
		put(t, s, set, resolved)
		sameItem(t, itemOf(t, s, set, "x"), resolved)
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
	{"are not added to a set that does not exist", func(t *testing.T, s store.Store) {
		err := s.Update(t.Context(), func(w store.Writer) error { return w.PutItem(99, simple("x", "X"), seen) })
		wantError(t, err, store.ErrNoSet)
	}},
	{"are visited until the visit returns an error", testVisitStops},
	{"are read together, each once, without those that are not there", testReadTogether},
	{"are visited with their conflicts, tombstones included, however many", testVisitMany},
	{"may be read and written while they are visited", testVisitWrites},
}

// visited returns the identifiers in the order of EachItem.
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

func testReadTogether(t *testing.T, s store.Store) {
	set, other := addSet(t, s, "a"), addSet(t, s, "b")
	var ids, want []string
	put(t, s, other, simple("elsewhere", "X"))
	for i := range 150 {
		id := fmt.Sprint("i", i)
		if ids = append(ids, id); i%3 > 0 {
			put(t, s, set, simple(id, "Item "+id))
			want = append(want, id)
		}
	}
	enough, visits := errors.New("enough"), 0
	view(t, s, func(r store.Reader) error {
		var got []string
		err := r.Items(set, append(ids, "elsewhere"), func(id string, it *item.Item, damaged error) error {
			equal(t, "the title of "+id, it.Winner.Title(), "Item "+id)
			got = append(got, id)
			return damaged
		})
		slices.Sort(got)
		slices.Sort(want)
		equal(t, "items", got, want)
		wantError(t, r.Items(set, ids, func(string, *item.Item, error) error { visits++; return enough }), enough)
		equal(t, "visits", visits, 1)
		return errors.Join(err, r.Items(set, nil, nil))
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

// sameItem compares items exactly, including publisher-specific data.
func sameItem(t *testing.T, got, want *item.Item) {
	t.Helper()
	sameVersions(t, got.Versions(), want.Versions())
	equal(t, "flagged", got.Flagged, want.Flagged)
}

func sameVersions(t *testing.T, got, want []*item.Version) {
	t.Helper()
	equal(t, "versions", describeAll(got), describeAll(want))
}

func describeAll(versions []*item.Version) string {
	all := make([]string, len(versions))
	for i, v := range versions {
		all[i] = describe(v)
	}
	return strings.Join(all, "\n")
}

// describe returns a description of everything that a version holds.
func describe(v *item.Version) string {
	var b strings.Builder
	fmt.Fprintf(&b, "id=%q updates=%d deleted=%t undeleted=%t noconflicts=%t extra=%q publisher=%q content=%q hash=%s",
		v.ID, v.Updates, v.Deleted, v.Undeleted, v.NoConflicts, v.Extra, v.Publisher, v.Content.XML(), v.Content.Hash())
	for _, h := range v.History {
		instant := h.When.Time().UTC().Format(time.RFC3339Nano)
		fmt.Fprintf(&b, "\n  sequence=%d when=%q (%s) by=%q extra=%q", h.Sequence, h.When, instant, h.By, h.Extra)
	}
	fmt.Fprintf(&b, "\n  place=%q missing=%t digest=%q", v.Place, v.Missing, v.Digest)
	for _, h := range v.Resolved {
		fmt.Fprintf(&b, "\n  resolved sequence=%d when=%q at %d by=%q extra=%q", h.Sequence, h.When, h.When.Time().Unix(), h.By, h.Extra)
	}
	return b.String()
}

var factRules = []rule{
	{"of a todo are in its row", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		put(t, s, set, fullTodo("x"))
		equal(t, "facts", factsOf(t, s, set), []record.Facts{{
			Kind: record.Todo, Due: "2026-11-27T18:00 Europe/Berlin", Start: "2026-11-26", Priority: 1,
			Tags: []string{"Dairy", "a, b", "ä"}, Order: -7, Ordered: true, Parent: "trip", Section: "Trip", Alarms: true, Repeats: true,
		}})
	}},
	{"have the state of a todo", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		put(t, s, set, todo("x", record.Values{"done": "true 2026-11-24T10:00:00Z"}), todo("y", record.Values{"done": "false cancelled"}))
		equal(t, "facts", factsOf(t, s, set), []record.Facts{
			{Kind: record.Todo, Done: true}, {Kind: record.Todo, Cancelled: true},
		})
	}},
	{"of a contact are its tags", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		put(t, s, set, contact("x", record.Values{"name": "Given", "tags": "club"}))
		equal(t, "facts", factsOf(t, s, set), []record.Facts{{Kind: record.Contact, Tags: []string{"club"}}})
	}},
	{"are the winner's, and follow it", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		other := todo("x", record.Values{"title": "Milk", "priority": "5", "tags": "shop"})
		put(t, s, set, only(fullTodo("x").Winner, other.Winner))
		put(t, s, set, only(other.Winner, fullTodo("x").Winner))
		equal(t, "facts", factsOf(t, s, set), []record.Facts{{Kind: record.Todo, Priority: 5, Tags: []string{"shop"}}})
		put(t, s, set, simple("x", "Milk"))
		equal(t, "facts", factsOf(t, s, set), []record.Facts{note})
		equal(t, "tags", tagsOf(t, s, set), []store.TagCount(nil))
	}},
}

// fullTodo returns a todo with every field that has a fact, but not done.
func fullTodo(id string) *item.Item {
	return todo(id, record.Values{
		"title": "Milk", "due": "2026-11-27T18:00 Europe/Berlin", "start": "2026-11-26", "priority": "1",
		"tags": "Dairy\na\\, b\nä", "order": "-7", "parent": "trip", "section": "Trip", "alarms": "-PT15M", "repeat": "FREQ=WEEKLY;BYDAY=FR",
	})
}

// factsOf returns the facts of the rows, without generated UIDs.
func factsOf(t *testing.T, s store.Store, set int64) (all []record.Facts) {
	t.Helper()
	for _, row := range rowsOf(t, s, set, store.Query{}) {
		row.UID = ""
		all = append(all, row.Facts)
	}
	return all
}

var tagRules = []rule{
	{"belong to the rows that are shown, with the open versions", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		put(t, s, set, chores()...)
		equal(t, "tags", tagsOf(t, s, set), []store.TagCount{
			{Set: set, Tag: "Dairy", Open: 2}, {Set: set, Tag: "shop", Open: 0}, {Set: set, Tag: "ÄPFEL", Open: 1},
		})
	}},
	{"count as many as the query for them gives", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		put(t, s, set, chores()...)
		for _, tag := range tagsOf(t, s, set) {
			equal(t, tag.Tag, countRows(t, s, set, store.Query{Tag: tag.Tag, Open: true}), tag.Open)
		}
	}},
	{"of a deleted item with open conflicts count, as its row is shown", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		it := todo("x", record.Values{"title": "Milk", "tags": "dairy"})
		it.Winner.Deleted = true
		it.Conflicts = append(it.Conflicts, version("x", "phone", 1, "Milk"))
		put(t, s, set, it)
		equal(t, "tags", tagsOf(t, s, set), []store.TagCount{{Set: set, Tag: "dairy", Open: 1}})
	}},
	{"are counted once for an item that has them twice", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		put(t, s, set, todo("x", record.Values{"tags": "dairy\nDAIRY"}))
		equal(t, "tags", tagsOf(t, s, set), []store.TagCount{{Set: set, Tag: "dairy", Open: 1}})
		equal(t, "facts", factsOf(t, s, set)[0].Tags, []string{"dairy", "DAIRY"})
	}},
	{"of all sets are counted set by set, without deleted sets", func(t *testing.T, s store.Store) {
		b, a := addSet(t, s, "b"), addSet(t, s, "a")
		put(t, s, b, todo("x", record.Values{"tags": "veg\nDAIRY"}))
		put(t, s, a, chores()...)
		put(t, s, deletedSet(t, s, "c").Key, todo("x", record.Values{"tags": "dairy\nother"}))
		equal(t, "tags", tagsOf(t, s, 0), []store.TagCount{
			{Set: b, Tag: "DAIRY", Open: 1}, {Set: b, Tag: "veg", Open: 1},
			{Set: a, Tag: "Dairy", Open: 2}, {Set: a, Tag: "shop", Open: 0}, {Set: a, Tag: "ÄPFEL", Open: 1},
		})
	}},
	{"go with the item", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		put(t, s, set, todo("x", record.Values{"tags": "dairy"}))
		remove(t, s, set, "x")
		equal(t, "tags", tagsOf(t, s, set), []store.TagCount(nil))
	}},
	{"are none in a set that was never put", func(t *testing.T, s store.Store) {
		equal(t, "tags", tagsOf(t, s, 99), []store.TagCount(nil))
	}},
}

func tagsOf(t *testing.T, s store.Store, set int64) []store.TagCount {
	t.Helper()
	return get(t, s, func(r store.Reader) ([]store.TagCount, error) { return r.Tags(set) })
}

var uidRules = []rule{
	{"lead to the items, also to deleted ones", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		gone := identified("x", "one")
		gone.Winner.Deleted = true
		put(t, s, set, gone, identified("y", "two"))
		equal(t, "UIDs", uidsOf(t, s, set), map[string]string{"one": "x", "two": "y"})
	}},
	{"are the items' identifiers where a record has none", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		put(t, s, set, simple("x", "X"), identified("y", "one"))
		equal(t, "UIDs", uidsOf(t, s, set), map[string]string{"x": "x", "one": "y"})
	}},
	{"lead to a live item first, and to the first of several", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		gone := identified("x", "one")
		gone.Winner.Deleted = true
		put(t, s, set, gone, identified("y", "one"), identified("z", "one"))
		equal(t, "UIDs", uidsOf(t, s, set), map[string]string{"one": "y"})
	}},
	{"belong to the set", func(t *testing.T, s store.Store) {
		a, b := addSet(t, s, "a"), addSet(t, s, "b")
		put(t, s, a, identified("x", "one"))
		equal(t, "UIDs", uidsOf(t, s, b), map[string]string{})
	}},
}

func uidsOf(t *testing.T, s store.Store, set int64) map[string]string {
	t.Helper()
	return get(t, s, func(r store.Reader) (map[string]string, error) { return r.UIDs(set) })
}
