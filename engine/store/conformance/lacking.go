package conformance

import (
	"testing"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
)

// bins is a todo, what a program that knows no todos made of it, and what another one did.
func bins() (first, edited, conflict *item.Version) {
	first = version("x", "desk", 1, "")
	first.Content = contentOf(record.Todo, record.Values{"title": "Bins", "due": "2005-05-27", "tags": "home"})
	return first, from(first, "reader", "Bins e"), from(first, "other", "Bins f")
}

func dueOf(v *item.Version) string { return record.Read(v.Content).Get("due") }

// checkCompleted checks that an item is shown with the record that its versions lack,
// everywhere.
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
	{"are those of what versions were made from", func(t *testing.T, s store.Store) {
		for _, dialect := range []string{"feedsync-1.0", "sse-0.91"} {
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
	{"are those of reopened versions, too", func(t *testing.T, s store.Store) {
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
