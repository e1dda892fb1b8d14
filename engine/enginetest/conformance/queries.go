package conformance

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
)

var queryRules = []rule{
	{"give the rows that pass every field of them", testQueries},
	{"find what they give when they search, too", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		put(t, s, set, chores()...)
		for _, c := range queries {
			c.query.Search = "E" // matches every title
			equal(t, "rows", idsOf(t, s, set, c.query), c.want)
			c.query.Search = "nowhere"
			equal(t, "rows", idsOf(t, s, set, c.query), []string(nil))
		}
	}},
	{"follow the item", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		for _, done := range []string{"false", "true", "false"} {
			put(t, s, set, todo("x", record.Values{"title": "Milk", "done": done, "tags": "t" + done}))
			for _, search := range []string{"", "milk"} {
				equal(t, "open", len(rowsOf(t, s, set, store.Query{Open: true, Search: search})) == 1, done == "false")
				equal(t, "tagged", len(rowsOf(t, s, set, store.Query{Tag: "t" + done, Search: search})), 1)
			}
		}
		equal(t, "by a tag that it had", len(rowsOf(t, s, set, store.Query{Tag: "ttrue"})), 0)
	}},
	{"find tags by their beginning after #, and texts with it", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		put(t, s, set, todo("milk", record.Values{"title": "Milk", "tags": "Dairy\nshop"}), todo("tea", record.Values{"title": "Tea #DAIRY"}),
			todo("diary", record.Values{"title": "Dairy"}), todo("apple", record.Values{"title": "Apple", "tags": "ÄPFEL", "done": "true"}))
		for search, want := range map[string][]string{
			"#dairy": {"milk", "tea"}, "#DAI": {"milk", "tea"}, "#shop": {"milk"}, "#äp": {"apple"}, "#": {"tea"}, "#dairyx": nil, "# dairy": nil, "x#dairy": nil,
		} {
			equal(t, search, idsOf(t, s, set, store.Query{Search: search}), want)
			equal(t, search+" counted", countRows(t, s, set, store.Query{Search: search}), len(want))
			equal(t, search+" counted everywhere", countRows(t, s, 0, store.Query{Search: search}), len(want))
		}
		equal(t, "open", idsOf(t, s, set, store.Query{Search: "#ä", Open: true}), []string(nil))
	}},
	{"stay in their set", func(t *testing.T, s store.Store) {
		a, b := addSet(t, s, "a"), addSet(t, s, "b")
		put(t, s, a, chores()...)
		for _, c := range queries {
			equal(t, "rows", len(rowsOf(t, s, b, c.query)), 0)
		}
	}},
}

// chores are items that differ in what queries filter by.
func chores() []*item.Item {
	gone := todo("gone", record.Values{"title": "Gone", "tags": "dairy", "due": "2026-11-27", "parent": "trip", "alarms": "PT0S"})
	gone.Winner.Deleted = true
	return []*item.Item{
		simple("note", "Note"),
		todo("plain", record.Values{"title": "Sometime"}),
		todo("done", record.Values{"title": "Done", "done": "true", "due": "2026-11-26", "tags": "Dairy\nshop"}),
		todo("cancelled", record.Values{"title": "Left", "done": "false cancelled", "parent": "trip"}),
		todo("day", record.Values{"title": "One day", "due": "2026-11-27", "parent": "trip"}),
		todo("time", record.Values{"title": "The hour", "due": "2026-11-27T23:59:59Z", "tags": "ÄPFEL", "alarms": "-PT5M"}),
		todo("zone", record.Values{"title": "The zone", "due": "2026-11-28T00:00 Europe/Berlin", "tags": "dairy"}),
		contact("contact", record.Values{"name": "Example Contact", "tags": "dairy"}),
		gone,
	}
}

var queries = []struct {
	query store.Query
	want  []string
}{
	{store.Query{Open: true}, []string{"note", "plain", "day", "time", "zone", "contact"}},
	{store.Query{Open: true, Deleted: true}, []string{"gone"}},
	{store.Query{Closed: true}, []string{"done", "cancelled"}},
	{store.Query{Closed: true, Tag: "dairy"}, []string{"done"}},
	{store.Query{Kind: record.Note}, []string{"note"}},
	{store.Query{Kind: record.Contact}, []string{"contact"}},
	{store.Query{Kind: record.Todo, Open: true}, []string{"plain", "day", "time", "zone"}},
	{store.Query{Kind: record.Todo, Undated: true}, []string{"plain", "cancelled"}},
	{store.Query{Kind: record.Todo, Open: true, Undated: true}, []string{"plain"}},
	{store.Query{DueFrom: "2026-11-27"}, []string{"day", "time", "zone"}},
	{store.Query{DueTo: "2026-11-26"}, []string{"done"}},
	{store.Query{DueTo: "2026-11-27"}, []string{"done", "day", "time"}},
	{store.Query{DueFrom: "2026-11-27", DueTo: "2026-11-27"}, []string{"day", "time"}},
	{store.Query{DueFrom: "2026-11-29"}, nil},
	{store.Query{Trash: true}, []string{"gone"}},
	{store.Query{Deleted: true, DueFrom: "2026-11-27"}, []string{"gone"}},
	{store.Query{Tag: "DAIRY"}, []string{"done", "zone", "contact"}},
	{store.Query{Tag: "äpfel"}, []string{"time"}},
	{store.Query{Tag: "dair"}, nil},
	{store.Query{Tag: "dairy", Open: true}, []string{"zone", "contact"}},
	{store.Query{Parent: "trip"}, []string{"cancelled", "day"}},
	{store.Query{Parent: "TRIP"}, nil},
	{store.Query{Parent: "trip", Open: true, DueTo: "2026-12-31"}, []string{"day"}},
	{store.Query{Alarms: true}, []string{"time"}},
	{store.Query{Alarms: true, Tag: "dairy"}, nil},
}

func testQueries(t *testing.T, s store.Store) {
	set := addSet(t, s, "a")
	put(t, s, set, chores()...)
	for _, c := range queries {
		if got := idsOf(t, s, set, c.query); len(got) != len(c.want) {
			t.Errorf("%+v: got %v, want %v", c.query, got, c.want)
			continue
		}
		equal(t, "rows", idsOf(t, s, set, c.query), c.want)
		equal(t, "number of rows", countRows(t, s, set, c.query), len(c.want))
	}
}

func countRows(t *testing.T, s store.Store, set int64, q store.Query) int {
	t.Helper()
	return get(t, s, func(r store.Reader) (int, error) { return r.CountRows(set, q) })
}

var countRules = []rule{
	{"include each kind", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		put(t, s, set, oneOfEach()...)
		counts := get(t, s, func(r store.Reader) (store.Counts, error) { return r.Count(set) })
		equal(t, "counts", counts, store.Counts{Items: 3, Conflicted: 2, Open: 3, Deleted: 1, Trash: 1})
	}},
	{"of all sets include each set that has items, also deleted ones", func(t *testing.T, s store.Store) {
		set, gone := addSet(t, s, "a"), deletedSet(t, s, "c").Key
		addSet(t, s, "empty")
		put(t, s, set, oneOfEach()...)
		equal(t, "counts", get(t, s, store.Reader.Counts), map[int64]store.Counts{set: {Items: 3, Conflicted: 2, Open: 3, Deleted: 1, Trash: 1}, gone: {Items: 1, Open: 1}})
		remove(t, s, gone, "eggs")
		equal(t, "counts", get(t, s, store.Reader.Counts), map[int64]store.Counts{set: {Items: 3, Conflicted: 2, Open: 3, Deleted: 1, Trash: 1}})
	}},
	{"of the rows of a query include each set that has such rows, without deleted sets", func(t *testing.T, s store.Store) {
		set, gone, done := addSet(t, s, "a"), deletedSet(t, s, "c").Key, addSet(t, s, "done")
		put(t, s, set, chores()...)
		put(t, s, gone, chores()...)
		put(t, s, done, todo("x", record.Values{"title": "Milk", "done": "true"}))
		open := len(get(t, s, func(r store.Reader) ([]store.Row, error) { return r.Rows(set, store.Query{Open: true}) }))
		for of, want := range map[int64]map[int64]int{0: {set: open}, set: {set: open}, done: {}} {
			equal(t, "open", get(t, s, func(r store.Reader) (map[int64]int, error) { return r.CountEach(of, store.Query{Open: true}) }), want)
		}
	}},
	{"of a search include each set that has matching rows, without deleted sets", func(t *testing.T, s store.Store) {
		a, gone, b := addSet(t, s, "a"), deletedSet(t, s, "c").Key, addSet(t, s, "b")
		addSet(t, s, "empty")
		for _, set := range []int64{a, gone, b} {
			put(t, s, set, chores()...)
		}
		put(t, s, b, simple("other", "The note"))
		each := func(of int64, q store.Query) map[int64]int {
			return get(t, s, func(r store.Reader) (map[int64]int, error) { return r.CountEach(of, q) })
		}
		equal(t, "of all sets", each(0, store.Query{Search: "NOTE"}), map[int64]int{a: 1, b: 2})
		equal(t, "of one set", each(b, store.Query{Search: "note"}), map[int64]int{b: 2})
		equal(t, "of open todos", each(0, store.Query{Search: "zone", Open: true, Kind: record.Todo}), map[int64]int{a: 1, b: 1})
		equal(t, "of deleted items", each(0, store.Query{Search: "gone", Deleted: true}), map[int64]int{a: 1, b: 1})
		equal(t, "of none", each(0, store.Query{Search: "nowhere"}), map[int64]int{})
		equal(t, "rows of all sets", len(get(t, s, func(r store.Reader) ([]store.Row, error) { return r.Rows(0, store.Query{Search: "note"}) })), 3)
	}},
	{"are the numbers of rows, always", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		rapid.Check(t, func(rt *rapid.T) { countsEqualRows(rt, s, set) })
	}},
}

// countsEqualRows makes random changes to a list, and compares counts with rows after each.
func countsEqualRows(t *rapid.T, s store.Store, set int64) {
	steps := rapid.SliceOfN(rapid.Custom(drawStep), 1, 12).Draw(t, "steps")
	err := s.Update(t.Context(), func(w store.Writer) error {
		for _, change := range steps {
			if err := change.take(w, set); err != nil {
				return err
			}
		}
		return compareCounts(t, w, set)
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.View(t.Context(), func(r store.Reader) error { return compareCounts(t, r, set) }); err != nil {
		t.Fatal(err)
	}
}

func compareCounts(t *rapid.T, r store.Reader, set int64) error {
	counts, err := r.Count(set)
	if err != nil {
		return err
	}
	for _, c := range []struct {
		query store.Query
		count int
	}{
		{store.Query{}, counts.Items},
		{store.Query{Conflicted: true}, counts.Conflicted},
		{store.Query{Open: true}, counts.Open},
		{store.Query{Deleted: true}, counts.Deleted},
		{store.Query{Trash: true}, counts.Trash},
	} {
		rows, err := r.Rows(set, c.query)
		if err != nil {
			return err
		}
		if len(rows) != c.count {
			t.Errorf("%+v: %d rows, counted %d", c.query, len(rows), c.count)
		}
	}
	return nil
}

// step is one change of a list: putting an item, or removing it if it is nil. Unless offers is
// negative, the winner is then reopened that many times.
type step struct {
	id     string
	it     *item.Item
	offers int
}

func drawStep(t *rapid.T) step {
	id := fmt.Sprint("item-", rapid.IntRange(0, 9).Draw(t, "item"))
	if rapid.IntRange(0, 3).Draw(t, "remove") == 0 {
		return step{id: id}
	}
	var versions []*item.Version
	for i, deleted := range rapid.SliceOfN(rapid.Bool(), 1, 3).Draw(t, "deleted") {
		v := version(id, fmt.Sprint("endpoint-", i), 1, rapid.SampledFrom([]string{"title", "another title"}).Draw(t, "title"))
		v.Deleted = deleted
		versions = append(versions, v)
	}
	it := only(versions[0], versions[1:]...)
	it.Flagged = rapid.Bool().Draw(t, "flagged")
	return step{id, it, rapid.IntRange(-2, 2).Draw(t, "offers")}
}

func (c step) take(w store.Writer, set int64) error {
	if c.it != nil {
		err := w.PutItem(set, c.it, seen)
		if err == nil && c.offers >= 0 {
			winner := store.Identity(c.it.Winner)
			err = w.PutOffered(set, c.id, slices.Repeat([][sha256.Size]byte{winner}, c.offers))
		}
		return err
	}
	rows, err := w.Rows(set, store.Query{})
	if err != nil || !slices.ContainsFunc(rows, func(r store.Row) bool { return r.ID == c.id }) {
		return err
	}
	return w.RemoveItem(set, c.id)
}
