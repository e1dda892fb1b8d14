package sse091_test

import (
	"testing"

	"crossfeed/engine/item"
	"crossfeed/engine/rules/order"
	"crossfeed/engine/rules/sse091"
)

// Copies of one version are not in conflict, and what is known of them is merged: the longer
// history, the fuller content, the resolved names of both.
func TestCopiesOfOneVersion(t *testing.T) {
	const other = "4|-|w|40@Z;31@Z;21@Z;11@Z"
	for _, c := range []struct{ name, x, y, want string }{
		{"the longer history", "3|-|x|30@A;20@A;10@A", "3|-|x|30@A;20@A", "3|-|x|30@A;20@A;10@A"},
		{"of histories as long the greater", "3|-|x|30@A;20@B", "3|-|x|30@A;20@A", "3|-|x|30@A;20@B"},
		{"what lives", "3|-|x|30@A", "3|D|y|30@A;20@A", "3|-|x|30@A"},
		{"the greater content", "3|-|y|30@A", "3|-|x|30@A;20@A", "3|-|y|30@A"},
		{"a tombstone's data", "3|D|x|30@A", "3|D||30@A", "3|D|x|30@A"},
		{"the data of the one and the history of the other", "3|D|x|30@A", "3|D||30@A;20@A", "3|D|x|30@A;20@A"},
	} {
		t.Run(c.name, func(t *testing.T) {
			expect(t, sse091.Merge(held(t, c.x), held(t, c.y)).Item, c.want)
			expect(t, sse091.Merge(held(t, c.y), held(t, c.x)).Item, c.want)
			expect(t, sse091.Merge(held(t, other, c.x), held(t, other, c.y)).Item, other, c.want)
		})
	}
}

// If a copy has nothing new, nothing changes, and the result is the local item.
func TestACopyThatBringsNothing(t *testing.T) {
	local := held(t, "3|-|x|30@A;20@A", "3|-|c|29@C")
	for _, copy := range []*item.Item{
		held(t, "3|-|x|30@A;20@A", "3|-|c|29@C"),
		held(t, "3|-|x|30@A"),
		held(t, "2|-|p|20@A"),
		held(t, "3|-|c|29@C"),
	} {
		expectNoNews(t, local, copy)
	}
	expectNoNews(t, held(t, "3|D|x|30@A", "3|D|c|29@C"), held(t, "3|D|x|30@A", "3|D|c|29@C"))
}

func expectNoNews(t *testing.T, local, copy *item.Item) {
	t.Helper()
	if r := sse091.Merge(local, copy); r.Changed || r.Item != local || !sse091.IsMerged(local, copy) {
		t.Errorf("changed by %s", listing(copy))
	}
}

func TestACopyThatBringsSomething(t *testing.T) {
	local := func() *item.Item { return held(t, "3|-|x|30@A;20@A", "3|-|c|29@C") }
	resolved, placed := held(t, "3|-|x|30@A;20@A"), held(t, "3|-|x|30@A;20@A")
	resolved.Winner.Resolved = []item.History{update(t, 2, "19@D")}
	placed.Winner.Place = item.Place{Parent: "p", Key: "1"}
	for name, copy := range map[string]*item.Item{
		"a longer history":          held(t, "3|-|x|30@A;20@A;10@A"),
		"an entry":                  held(t, "3|-|x|30@A;20@A", "3|-|d|29@D"),
		"a longer entry":            held(t, "3|-|x|30@A;20@A", "3|-|c|29@C;19@C"),
		"a resolved name":           resolved,
		"a place":                   placed,
		"a new version":             held(t, "4|-|y|40@A;30@A;20@A"),
		"a conflict":                held(t, "3|-|y|29@B"),
		"a version for the archive": held(t, "1|-|y|9@B"),
	} {
		l := local()
		r := sse091.Merge(l, copy)
		if r.Changed == (r.Item == l) || sse091.IsMerged(local(), copy) {
			t.Errorf("%s: changed %v", name, r.Changed)
		}
		if name != "a version for the archive" && !r.Changed {
			t.Errorf("%s changes nothing", name)
		}
	}
	if sse091.IsMerged(nil, local()) {
		t.Error("what is new here is incorporated")
	}
}

// A version with two positions gets the one that order.Lesser returns, in the lists as well;
// any position takes precedence over none.
func TestPlacesOfOneVersion(t *testing.T) {
	work, home, none := item.Place{Parent: "work", Key: "1"}, item.Place{Parent: "home", Key: "2"}, item.Place{}
	keyless := item.Place{Parent: "work"}
	for _, c := range []struct{ x, y, want item.Place }{
		{work, home, order.Lesser(id, work, home)},
		{work, none, work},
		{keyless, none, keyless},
		{work, work, work},
		{item.Place{Key: "3"}, home, item.Place{Key: "3"}},
	} {
		for _, p := range [][2]item.Place{{c.x, c.y}, {c.y, c.x}} {
			x, y := held(t, winner, "3|-|c|31@C"), held(t, winner, "3|-|c|31@C")
			x.Winner.Place, y.Winner.Place = p[0], p[1]
			x.Conflicts[0].Place, y.Conflicts[0].Place = p[0], p[1]
			it := sse091.Merge(x, y).Item
			if it.Winner.Place != c.want || it.Conflicts[0].Place != c.want {
				t.Errorf("%v and %v: %v, as an entry %v, want %v", p[0], p[1], it.Winner.Place, it.Conflicts[0].Place, c.want)
			}
		}
	}
}

// An sx:conflict without its item (§5.2) says nothing about the item, including its position.
func TestACopyWithoutDataGivesNoPlace(t *testing.T) {
	x, y := held(t, winner, "3|-|c|31@C"), held(t, winner, "3|M||31@C")
	y.Conflicts[0].Place = item.Place{Parent: "work", Key: "1"}
	for _, it := range []*item.Item{sse091.Merge(x, y).Item, sse091.Merge(y, x).Item} {
		expect(t, it, winner, "3|-|c|31@C")
		if got := it.Conflicts[0].Place; got != (item.Place{}) {
			t.Errorf("the place is %v", got)
		}
	}
}

// The winner keeps its position, whatever the loser's was.
func TestTheWinnerKeepsItsPlace(t *testing.T) {
	x, y := held(t, winner), held(t, "3|-|c|31@C")
	x.Winner.Place, y.Winner.Place = item.Place{Parent: "work", Key: "1"}, item.Place{Key: "1"}
	it := sse091.Merge(y, x).Item
	if it.Winner.Place != x.Winner.Place || it.Conflicts[0].Place != y.Winner.Place {
		t.Errorf("places %v and %v", it.Winner.Place, it.Conflicts[0].Place)
	}
}

func TestResolvedNamesOfCopiesAreMerged(t *testing.T) {
	x, y := held(t, winner), held(t, winner, "3|-|c|31@C", "2|-|d|21@D")
	x.Winner.Resolved = []item.History{update(t, 3, "31@C"), update(t, 2, "19@E")}
	y.Winner.Resolved = []item.History{update(t, 2, "19@E"), update(t, 2, "18@F")}
	for _, it := range []*item.Item{sse091.Merge(x, y).Item, sse091.Merge(y, x).Item} {
		expect(t, it, winner, "2|-|d|21@D")
		expectNames(t, it.Winner.Resolved, "3@31@C", "2@19@E", "2@18@F")
	}
}

// The fuller of two equal contents is kept.
func TestTheFullerContentStays(t *testing.T) {
	x, y := held(t, winner), held(t, winner)
	x.Winner.Content = content(t, `<title>w</title><link href="u"/>`)
	y.Winner.Content = content(t, `<title>w</title><link href="u" title="U"/>`)
	for _, it := range []*item.Item{sse091.Merge(x, y).Item, sse091.Merge(y, x).Item} {
		if it.Winner.Content != y.Winner.Content {
			t.Error("the poorer content stays")
		}
	}
	if r := sse091.Merge(y, x); r.Changed {
		t.Error("the poorer content is a change")
	}
}

// Of the remaining data of tombstones, the fuller is kept, and of equally full data the
// greater.
func TestTombstonesKeepWhatTheyCan(t *testing.T) {
	for _, c := range [][2]string{{"the whole text", "text"}, {"a whole text", "text"}, {"b", "a"}} {
		x, y := held(t, "3|D|"+c[0]+"|30@A"), held(t, "3|D|"+c[1]+"|30@A")
		for _, it := range []*item.Item{sse091.Merge(x, y).Item, sse091.Merge(y, x).Item} {
			if got := it.Winner.Title(); got != c[0] {
				t.Errorf("%q stays of %q", got, c)
			}
		}
	}
}

// A program that drops the digest does not remove it for others: the one that matches the
// content is kept.
func TestTheDigestStays(t *testing.T) {
	x, y := held(t, winner), held(t, winner)
	x.Winner.Digest = x.Winner.Content.Digest()
	for _, pair := range [][2]*item.Item{{x, y}, {y, x}} {
		r := sse091.Merge(pair[0], pair[1])
		if got := r.Item.Winner.Digest; got != x.Winner.Digest {
			t.Errorf("the digest is %q, want %q", got, x.Winner.Digest)
		}
		if r.Changed != (pair[0] == y) {
			t.Errorf("changed is %v", r.Changed)
		}
	}
}

func content(t *testing.T, children string) *item.Content {
	t.Helper()
	c, err := item.ParseContent(`<entry xmlns="http://www.w3.org/2005/Atom">` + children + `</entry>`)
	if err != nil {
		t.Fatal(err)
	}
	return c
}
