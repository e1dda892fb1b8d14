package conformance

import (
	"fmt"
	"testing"
	"time"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
)

var searchRules = []rule{
	{"finds title and text of any version, whatever the case", testSearch},
	{"finds the text of a record's fields, and no codes", testSearchFields},
	{"follows the item", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		put(t, s, set, only(titled("x", "Eggs", ""), titled("x", "Ham", "")))
		put(t, s, set, only(titled("x", "Bread", "")))
		equal(t, "eggs", idsOf(t, s, set, store.Query{Search: "eggs"}), []string(nil))
		equal(t, "ham", idsOf(t, s, set, store.Query{Search: "ham"}), []string(nil))
		equal(t, "bread", idsOf(t, s, set, store.Query{Search: "bread"}), []string{"x"})
	}},
	{"stays in its set", func(t *testing.T, s store.Store) {
		a, b := addSet(t, s, "a"), addSet(t, s, "b")
		put(t, s, a, simple("x", "Eggs"))
		equal(t, "rows", idsOf(t, s, b, store.Query{Search: "eggs"}), []string(nil))
	}},
}

func testSearch(t *testing.T, s store.Store) {
	set := addSet(t, s, "a")
	put(t, s, set,
		only(titled("street", "Hauptstraße 5", "")),
		only(titled("eggs", "Ärger mit Eiern", "100 % frisch")),
		only(titled("under", "snake_case", `back\slash`)),
		only(titled("open", "Milk", ""), titled("open", "", "Butter's")),
		only(titled("composed", "A\u0308pfel", "")),
		only(titled("greek", "ΟΔΟΣ", "\U00010400")),
	)
	for _, c := range []struct {
		search string
		want   []string
	}{
		{"", []string{"street", "eggs", "under", "open", "composed", "greek"}},
		{"hauptSTRASSE", []string{"street"}},
		{"STRAẞE", []string{"street"}},
		{"ärger", []string{"eggs"}},
		{"ÄRGER MIT", []string{"eggs"}},
		{"%", []string{"eggs"}},
		{"0 % F", []string{"eggs"}},
		{"_", []string{"under"}},
		{"SNAKE_", []string{"under"}},
		{"snakeXcase", nil},
		{`\`, []string{"under"}},
		{"milk", []string{"open"}},
		{"BUTTER'S", []string{"open"}},
		{"ÄPFEL", []string{"composed"}},
		{"οδος", []string{"greek"}},
		{"\U00010428", []string{"greek"}},
		{"milkbutter", nil},
		{"nothing", nil},
	} {
		equal(t, "searching "+c.search, idsOf(t, s, set, store.Query{Search: c.search}), c.want)
	}
}

func testSearchFields(t *testing.T, s store.Store) {
	set := addSet(t, s, "a")
	put(t, s, set,
		todo("todo", record.Values{"title": "Milk", "location": "Market Square", "tags": "Dairy", "due": "2026-11-27", "alarms": "-PT15M"}),
		contact("contact", record.Values{"name": "Given", "phones": "[home] +49 30 23125 001", "emails": "given@example.org", "organisation": "Engines Ltd"}),
	)
	for search, want := range map[string][]string{
		"market sq": {"todo"}, "DAIRY": {"todo"}, "30 23": {"contact"}, "GIVEN@EXAMPLE": {"contact"}, "engines": {"contact"},
		"PT15M": nil, "vcard": nil, "needs-action": nil,
	} {
		equal(t, "searching "+search, idsOf(t, s, set, store.Query{Search: search}), want)
	}
}

func titled(id, title, text string) *item.Version {
	v := version(id, "desk", 1, "")
	v.Content = item.Plain(title, text)
	return v
}

var limitRules = []rule{
	{"give the first rows, and count them all", testLimits},
	{"are read again for each query of a view", func(t *testing.T, s store.Store) {
		a, b := tenItems(t, s, "a"), tenItems(t, s, "b")
		view(t, s, func(r store.Reader) error {
			for _, c := range []struct {
				set       int64
				search    string
				limit     int
				rows, all int
			}{
				{a, "even", 2, 2, 5}, {a, "odd", 2, 2, 5}, {b, "even", 9, 5, 5}, {a, "even", 0, 5, 5}, {a, "", 3, 3, 10}, {a, "even", 1, 1, 5},
			} {
				q := store.Query{Search: c.search, Limit: c.limit}
				rows, err := r.Rows(c.set, q)
				if err != nil {
					return err
				}
				n, err := r.CountRows(c.set, q)
				if len(rows) != c.rows || n != c.all || err != nil {
					t.Errorf("%+v: %d rows of %d, error %v", c, len(rows), n, err)
				}
			}
			return nil
		})
	}},
	{"may stop counting where there are enough", func(t *testing.T, s store.Store) {
		set := tenItems(t, s, "a")
		for enough, least := range map[int]int{0: 5, 1: 1, 4: 4, 5: 5, 9: 5} {
			n := get(t, s, func(r store.Reader) (int, error) {
				return r.CountRows(set, store.Query{Search: "even", Enough: enough})
			})
			if n < least || n > 5 {
				t.Errorf("enough are %d: counted %d", enough, n)
			}
		}
	}},
	{"count what was written after the rows were read", func(t *testing.T, s store.Store) {
		set := tenItems(t, s, "a")
		update(t, s, func(w store.Writer) error {
			q := store.Query{Search: "even", Limit: 2}
			if _, err := w.Rows(set, q); err != nil {
				return err
			}
			if err := w.RemoveItem(set, "item-0"); err != nil {
				return err
			}
			n, err := w.CountRows(set, q)
			equal(t, "number", n, 4)
			return err
		})
	}},
}

func testLimits(t *testing.T, s store.Store) {
	set := tenItems(t, s, "a")
	for _, search := range []string{"", "t"} { // both match every title
		for limit, want := range map[int]int{0: 10, 1: 1, 9: 9, 10: 10, 11: 10} {
			q := store.Query{Search: search, Limit: limit}
			ids := idsOf(t, s, set, q)
			equal(t, "rows", len(ids), want)
			equal(t, "first", ids[0], "item-0")
			equal(t, "number", countRows(t, s, set, q), 10)
		}
	}
}

// tenItems adds a list of items whose titles say whether their number is even.
func tenItems(t *testing.T, s store.Store, name string) int64 {
	t.Helper()
	set := addSet(t, s, name)
	for i := range 10 {
		put(t, s, set, simple(fmt.Sprint("item-", i), []string{"even", "odd"}[i%2]))
	}
	return set
}

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
			{store.Query{Conflicted: true}, []string{"open", "deleted-open"}},
			{store.Query{Deleted: true, Conflicted: true}, nil},
			{store.Query{Conflicted: true, Search: "phone's"}, []string{"open", "deleted-open"}},
			{store.Query{Deleted: true, Search: "desk's"}, []string{"deleted"}},
		} {
			equal(t, "rows", idsOf(t, s, set, q.query), q.want)
		}
	}},
	{"of all sets include each set that is not deleted", func(t *testing.T, s store.Store) {
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

// note is the facts of an item without a record.
var note = record.Facts{Kind: record.Note}

// oneOfEach returns one item for each combination of deleted or not, with or without open
// conflicts.
func oneOfEach() []*item.Item {
	return []*item.Item{
		only(version("live", "desk", 1, "desk's")),
		only(version("open", "desk", 2, "desk's"), version("open", "phone", 2, "phone's")),
		only(tombstone("deleted", "desk", 2, "desk's")),
		only(tombstone("deleted-open", "desk", 2, "desk's"), version("deleted-open", "phone", 2, "phone's")),
	}
}

// bins returns a todo, an edit by a program that does not know todos, and a conflicting
// version.
func bins() (first, edited, conflict *item.Version) {
	first = version("x", "desk", 1, "")
	first.Content = contentOf(record.Todo, record.Values{"title": "Bins", "due": "2005-05-27", "tags": "home"})
	return first, from(first, "reader", "Bins e"), from(first, "other", "Bins f")
}

func dueOf(v *item.Version) string { return record.Read(v.Content).Get("due") }

// checkCompleted checks that an item is shown everywhere with the record that its versions
// lack.
func checkCompleted(t *testing.T, s store.Store, set int64, due string) {
	t.Helper()
	row := get(t, s, func(r store.Reader) (store.Row, error) { return r.Row(set, "x") })
	equal(t, "due in the row", row.Due, due)
	var want []string
	if due != "" {
		want = []string{"x"}
	}
	equal(t, "of that day", idsOf(t, s, set, store.Query{DueFrom: "2005-05-27", DueTo: "2005-05-27"}), want)
	equal(t, "with the tag", idsOf(t, s, set, store.Query{Tag: "home"}), want)
	equal(t, "found", idsOf(t, s, set, store.Query{Search: "home"}), want)
	for _, v := range itemOf(t, s, set, "x").Versions() {
		equal(t, "due of the item", dueOf(v), due)
	}
	view(t, s, func(r store.Reader) error {
		return r.EachItem(set, func(it *item.Item) error {
			equal(t, "due of each", dueOf(it.Winner), due)
			return nil
		})
	})
}

var lackingRules = []rule{
	{"include the versions that others were made from", func(t *testing.T, s store.Store) {
		for _, dialect := range []item.Dialect{item.FeedSync10, item.SSE091} {
			first, edited, conflict := bins()
			_, set := putOne(t, s, dialect, only(first))
			put(t, s, set, only(edited, conflict))
			checkCompleted(t, s, set, "2005-05-27")
			sameVersions(t, itemOf(t, s, set, "x").Versions(), []*item.Version{edited, conflict})
			for _, a := range get(t, s, func(r store.Reader) ([]store.Archived, error) { return r.Versions(set, "x") }) {
				equal(t, "due in the archive", dueOf(a.Version), "2005-05-27")
			}
			put(t, s, set, itemOf(t, s, set, "x"))
			checkCompleted(t, s, set, "2005-05-27")
		}
	}},
	{"are found once they are in the archive, and the item keeps its stamp", func(t *testing.T, s store.Store) {
		first, edited, conflict := bins()
		_, set := putOne(t, s, "feedsync-1.0", only(edited, conflict))
		checkCompleted(t, s, set, "")
		before := get(t, s, func(r store.Reader) ([]store.Stamped, error) { return r.Stamps(set) })
		update(t, s, func(w store.Writer) error { return w.PutArchive(set, first, seen) })
		checkCompleted(t, s, set, "2005-05-27")
		equal(t, "stamps", get(t, s, func(r store.Reader) ([]store.Stamped, error) { return r.Stamps(set) }), before)
	}},
	{"include reopened versions", func(t *testing.T, s store.Store) {
		first, edited, conflict := bins()
		_, set := putOne(t, s, "feedsync-1.0", only(first))
		put(t, s, set, only(edited, conflict))
		put(t, s, set, only(edited))
		offer(t, s, set, "x", conflict)
		for _, v := range get(t, s, func(r store.Reader) ([]*item.Version, error) { return r.Offered(set, "x") }) {
			equal(t, "due", dueOf(v), "2005-05-27")
		}
	}},
	{"are no longer lacking once a version has its own", func(t *testing.T, s store.Store) {
		first, edited, _ := bins()
		_, set := putOne(t, s, "feedsync-1.0", only(first))
		put(t, s, set, only(edited))
		whole := from(edited, "desk", "")
		whole.Content = contentOf(record.Todo, record.Values{"title": "Bins", "due": "2005-05-27", "tags": "home"})
		put(t, s, set, only(whole))
		checkCompleted(t, s, set, "2005-05-27")
		equal(t, "lacking", itemOf(t, s, set, "x").Winner.Content.From() != nil, false)
	}},
	{"are none of tombstones", func(t *testing.T, s store.Store) {
		first, edited, _ := bins()
		_, set := putOne(t, s, "feedsync-1.0", only(first))
		edited.Deleted = true
		put(t, s, set, only(edited))
		equal(t, "due", dueOf(itemOf(t, s, set, "x").Winner), "")
	}},
}
