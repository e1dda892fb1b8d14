package conformance

import (
	"testing"

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
			c.query.Search = "E" // every title has one
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
	{"stay in their set", func(t *testing.T, s store.Store) {
		a, b := addSet(t, s, "a"), addSet(t, s, "b")
		put(t, s, a, chores()...)
		for _, c := range queries {
			equal(t, "rows", len(rowsOf(t, s, b, c.query)), 0)
		}
	}},
}

// chores are items by what queries ask of them.
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
	{store.Query{DueFrom: "2026-11-27"}, []string{"day", "time", "zone"}},
	{store.Query{DueTo: "2026-11-26"}, []string{"done"}},
	{store.Query{DueTo: "2026-11-27"}, []string{"done", "day", "time"}},
	{store.Query{DueFrom: "2026-11-27", DueTo: "2026-11-27"}, []string{"day", "time"}},
	{store.Query{DueFrom: "2026-11-29"}, nil},
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
