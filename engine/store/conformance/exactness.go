package conformance

import (
	"maps"
	"slices"
	"testing"
	"time"

	"crossfeed/engine/item"
	"crossfeed/engine/store"
)

// exactnessRules ask that an item and its archived version come back to the
// letter.
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

// delicate has items by what a store could lose of them.
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
		"a digest and what it settled":          changed(func(v *item.Version) { v.Digest, v.Settled = "0af1", longHistory() }),
		"what it settled":                       changed(func(v *item.Version) { v.Settled = longHistory() }),
		"an odd entry that it settled":          changed(func(v *item.Version) { v.Settled = []item.History{{Sequence: -2, By: `a"`, Extra: "<e/>"}} }),
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
	it.Winner.Place, it.Winner.Settled = item.Place{Parent: "work", Key: "2"}, longHistory()[:1]
	it.Conflicts[0].Place, it.Conflicts[0].Settled = item.Place{Parent: "home", Key: "1"}, longHistory()[:2]
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

// longHistory has more entries than are ever compacted, in no order.
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
		panic(err) // the text above
	}
	return c
}
