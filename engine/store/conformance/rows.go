package conformance

import (
	"fmt"
	"testing"
	"time"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
)

var rowRules = []rule{
	{"show what the winner says", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		put(t, s, set, only(version("x", "desk", 3, "Eggs"), version("x", "phone", 2, "Ham"), version("x", "tablet", 2, "Spam")))
		equal(t, "rows", rowsOf(t, s, set, store.Query{}), []store.Row{{
			Set: set, ID: "x", Title: "Eggs", Conflicts: 2, Updates: 3, When: noon.Add(3 * time.Minute), By: "desk", Facts: note,
		}})
	}},
	{"are empty where the winner says nothing", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		v := version("x", "", 1, "")
		v.History[0].When = item.When{}
		put(t, s, set, only(v))
		equal(t, "rows", rowsOf(t, s, set, store.Query{}), []store.Row{{Set: set, ID: "x", Updates: 1, Facts: note}})
	}},
	{"follow the item", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		put(t, s, set, only(version("x", "desk", 2, "A"), version("x", "phone", 2, "B")))
		put(t, s, set, only(tombstone("x", "phone", 3, "B")))
		equal(t, "rows", rowsOf(t, s, set, store.Query{Deleted: true}), []store.Row{{
			Set: set, ID: "x", Title: "B", Deleted: true, Updates: 3, When: noon.Add(3 * time.Minute), By: "phone", Facts: note,
		}})
	}},
	{"are those that the query asks for", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		put(t, s, set, oneOfEach()...)
		for _, q := range []struct {
			query store.Query
			want  []string
		}{
			{store.Query{}, []string{"live", "open", "deleted-open"}},
			{store.Query{Deleted: true}, []string{"deleted"}},
			{store.Query{ToSettle: true}, []string{"open", "deleted-open"}},
			{store.Query{Deleted: true, ToSettle: true}, nil},
			{store.Query{ToSettle: true, Search: "phone's"}, []string{"open", "deleted-open"}},
			{store.Query{Deleted: true, Search: "desk's"}, []string{"deleted"}},
		} {
			equal(t, "rows", idsOf(t, s, set, q.query), q.want)
		}
	}},
	{"of all sets are those of each that is not deleted", func(t *testing.T, s store.Store) {
		first, _, last := addSet(t, s, "a"), addSet(t, s, "empty"), addSet(t, s, "b")
		put(t, s, deletedSet(t, s, "c").Key, chores()...)
		put(t, s, first, chores()...)
		put(t, s, last, chores()...)
		for _, q := range queries {
			q.query.Limit = 0
			var want []store.Row
			for _, set := range []int64{first, last} {
				want = append(want, rowsOf(t, s, set, q.query)...)
			}
			if q.query.Search != "" {
				continue
			}
			equal(t, fmt.Sprintf("rows of %+v", q.query), rowsOf(t, s, 0, q.query), want)
			equal(t, fmt.Sprintf("number of %+v", q.query), countRows(t, s, 0, q.query), len(want))
		}
	}},
}

// note is what there is to know of an item without a record.
var note = record.Facts{Kind: record.Note}

// oneOfEach has an item for each way of being deleted or not, with or without
// open conflicts.
func oneOfEach() []*item.Item {
	return []*item.Item{
		only(version("live", "desk", 1, "desk's")),
		only(version("open", "desk", 2, "desk's"), version("open", "phone", 2, "phone's")),
		only(tombstone("deleted", "desk", 2, "desk's")),
		only(tombstone("deleted-open", "desk", 2, "desk's"), version("deleted-open", "phone", 2, "phone's")),
	}
}
