package feedsync_test

import (
	"slices"
	"testing"

	"crossfeed/engine/item"
	"crossfeed/engine/rules"
	"crossfeed/engine/rules/feedsync"
)

// SSE 0.93 §3.3: each pair merges to the same item from either side.
func TestMerge_3_3(t *testing.T) {
	const old = "1|-|old|1@20@A"
	for _, c := range []struct {
		name string
		x, y *item.Item
		want []string
	}{
		{"one was made from the other", held(t, old), held(t, "2|-|new|2@30@B;1@20@A"),
			[]string{"2|-|new|2@30@B;1@20@A"}},
		{"neither knew of the other", held(t, "2|-|x|2@30@B;1@20@A"), held(t, "3|-|y|3@40@A;2@35@A;1@20@A"),
			[]string{"3|-|y|3@40@A;2@35@A;1@20@A", "2|-|x|2@30@B;1@20@A"}},
		{"a tombstone loses to a live winner", held(t, "2|D|x|2@30@B;1@20@A"), held(t, "2|-|y|2@31@C;1@20@A"),
			[]string{"2|-|y|2@31@C;1@20@A", "2|D|x|2@30@B;1@20@A"}},
		{"a tombstone wins over a live conflict", held(t, "2|-|x|2@30@B;1@20@A"), held(t, "2|D|y|2@31@C;1@20@A"),
			[]string{"2|D|y|2@31@C;1@20@A", "2|-|x|2@30@B;1@20@A"}},
		{"two tombstones conflict", held(t, "2|D|x|2@30@B;1@20@A"), held(t, "2|D|y|2@31@C;1@20@A"),
			[]string{"2|D|y|2@31@C;1@20@A", "2|D|x|2@30@B;1@20@A"}},
		{"conflicts of both sides are merged", held(t, "2|-|w|2@40@A", "2|-|c|2@30@C"), held(t, "2|-|w|2@40@A", "2|-|d|2@30@D"),
			[]string{"2|-|w|2@40@A", "2|-|c|2@30@C", "2|-|d|2@30@D"}},
		{"a conflict that both hold stands once", held(t, "2|-|w|2@40@A", "2|-|c|2@30@C"), held(t, "2|-|v|2@39@B", "2|-|c|2@30@C"),
			[]string{"2|-|w|2@40@A", "2|-|c|2@30@C", "2|-|v|2@39@B"}},
		{"a conflict that was edited elsewhere wins", held(t, "2|-|w|2@40@A", "2|-|c|2@30@C"), held(t, "3|-|c2|3@35@C;2@30@C"),
			[]string{"3|-|c2|3@35@C;2@30@C", "2|-|w|2@40@A"}},
		{"a resolution resolves winner and conflict", held(t, "2|-|w|2@40@A", "2|-|c|2@30@C"), held(t, "3|-|r|3@50@B;2@30@C;2@40@A"),
			[]string{"3|-|r|3@50@B;2@30@C;2@40@A"}},
		{"what a resolution left out stays open", held(t, "2|-|w|2@40@A", "2|-|c|2@30@C"), held(t, "3|-|r|3@50@B;2@40@A"),
			[]string{"3|-|r|3@50@B;2@40@A", "2|-|c|2@30@C"}},
		{"what their winner subsumes of ours", held(t, "5|-|w|5@40@A", "2|-|c|2@30@C"), held(t, "4|-|x|4@50@B;2@30@C"),
			[]string{"5|-|w|5@40@A", "4|-|x|4@50@B;2@30@C"}},
		{"of versions that subsume each other the greater stays", held(t, "3|-|x|3@40@A;2@30@B"), held(t, "3|-|y|3@41@B;2@29@A"),
			[]string{"3|-|y|3@41@B;2@29@A", "3|-|x|3@40@A;2@30@B"}},
		{"in a circle the greatest stays", held(t, "3|-|x|2@40@A;2@30@B"), held(t, "4|-|y|2@41@B;2@29@A"),
			[]string{"4|-|y|2@41@B;2@29@A"}},
		{"what an item lists is open, whatever its other versions name", held(t, "3|-|z|3@50@C;2@40@B"), held(t, "2|-|y|2@40@B;1@30@A", "1|-|x|1@30@A"),
			[]string{"3|-|z|3@50@C;2@40@B", "1|-|x|1@30@A"}},
		{"a resolution that another item names with what it resolved", held(t, "3|-|r|3@50@B;2@30@C;2@40@A", "2|-|c|2@30@C"), held(t, "4|-|s|4@60@D;2@30@C;3@50@B"),
			[]string{"4|-|s|4@60@D;2@30@C;3@50@B"}},
		{"one version listed with a longer history", held(t, "3|-|w|3@42@A;2@38@B", "2|-|own|2@37@A"), held(t, "3|-|w|3@42@A;2@38@B;1@33@A"),
			[]string{"3|-|w|3@42@A;2@38@B;1@33@A", "2|-|own|2@37@A"}},
		{"one version listed, with another time elsewhere", held(t, "3|-|w|3@42@A;2@38@B", "2|-|own|2@37@A"), held(t, "3|-|w|3@43@A;2@38@B"),
			[]string{"3|-|w|3@43@A;2@38@B", "2|-|own|2@37@A"}},
		{"a winner that is not the greatest", held(t, "2|-|x|2@30@A", "2|-|y|2@31@B"), held(t, "2|-|x|2@30@A"),
			[]string{"2|-|y|2@31@B", "2|-|x|2@30@A"}},
		{"without by, listed", held(t, "3|-|w|3@42@B;2@37@-", "2|-|c|2@37@-"), held(t, "3|-|w|3@42@B;2@37@-"),
			[]string{"3|-|w|3@42@B;2@37@-", "2|-|c|2@37@-"}},
		{"without by, another time is another version", held(t, "4|-|w|4@42@-;2@37@A", "1|-|o|1@33@B"), held(t, "4|-|w|4@43@-;2@37@A", "2|-|c|2@37@A"),
			[]string{"4|-|w|4@43@-;2@37@A", "4|-|w|4@42@-;2@37@A", "1|-|o|1@33@B"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			expect(t, feedsync.Merge(c.x, c.y).Item, c.want[0], c.want[1:]...)
			expect(t, feedsync.Merge(c.y, c.x).Item, c.want[0], c.want[1:]...)
		})
	}
}

// Whatever an item lists is open, even if its winner is a later edit by the same endpoint:
// nobody has reviewed that version.
func TestWhatAnItemListsIsOpen(t *testing.T) {
	const w, own, c = "3|-|w|3@42@A;2@38@B;1@33@A", "2|-|own|2@37@A;1@33@A", "2|-|c|2@37@C;1@33@A"
	for name, r := range map[string]rules.Result{
		"in the local item":    feedsync.Merge(held(t, w, own, c), held(t, w)),
		"in the incoming item": feedsync.Merge(held(t, w), held(t, w, own, c)),
		"on reading":           feedsync.Merge(nil, held(t, w, own, c)),
	} {
		t.Run(name, func(t *testing.T) {
			expect(t, r.Item, w, own, c)
			if len(r.Dropped) != 0 {
				t.Errorf("%d versions dropped", len(r.Dropped))
			}
		})
	}
	if feedsync.IsMerged(held(t, w), held(t, w, own)) || !feedsync.IsMerged(held(t, w, own), held(t, w)) {
		t.Error("an open version is passed over")
	}
}

// An endpoint that saw the listed version resolves it for all; one that lists it again reopens
// it.
func TestWhatWasListedIsResolved(t *testing.T) {
	const w, own, r = "3|-|w|3@42@A;2@38@B;1@33@A", "2|-|own|2@37@A;1@33@A", "4|-|r|4@50@B;2@37@A;3@42@A;2@38@B;1@33@A"
	expect(t, feedsync.Merge(held(t, w, own), held(t, r)).Item, r)
	expect(t, feedsync.Merge(held(t, r), held(t, w, own)).Item, r)
	expect(t, feedsync.Merge(held(t, r), held(t, r, own)).Item, r, own)
	expect(t, feedsync.Merge(held(t, r, own), held(t, "5|-|s|5@60@C;2@37@A;4@50@B")).Item, "5|-|s|5@60@C;2@37@A;4@50@B")
}

// Conflicts of a conflict belong only to that conflict.
func TestNestedConflicts(t *testing.T) {
	const w, c = "3|-|w|3@42@A;2@38@B;1@33@A", "3|-|c|3@40@C;1@33@A"
	const own, other = "2|-|own|2@37@A;1@33@A", "2|-|other|2@37@C;1@33@A"
	nest := func(conflicts ...string) *item.Item {
		it := held(t, w, conflicts...)
		it.Nested = append([]int{0}, slices.Repeat([]int{1}, len(conflicts)-1)...)
		return it
	}
	for name, merged := range map[string]*item.Item{
		"read":     feedsync.Merge(nil, nest(c, own, other)).Item,
		"incoming": feedsync.Merge(held(t, w), nest(c, own, other)).Item,
		"local":    feedsync.Merge(nest(c, own, other), held(t, w)).Item,
	} {
		expect(t, merged, w, c, other)
		if merged.Nested != nil {
			t.Errorf("%s: still nested: %v", name, merged.Nested)
		}
	}
	if r := feedsync.Merge(nest(c, other), held(t, w)); !r.Changed || r.Item.Nested != nil {
		t.Errorf("all versions stay: changed %v, nested: %v", r.Changed, r.Item.Nested)
	}
}

// A new item is received as it is.
func TestMergeOfANewItem(t *testing.T) {
	r := feedsync.Merge(nil, held(t, "2|-|w|2@40@A", "2|-|c|2@30@C"))
	expect(t, r.Item, "2|-|w|2@40@A", "2|-|c|2@30@C")
	if !r.Changed || len(r.Dropped) != 0 || len(r.Twice) != 0 {
		t.Errorf("changed %v, dropped %d, twice %d", r.Changed, len(r.Dropped), len(r.Twice))
	}
}

// If nothing changes, the result is the very same item, so that nothing needs to be written.
func TestMergeThatChangesNothing(t *testing.T) {
	const w, c, d = "3|-|w|3@40@A;2@30@B", "2|-|c|2@30@C", "2|D|d|2@30@D"
	local := held(t, w, c, d)
	for name, incoming := range map[string]*item.Item{
		"itself":             local,
		"a copy":             held(t, w, c, d),
		"in another order":   held(t, w, d, c),
		"a part of it":       held(t, w, d),
		"what is subsumed":   held(t, "2|-|b|2@30@B"),
		"a poorer tombstone": held(t, w, "2|D||2@30@D"),
		"deleted written":    held(t, "3|U|w|3@40@A;2@30@B"),
	} {
		t.Run(name, func(t *testing.T) {
			if r := feedsync.Merge(local, incoming); r.Item != local || r.Changed || len(r.Dropped) != 0 {
				t.Errorf("changed %v, dropped %d: %s", r.Changed, len(r.Dropped), written(r.Item.Winner))
			}
		})
	}
}

// A version that the local item contains twice occurs once afterwards.
func TestMergeUnitesEqualVersions(t *testing.T) {
	const w, c = "2|-|w|2@40@A", "2|-|c|2@30@C"
	r := feedsync.Merge(held(t, w, c, w, c), held(t, w))
	expect(t, r.Item, w, c)
	if !r.Changed {
		t.Error("nothing changed")
	}
}

// A winner with noconflicts has no conflicts (SSE 0.93 §3.3 step 26); versions that it does
// not know are archived.
func TestMergeWithNoConflicts(t *testing.T) {
	const w, v = "2|N|w|2@40@B;1@20@A", "2|N|v|2@30@A;1@20@A"
	for _, c := range []struct {
		name            string
		local, incoming *item.Item
		winner          string
		dropped         []string
	}{
		{"the incoming wins", held(t, v), held(t, w), w, []string{v}},
		{"the local wins", held(t, w), held(t, v), w, []string{v}},
		{"conflicts are there all the same", held(t, w, v), held(t, w), w, []string{v}},
		{"on reading", nil, held(t, w, v), w, []string{v}},
		{"the winner was made from the other", held(t, "1|N|o|1@20@A"), held(t, w), w, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := feedsync.Merge(c.local, c.incoming)
			expect(t, r.Item, c.winner)
			expectVersions(t, "dropped", r.Dropped, c.dropped...)
			if r.FlagDiffers {
				t.Error("the versions are said to disagree on noconflicts")
			}
		})
	}
}

// A change of noconflicts after creation is reported, and the winner's value counts.
func TestMergeReportsAChangeOfNoConflicts(t *testing.T) {
	plain, marked := held(t, "2|-|i|2@40@B;1@20@A"), held(t, "2|N|l|2@30@A;1@20@A")
	r := feedsync.Merge(marked, plain)
	expect(t, r.Item, "2|-|i|2@40@B;1@20@A", "2|N|l|2@30@A;1@20@A")
	if !r.FlagDiffers {
		t.Error("the change is not reported")
	}
	later := held(t, "3|N|n|3@50@C;2@40@B;1@20@A")
	if r := feedsync.Merge(plain, later); !r.FlagDiffers {
		t.Error("the change in a later version is not reported")
	}
}

// A version that a merge drops is archived, unless a remaining version was made from it.
func TestDropped(t *testing.T) {
	for _, c := range []struct {
		name            string
		local, incoming *item.Item
		want            []string
	}{
		{"an older version, in the history",
			held(t, "1|-|x|1@20@A"), held(t, "2|-|y|2@30@B;1@20@A"), nil},
		{"an edit that the rules lose: no history names it",
			held(t, "2|-|x|2@30@A;1@20@A"), held(t, "3|-|w|3@50@A;2@40@B;1@20@A"), []string{"2|-|x|2@30@A;1@20@A"}},
		{"the same when it arrives",
			held(t, "3|-|w|3@50@A;2@40@B;1@20@A"), held(t, "2|-|x|2@30@A;1@20@A"), []string{"2|-|x|2@30@A;1@20@A"}},
		{"an entry of another time is another update",
			held(t, "2|-|x|2@30@A"), held(t, "3|-|w|3@50@A;2@40@A"), []string{"2|-|x|2@30@A"}},
		{"a later update of the same time is another update",
			held(t, "2|-|x|2@30@A"), held(t, "3|-|w|3@30@A"), []string{"2|-|x|2@30@A"}},
		{"the same below another's update",
			held(t, "2|-|x|2@30@A"), held(t, "4|-|w|4@50@B;3@30@A"), []string{"2|-|x|2@30@A"}},
		{"another endpoint's update of that number and time",
			held(t, "2|-|x|2@30@A"), held(t, "3|-|w|3@50@A;2@30@B"), []string{"2|-|x|2@30@A"}},
		{"one update with two contents",
			held(t, "2|-|alpha|2@30@A"), held(t, "2|-|beta|2@30@A"), []string{"2|-|alpha|2@30@A"}},
		{"one update, deleted and not",
			held(t, "2|D|x|2@30@A"), held(t, "2|-|x|2@30@A"), []string{"2|D|x|2@30@A"}},
		{"one update with two counts",
			held(t, "2|-|x|2@30@A"), held(t, "3|-|x|2@30@A"), []string{"2|-|x|2@30@A"}},
		{"one deletion, with less history and other data",
			held(t, "2|D|x|2@30@A"), held(t, "2|D|y|2@30@A;1@20@B"), nil},
		{"one update, with less history",
			held(t, "3|-|x|3@30@A"), held(t, "3|-|x|3@30@A;2@20@B"), nil},
		{"an entry without by",
			held(t, "2|-|x|2@30@-"), held(t, "3|-|y|3@40@A;2@30@-"), nil},
		{"an older conflict, in the history of a conflict",
			held(t, "5|-|w|5@50@B", "2|-|c|2@30@C"), held(t, "3|-|d|3@40@D;2@30@C"), nil},
		{"what arrives a second time", held(t, "2|-|x|2@30@A"), held(t, "2|-|x|2@30@A"), nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			expectVersions(t, "dropped", feedsync.Merge(c.local, c.incoming).Dropped, c.want...)
		})
	}
}

func TestIncorporated(t *testing.T) {
	const w, c, d = "3|-|w|3@40@A;2@30@B", "2|-|c|2@30@C;1@20@A", "2|D|d|2@30@D"
	local := held(t, w, c, d)
	for _, x := range []struct {
		name     string
		local    *item.Item
		incoming *item.Item
		want     bool
	}{
		{"the same item", local, held(t, w, c, d), true},
		{"held as a conflict", local, held(t, c), true},
		{"a part", local, held(t, w, d), true},
		{"subsumed by the winner", local, held(t, "2|-|b|2@30@B"), true},
		{"subsumed by a conflict", local, held(t, "1|-|a|1@20@A"), true},
		{"a poorer tombstone", local, held(t, w, "2|D||2@30@D"), true},
		{"an item that is new here", nil, held(t, w), false},
		{"a newer winner", local, held(t, "4|-|n|4@50@A;3@40@A"), false},
		{"a conflict that is new here", local, held(t, w, "2|-|e|2@30@E"), false},
		{"a new version with a conflict that is held", local, held(t, "2|-|e|2@30@E", c), false},
		{"a fuller tombstone", local, held(t, w, "2|D|dd|2@30@D"), true},
		{"the same version with more history", local, held(t, "3|-|w|3@40@A;2@30@B;1@20@A"), false},
		{"the same version with less history", local, held(t, "3|-|w|3@40@A"), true},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := feedsync.IsMerged(x.local, x.incoming); got != x.want {
				t.Errorf("got %v", got)
			}
			if x.want && feedsync.Merge(x.local, x.incoming).Changed {
				t.Error("a merge would change the item")
			}
		})
	}
}
