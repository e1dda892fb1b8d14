package conformance

import (
	"maps"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/item"
	"crossfeed/engine/store"
)

var archiveRules = []rule{
	{"has every version of every item put, the first put first", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		first, second := simple("x", "A"), only(version("x", "desk", 2, "B"), version("x", "phone", 2, "C"))
		put(t, s, set, first)
		put(t, s, set, second, simple("other", "D"))
		want := []*item.Version{first.Winner, second.Winner, second.Conflicts[0]}
		sameVersions(t, versionsOf(archiveOf(t, s, set, "x")), want)
	}},
	{"gives the versions put last, and how many there are", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		first, second := simple("x", "A"), only(version("x", "desk", 2, "B"), version("x", "phone", 2, "C"))
		put(t, s, set, first, second, simple("other", "D"))
		all := []*item.Version{first.Winner, second.Winner, second.Conflicts[0]}
		for most := range 5 {
			update(t, s, func(w store.Writer) error {
				newest, n, err := w.Newest(set, "x", most, math.MaxInt)
				sameVersions(t, versionsOf(newest), all[max(3-most, 0):])
				equal(t, "number", n, 3)
				return err
			})
		}
	}},
	{"gives no more of the versions put last than are asked for in bytes, but one", func(t *testing.T, s store.Store) {
		const each = 10_000 // of the title, which is in the text, too
		set := addSet(t, s, "a")
		var all []*item.Version
		for i := range 5 {
			all = append(all, version("x", "desk", i+1, strings.Repeat("A", each)))
			put(t, s, set, only(all[i]))
		}
		for _, c := range []struct{ bytes, want int }{{0, 1}, {each, 1}, {5 * each, 2}, {100 * each, 5}} {
			update(t, s, func(w store.Writer) error {
				newest, n, err := w.Newest(set, "x", 5, c.bytes)
				sameVersions(t, versionsOf(newest), all[5-c.want:])
				equal(t, "number", n, 5)
				return err
			})
		}
	}},
	{"has the updates of its versions", func(t *testing.T, s store.Store) {
		a, b := addSet(t, s, "a"), addSet(t, s, "b")
		kept := version("x", "desk", 2, "B")
		put(t, s, a, simple("other", "D"), only(kept))
		asked, later, unknown := kept.Top(), kept.Top(), kept.Top()
		later.Sequence++
		unknown.By = "phone"
		has := func(set int64, id string, h item.History) bool {
			return get(t, s, func(r store.Reader) (bool, error) { return r.Has(set, id, h) })
		}
		equal(t, "of the update", has(a, "x", asked), true)
		equal(t, "of a later one", has(a, "x", later), false)
		equal(t, "of another endpoint's", has(a, "x", unknown), false)
		equal(t, "of another item's", has(a, "other", asked), false)
		equal(t, "of another list's", has(b, "x", asked), false)
	}},
	{"gives its data to a conflict that was listed without", testSupplied},
	{"has a version once, as it was first seen", testArchivedOnce},
	{"has versions apart that differ in anything shared", testArchivedApart},
	{"takes versions that no item holds", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		dropped := version("x", "phone", 7, "dropped")
		update(t, s, func(w store.Writer) error { return w.PutArchive(set, dropped, seen) })
		sameVersions(t, versionsOf(archiveOf(t, s, set, "x")), []*item.Version{dropped})
		wantError(t, findItem(t, s, set, "x"), store.ErrNoItem)
	}},
	{"is kept apart for each set", func(t *testing.T, s store.Store) {
		a, b := addSet(t, s, "a"), addSet(t, s, "b")
		put(t, s, a, simple("x", "X"))
		equal(t, "archive of b", len(archiveOf(t, s, b, "x")), 0)
		put(t, s, b, simple("x", "X"))
		equal(t, "archive of b", len(archiveOf(t, s, b, "x")), 1)
	}},
	{"is not there for a set that was never put", func(t *testing.T, s store.Store) {
		err := s.Update(t.Context(), func(w store.Writer) error { return w.PutArchive(99, version("x", "desk", 1, "X"), seen) })
		wantError(t, err, store.ErrNoSet)
		equal(t, "archive", len(archiveOf(t, s, 99, "x")), 0)
	}},
}

// testArchivedOnce puts one version three times, with different publisher-specific data. The
// item has the last data, the archive the first.
func testArchivedOnce(t *testing.T, s store.Store) {
	set := addSet(t, s, "a")
	for i, publisher := range []string{"<item>1</item>", "<item>2</item>", "<item>3</item>"} {
		it := simple("x", "Eggs")
		it.Winner.Publisher = publisher
		from := store.Seen{At: noon.Add(time.Duration(-i) * time.Hour), From: publisher}
		update(t, s, func(w store.Writer) error { return w.PutItem(set, it, from) })
		equal(t, "publisher of the item", itemOf(t, s, set, "x").Winner.Publisher, publisher)
	}
	archived := archiveOf(t, s, set, "x")
	equal(t, "archived", len(archived), 1)
	equal(t, "seen", archived[0].Seen, store.Seen{At: noon, From: "<item>1</item>"})
	equal(t, "publisher", archived[0].Version.Publisher, "<item>1</item>")
}

func testArchivedApart(t *testing.T, s store.Store) {
	set := addSet(t, s, "a")
	versions := []*item.Version{version("x", "desk", 2, "Eggs")}
	for _, change := range []func(*item.Version){
		func(v *item.Version) { v.Updates++ },
		func(v *item.Version) { v.Deleted = true },
		func(v *item.Version) { v.Undeleted = true },
		func(v *item.Version) { v.NoConflicts = true },
		func(v *item.Version) { v.Extra = "<e/>" },
		func(v *item.Version) { v.Content = item.Plain("Ham", "text of Eggs") },
		func(v *item.Version) { v.History[0].Sequence++ },
		func(v *item.Version) { v.History[0].By = "phone" },
		func(v *item.Version) {
			v.History[0].When = item.ReadWhen("2005-05-21T14:02:00+02:00", noon.Add(2*time.Minute))
		},
		func(v *item.Version) { v.History[0].Extra = "<e/>" },
		func(v *item.Version) { v.History = append(v.History, item.History{Sequence: 1, By: "desk"}) },
	} {
		versions = append(versions, changed(change).Winner)
	}
	update(t, s, func(w store.Writer) error {
		for _, v := range append(versions, versions...) {
			if err := w.PutArchive(set, v, seen); err != nil {
				return err
			}
		}
		return nil
	})
	sameVersions(t, versionsOf(archiveOf(t, s, set, "x")), versions)
}

func versionsOf(archived []store.Archived) (all []*item.Version) {
	for _, a := range archived {
		all = append(all, a.Version)
	}
	return all
}

// from returns a version that an endpoint made from another one.
func from(before *item.Version, by, title string) *item.Version {
	v := version(before.ID, by, before.Updates+1, title)
	v.History = append(v.History, before.History...)
	return v
}

// putOne puts an item into a new list of a dialect and returns its row, and the list.
func putOne(t *testing.T, s store.Store, dialect item.Dialect, it *item.Item) (store.Row, int64) {
	t.Helper()
	l := list("of " + string(dialect))
	l.Dialect = dialect
	var set int64
	update(t, s, func(w store.Writer) (err error) {
		set, err = w.PutSet(l)
		return err
	})
	put(t, s, set, it)
	return rowOf(t, s, set, it.ID()), set
}

// rowOf returns the row of an item, and checks that every way of reading it gives the same.
func rowOf(t *testing.T, s store.Store, set int64, id string) store.Row {
	t.Helper()
	row := get(t, s, func(r store.Reader) (store.Row, error) { return r.Row(set, id) })
	want := map[bool][]string{true: {id}}
	for _, search := range []string{"", "e"} {
		equal(t, "to resolve", idsOf(t, s, set, store.Query{Conflicted: true, Search: search}), want[row.Conflicted()])
		equal(t, "deleted", idsOf(t, s, set, store.Query{Deleted: true, Search: search}), want[row.Gone()])
	}
	return row
}

var equalRules = []rule{
	{"are not counted, and stay in the item", func(t *testing.T, s store.Store) {
		it := only(version("x", "desk", 2, "Eggs"), version("x", "phone", 2, "Eggs"))
		row, set := putOne(t, s, "feedsync-1.0", it)
		equal(t, "conflicts", row.Conflicts, 0)
		sameVersions(t, itemOf(t, s, set, "x").Conflicts, it.Conflicts)
		put(t, s, set, only(version("x", "desk", 3, "Eggs")))
		equal(t, "conflicts of the next", len(itemOf(t, s, set, "x").Conflicts), 0)
	}},
	{"count once where they differ from the winner", func(t *testing.T, s store.Store) {
		row, _ := putOne(t, s, "feedsync-1.0", only(version("x", "desk", 2, "Eggs"),
			version("x", "phone", 2, "Bread"), version("x", "tablet", 2, "Bread"), version("x", "laptop", 2, "Eggs")))
		equal(t, "conflicts", row.Conflicts, 1)
	}},
	{"are all deletions, and such a tombstone is gone", func(t *testing.T, s store.Store) {
		row, _ := putOne(t, s, "feedsync-1.0", only(tombstone("x", "desk", 2, "Eggs"), tombstone("x", "phone", 2, "Bread")))
		equal(t, "conflicts", row.Conflicts, 0)
	}},
	{"are not marked by the flag of their conflict, and a cycle is", func(t *testing.T, s store.Store) {
		it := only(version("x", "desk", 2, "Eggs"), version("x", "phone", 2, "Eggs"))
		it.Flagged = true
		row, set := putOne(t, s, "sse-0.91", it)
		equal(t, "flagged", row.Flagged, false)
		equal(t, "flag of the item", itemOf(t, s, set, "x").Flagged, true)
		circle := *it.Winner
		circle.Place.Cycle = "y"
		put(t, s, set, &item.Item{Winner: &circle, Conflicts: it.Conflicts, Flagged: true})
		equal(t, "flagged for a cycle", rowOf(t, s, set, "x").Flagged, true)
	}},
	{"are not counted when they are reopened, and versions that returned by themselves only once", func(t *testing.T, s store.Store) {
		same, other := version("x", "phone", 2, "Eggs"), version("x", "tablet", 2, "Bread")
		_, set := putOne(t, s, "feedsync-1.0", only(version("x", "desk", 2, "Milk"), same, other))
		put(t, s, set, only(version("x", "desk", 3, "Eggs")))
		offer(t, s, set, "x", same)
		equal(t, "equal", rowOf(t, s, set, "x").Conflicts, 0)
		offer(t, s, set, "x", same, other)
		equal(t, "another", rowOf(t, s, set, "x").Conflicts, 1)
		put(t, s, set, only(version("x", "desk", 3, "Eggs"), other))
		equal(t, "back", rowOf(t, s, set, "x").Conflicts, 1)
		put(t, s, set, only(version("x", "desk", 4, "Bread")))
		equal(t, "put again", rowOf(t, s, set, "x").Conflicts, 1)
	}},
	{"of the original change nothing, as soon as the archive has it", func(t *testing.T, s store.Store) {
		for _, dialect := range []item.Dialect{item.FeedSync10, item.SSE091} {
			first := version("x", "desk", 1, "Eggs")
			edited, back := from(first, "phone", "Eggs and bread"), from(from(first, "desk", "Milk"), "desk", "Eggs")
			row, set := putOne(t, s, dialect, only(edited, back))
			equal(t, string(dialect)+": without the original", row.Conflicts, 1)
			update(t, s, func(w store.Writer) error { return w.PutArchive(set, first, seen) })
			equal(t, string(dialect)+": with the original", rowOf(t, s, set, "x").Conflicts, 0)
			put(t, s, set, only(edited, back))
			equal(t, string(dialect)+": put again", rowOf(t, s, set, "x").Conflicts, 0)
			put(t, s, set, only(from(back, "desk", "Eggs"), edited))
			equal(t, string(dialect)+": of the winner", rowOf(t, s, set, "x").Conflicts, 1)
		}
	}},
	{"are found by their item alone", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		for _, id := range []string{"x", ""} {
			view(t, s, func(r store.Reader) error {
				_, err := r.Row(set, id)
				wantError(t, err, store.ErrNoItem)
				return nil
			})
		}
	}},
}

// exactnessRules require that an item and its archived version are read back exactly as they
// were written.
var exactnessRules = func() (rules []rule) {
	items := delicate()
	for _, says := range slices.Sorted(maps.Keys(items)) {
		it := items[says]
		rules = append(rules, rule{says, func(t *testing.T, s store.Store) {
			set := addSet(t, s, "a")
			put(t, s, set, it)
			sameItem(t, itemOf(t, s, set, it.ID()), it)
			sameVersions(t, versionsOf(archiveOf(t, s, set, it.ID())), it.Versions())
		}})
	}
	return rules
}()

// delicate returns items, keyed by the detail that a store could lose.
func delicate() map[string]*item.Item {
	return map[string]*item.Item{
		"conflicts in their order":              only(version("x", "desk", 3, "A"), version("x", "z", 2, "B"), version("x", "a", 2, "C")),
		"a tombstone with its data":             only(tombstone("x", "desk", 2, "gone")),
		"an un-deletion":                        changed(func(v *item.Version) { v.Undeleted = true }),
		"noconflicts":                           changed(func(v *item.Version) { v.NoConflicts = true }),
		"the greatest numbers":                  changed(func(v *item.Version) { v.Updates, v.History[0].Sequence = item.MaxCount, item.MaxCount }),
		"an unknown attribute and child":        changed(func(v *item.Version) { v.Extra = `<e a="1 &amp; 2">&lt;ä</e>` }),
		"an unknown attribute of an update":     changed(func(v *item.Version) { v.History[0].Extra = `<e a="&quot;">` + "\n\t</e>" }),
		"a long history, not sorted":            changed(func(v *item.Version) { v.History = longHistory() }),
		"publisher-specific data":               changed(func(v *item.Version) { v.Publisher = `<item><guid>7</guid></item>` }),
		"different publisher-specific data":     bothPublishers(),
		"a time in another zone":                dated("2005-05-21T14:03:33+02:00", time.Date(2005, 5, 21, 12, 3, 33, 0, time.UTC)),
		"a time of another kind":                dated("Sat, 21 May 05 07:03:33 EST", time.Date(2005, 5, 21, 12, 3, 33, 0, time.UTC)),
		"a fraction of a second":                dated("2005-05-21t12:03:33.000000001z", time.Date(2005, 5, 21, 12, 3, 33, 1, time.UTC)),
		"a time before 1970":                    dated("1969-12-31T23:59:58.5Z", time.Date(1969, 12, 31, 23, 59, 58, 5e8, time.UTC)),
		"a time before 1601":                    dated("0001-01-01T00:00:00Z", time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC)),
		"a time beyond 9999":                    dated("9999-12-31T23:59:59-14:00", time.Date(10000, 1, 1, 13, 59, 59, 0, time.UTC)),
		"an update without a time":              changed(func(v *item.Version) { v.History[0].When = item.When{} }),
		"an update without an endpoint":         changed(func(v *item.Version) { v.History[0].By = "" }),
		"comments, CDATA and foreign elements":  changed(func(v *item.Version) { v.Content = foreign() }),
		"an empty content":                      changed(func(v *item.Version) { v.Content = item.Plain("", "") }),
		"quotes, line ends and supplementaries": changed(func(v *item.Version) { v.Content = item.Plain("a'b\"c;--", "1\r\n2\t𝄞 e\u0301") }),
		"a place":                               changed(func(v *item.Version) { v.Place = item.Place{Parent: `a"b ü`, Key: "1 a%20b 3/2", Cycle: "c"} }),
		"a place at the root":                   changed(func(v *item.Version) { v.Place = item.Place{Key: "1"} }),
		"a place without a key":                 changed(func(v *item.Version) { v.Place = item.Place{Parent: "p"} }),
		"a digest":                              changed(func(v *item.Version) { v.Digest = "0af1" }),
		"a digest and what it resolved":         changed(func(v *item.Version) { v.Digest, v.Resolved = "0af1", longHistory() }),
		"what it resolved":                      changed(func(v *item.Version) { v.Resolved = longHistory() }),
		"an odd entry that it resolved":         changed(func(v *item.Version) { v.Resolved = []item.History{{Sequence: -2, By: `a"`, Extra: "<e/>"}} }),
		"a history that falls below 1":          changed(func(v *item.Version) { v.History = append(v.History, item.History{Sequence: -1, By: "desk"}) }),
		"conflicts in places of their own":      placedApart(),
		"a conflict that is missing":            missing(),
		"a mark":                                {Winner: version("x", "desk", 1, "A"), Flagged: true},
		"an identifier of any characters":       only(version(`a'b"c%_\ü`, "d'e", 1, "A")),
	}
}

func changed(change func(*item.Version)) *item.Item {
	v := version("x", "desk", 2, "Eggs")
	change(v)
	return only(v)
}

func dated(text string, instant time.Time) *item.Item {
	return changed(func(v *item.Version) { v.History[0].When = item.ReadWhen(text, instant) })
}

func placedApart() *item.Item {
	it := only(version("x", "desk", 3, "A"), version("x", "phone", 2, "B"), version("x", "tablet", 2, "C"))
	it.Winner.Place, it.Winner.Resolved = item.Place{Parent: "work", Key: "2"}, longHistory()[:1]
	it.Conflicts[0].Place, it.Conflicts[0].Resolved = item.Place{Parent: "home", Key: "1"}, longHistory()[:2]
	return it
}

func missing() *item.Item {
	it := only(version("x", "desk", 3, "A"), version("x", "phone", 2, ""))
	it.Conflicts[0].Missing, it.Conflicts[0].Content, it.Conflicts[0].Extra = true, item.Plain("", ""), "<lost/>"
	it.Flagged = true
	return it
}

func bothPublishers() *item.Item {
	it := only(version("x", "desk", 2, "A"), version("x", "phone", 2, "B"))
	it.Winner.Publisher, it.Conflicts[0].Publisher = "<item><guid>1</guid></item>", "<item><guid>2</guid></item>"
	return it
}

// longHistory returns an unsorted history that is longer than compaction would leave it.
func longHistory() (all []item.History) {
	for i := range 300 {
		sequence := (i*7)%300 + 1
		all = append(all, item.History{Sequence: sequence, When: item.At(noon.Add(time.Duration(sequence) * time.Hour)), By: "desk"})
	}
	return all
}

func foreign() *item.Content {
	const xml = `<entry xmlns="http://www.w3.org/2005/Atom" xmlns:y="urn:y"><!-- a --><title>Eggs</title>` +
		`<y:z  b='2' a="1"><![CDATA[<raw>]]> &amp; more</y:z><link href="urn:l" title="beyond"/></entry>`
	c, err := item.ParseContent(xml)
	if err != nil {
		panic(err) // the text is the constant above
	}
	return c
}

// testSupplied checks that the item completes a conflict from the archive, in whichever order
// they were written.
func testSupplied(t *testing.T, s store.Store) {
	for name, first := range map[string]bool{"data first": true, "data later": false} {
		set := addSet(t, s, name)
		data, bare := version("x", "phone", 2, "Rice milk"), version("x", "phone", 2, "")
		bare.Content, bare.Missing = item.Plain("", ""), true
		archive := func() { update(t, s, func(w store.Writer) error { return w.PutArchive(set, data, seen) }) }
		if first {
			archive()
		}
		put(t, s, set, only(version("x", "desk", 3, "Oat milk"), bare))
		if !first {
			same := get(t, s, func(r store.Reader) (*item.Item, error) { return r.Item(set, "x") })
			equal(t, name+": missing before", same.Conflicts[0].Missing, true)
			archive()
		}
		it := get(t, s, func(r store.Reader) (*item.Item, error) { return r.Item(set, "x") })
		sameVersions(t, it.Conflicts, []*item.Version{data})
		equal(t, name+": missing", it.Conflicts[0].Missing, false)
	}
}
