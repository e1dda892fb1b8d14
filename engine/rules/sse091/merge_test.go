package sse091_test

import (
	"fmt"
	"slices"
	"testing"

	"crossfeed/engine/enginetest/rulestest"
	"crossfeed/engine/item"
	"crossfeed/engine/rules"
	"crossfeed/engine/rules/sse091"
)

// Conflict detection (SSE 0.91 §4.4.1): the loser's update is compared with the winner's nth
// one, where n is the difference of their versions.
func TestConflictDetection(t *testing.T) {
	for _, c := range []struct {
		name          string
		winner, loser string
		conflict      bool
	}{
		{"the winner follows the loser", "2|-|w|20@B;10@A", "1|-|l|10@A", false},
		{"the winner follows the loser by some updates", "4|-|w|40@B;30@B;20@A;10@A", "2|-|l|20@A;10@A", false},
		{"n is 0: the winner's own update", "2|-|w|20@B;10@A", "2|-|l|20@A;10@A", true},
		{"n is 1: another update in its place", "3|-|w|30@B;20@B;10@A", "2|-|l|25@A;10@A", true},
		{"n is 1: the same time by another endpoint", "3|-|w|30@B;20@B;10@A", "2|-|l|20@A;10@A", true},
		{"n is 1: another time of the same endpoint", "3|-|w|30@B;20@A;10@A", "2|-|l|21@A;10@A", true},
		{"the endpoint is not told in the one", "3|-|w|30@B;20@-;10@A", "2|-|l|20@A;10@A", true},
		{"the time is not told in the one", "3|-|w|30@B;-@A;10@A", "2|-|l|20@A;10@A", true},
		{"the time is not told in both", "3|-|w|30@B;-@A;10@A", "2|-|l|-@A;10@A", false},
		{"the endpoint is not told in both", "3|-|w|30@B;20@-;10@A", "2|-|l|20@-;10@A", false},
		{"the nth update was truncated", "9|-|w|90@B;80@B", "2|-|l|20@A;10@A", false},
		{"all updates were truncated", "3|-|w|30@B", "2|-|l|20@A;10@A", false},
		{"the last update there is", "3|-|w|30@B;20@B", "2|-|l|20@A;10@A", true},
		{"the loser's history does not matter", "3|-|w|30@B;20@A;10@A", "2|-|l|20@A;5@C", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			var entries []string
			if c.conflict {
				entries = []string{c.loser}
			}
			expect(t, sse091.Merge(held(t, c.winner), held(t, c.loser)).Item, c.winner, entries...)
			expect(t, sse091.Merge(held(t, c.loser), held(t, c.winner)).Item, c.winner, entries...)
		})
	}
}

// The conflict flag (§4.4.1 step 2): it remains while there are entries; without entries it is
// the winner's.
func TestFlag(t *testing.T) {
	for _, c := range []struct {
		name string
		x, y *item.Item
		want bool
	}{
		{"none has it", held(t, winner), held(t, past), false},
		{"equal versions, one has it", flagged(held(t, winner)), held(t, winner), true},
		{"equal versions, both have it", flagged(held(t, winner)), flagged(held(t, winner)), true},
		{"the winner has it", flagged(held(t, winner)), held(t, past), true},
		{"the loser had it, and was updated", held(t, winner), flagged(held(t, past)), false},
		{"a conflict", held(t, winner), held(t, "3|-|c|31@C"), true},
		{"entries without it", unflagged(held(t, winner, "3|-|c|31@C")), held(t, winner), true},
		{"its entries stand in the winner's history", held(t, winner), held(t, winner, past), false},
		{"its entries were resolved", updated(t, held(t, winner, "3|-|c|31@C"), stamp(50, "A")), held(t, winner, "3|-|c|31@C"), false},
		{"its entries go, and a cycle had set it as well", held(t, winner), cyclic(held(t, winner, past)), true},
		{"a cycle's flag without entries", held(t, past), cyclic(held(t, winner)), true},
	} {
		t.Run(c.name, func(t *testing.T) {
			expectFlag(t, sse091.Merge(c.x, c.y).Item, c.want)
			expectFlag(t, sse091.Merge(c.y, c.x).Item, c.want)
		})
	}
}

func TestFlagOfWhatIsNewHere(t *testing.T) {
	expectFlag(t, sse091.Merge(nil, held(t, winner)).Item, false)
	expectFlag(t, sse091.Merge(nil, flagged(held(t, winner))).Item, true)
	expectFlag(t, sse091.Merge(nil, unflagged(held(t, winner, "3|-|c|31@C"))).Item, true)
	expectFlag(t, sse091.Merge(nil, held(t, winner, past)).Item, false)
}

// A flag alone is a change.
func TestAFlagIsAChange(t *testing.T) {
	r := sse091.Merge(held(t, winner), flagged(held(t, winner)))
	if !r.Changed || sse091.IsMerged(held(t, winner), flagged(held(t, winner))) {
		t.Error("the flag is passed over")
	}
}

func unflagged(it *item.Item) *item.Item {
	it.Flagged = false
	return it
}

func cyclic(it *item.Item) *item.Item {
	it.Winner.Place = item.Place{Key: "1/0", Cycle: "p"}
	return flagged(it)
}

// A version that a merge drops is archived, unless a remaining version was made from it.
func TestDropped(t *testing.T) {
	for _, c := range []struct {
		name string
		x, y *item.Item
		want []string
	}{
		{"what the winner was made from", held(t, winner), held(t, past), nil},
		{"what stays as a conflict", held(t, winner), held(t, "3|-|c|31@C"), nil},
		{"what a truncated winner does not tell of", held(t, "4|-|w|40@A;30@A"), held(t, "2|-|c|21@C"), []string{"2|-|c|21@C"}},
		{"also where it was made from it", held(t, "4|-|w|40@A;30@A"), held(t, "2|-|p|20@A"), []string{"2|-|p|20@A"}},
		{"what a conflict was made from", held(t, winner, "3|-|c|31@C;21@C"), held(t, "2|-|c0|21@C"), nil},
		{"an entry that a later one replaces", held(t, winner, "3|-|c|31@C"), held(t, winner, "2|-|c0|22@C"), []string{"2|-|c0|22@C"}},
		{"an entry that the later one was made from", held(t, winner, "3|-|c|31@C;22@C"), held(t, winner, "2|-|c0|22@C"), nil},
		{"an entry that the later one resolved", held(t, winner, "3|-|c|31@C;21@A"), held(t, winner, "2|-|c0|22@C"), []string{"2|-|c0|22@C"}},
		{"one update that says two things", held(t, winner), held(t, "4|-|v|40@A;30@A"), []string{"4|-|v|40@A;30@A"}},
		{"one update, deleted and not", held(t, winner), held(t, "4|D|w|40@A;30@A"), []string{"4|D|w|40@A;30@A"}},
		{"a copy that is known less well", held(t, winner), held(t, "4|-|w|40@A;30@A"), nil},
		{"a tombstone's dropped data", held(t, "4|D|w|40@A"), held(t, "4|D||40@A"), nil},
		{"what nothing but the keys is known of", held(t, winner, "3|-|c|31@C"), held(t, winner, "3|M||31@C"), nil},
		{"what a truncated winner does not tell of, listed without its data", held(t, "4|-|w|40@A;30@A", "2|M||21@C"), held(t, "2|-|c|21@C"),
			[]string{"2|-|c|21@C"}},
		{"each once", held(t, winner, "3|-|c|31@C", "2|-|c0|22@C"), held(t, winner, "2|-|c0|22@C"), []string{"2|-|c0|22@C"}},
		{"what was resolved", updated(t, held(t, winner, "3|-|c|31@C"), stamp(50, "A")), held(t, winner, "3|-|c|31@C"), nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			expectVersions(t, "dropped", sse091.Merge(c.x, c.y).Dropped, c.want...)
			expectVersions(t, "dropped the other way", sse091.Merge(c.y, c.x).Dropped, c.want...)
		})
	}
	expectVersions(t, "dropped of what is new here", sse091.Merge(nil, held(t, winner, "3|-|c|31@C", "2|-|c0|22@C")).Dropped, "2|-|c0|22@C")
}

// If one endpoint identifier is used twice, one version has two updates. Of two entries of one
// endpoint, the newer one is kept (§5.2). Versions from which the other was made remain
// conflicts: the same list is read again, and that must not change the result.
func TestWhatIsNotKeptDropsNothing(t *testing.T) {
	x := held(t, "8|-|x|80@E;70@S")
	y := held(t, "12|-|w|120@W;110@W;100@W;90@W;81@W;71@W", "10|-|e|101@E;91@W", "7|-|s|70@S")
	once := sse091.Merge(x, y)
	var got []string
	for _, c := range once.Item.Conflicts {
		got = append(got, c.Title())
	}
	if !slices.Equal(got, []string{"e", "s"}) || len(once.Dropped) != 1 || once.Dropped[0].Title() != "x" {
		t.Errorf("the conflicts are %q, dropped %v", got, once.Dropped)
	}
	if again := sse091.Merge(once.Item, y); again.Changed {
		t.Errorf("read again, it is\n%s", listing(again.Item))
	}
}

func TestTwice(t *testing.T) {
	const base = "2|-|x|30@A;20@B"
	for _, c := range []struct {
		name string
		x, y *item.Item
		want []string
	}{
		{"the same version", held(t, base), held(t, base), nil},
		{"another time", held(t, base), held(t, "2|-|x|31@A;20@B"), []string{"A 2"}},
		{"no time", held(t, base), held(t, "2|-|x|-@A;20@B"), []string{"A 2"}},
		{"another content", held(t, base), held(t, "2|-|y|30@A;20@B"), []string{"A 2"}},
		{"deleted", held(t, base), held(t, "2|D|x|30@A;20@B"), []string{"A 2"}},
		{"two tombstones with other data", held(t, "2|D|x|30@A"), held(t, "2|D|y|30@A"), nil},
		{"a truncated copy", held(t, base), held(t, "2|-|x|30@A"), nil},
		{"nothing but the keys is known", held(t, winner, "2|-|x|30@C"), held(t, winner, "2|M||30@C"), nil},
		{"against an update below", held(t, base), held(t, "3|-|w|40@C;31@A;20@B"), []string{"A 2"}},
		{"below in both", held(t, "3|-|x|40@D;30@A"), held(t, "3|-|y|41@E;31@A"), []string{"A 2"}},
		{"in a conflict", held(t, base), held(t, "4|-|w|50@W;40@W;30@A;20@B", "2|-|c|29@C;21@B"), []string{"B 1"}},
		{"in a conflict alone", held(t, base), held(t, "4|-|w|50@W", "2|-|c|29@C;21@B"), []string{"B 1"}},
		{"without by there is nobody to tell of", held(t, "2|-|x|30@-"), held(t, "2|-|y|30@-"), nil},
		{"an update and the next one", held(t, base), held(t, "3|-|y|40@A;30@A;20@B"), nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, r := range []rules.Result{sse091.Merge(c.x, c.y), sse091.Merge(c.y, c.x)} {
				var got []string
				for _, clash := range r.Twice {
					got = append(got, fmt.Sprint(clash.By, " ", clash.Sequence))
					if sse091.Compare(clash.Greater, clash.Lesser) < 0 {
						t.Errorf("%s is said to be greater than %s", written(clash.Greater), written(clash.Lesser))
					}
				}
				if !slices.Equal(got, c.want) {
					t.Errorf("got %q, want %q", got, c.want)
				}
			}
		})
	}
}

// An endpoint makes one update of each version (§4.2). A second one is reported when it is
// received, and not again with every later merge.
func TestAClashIsReportedWhenItArrives(t *testing.T) {
	clash := func() *item.Item { return held(t, "4|-|w|50@W;40@W;30@A;20@B", "2|-|c|29@C;21@B") }
	other := func() *item.Item { return held(t, "3|-|z|35@Z") }
	for _, c := range []struct {
		name            string
		local, incoming *item.Item
		want            int
	}{
		{"it arrives as a new item", nil, clash(), 1},
		{"it arrives", other(), clash(), 1},
		{"it is here, and what arrives tells nothing of it", clash(), other(), 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := sse091.Merge(c.local, c.incoming).Twice; len(got) != c.want {
				t.Errorf("%d clashes, want %d", len(got), c.want)
			}
		})
	}
}

// Publisher-specific data is never adopted from others.
func TestMergeKeepsPublisherDataAtHome(t *testing.T) {
	const older, newer = "1|-|x|20@A", "2|-|y|30@B;20@A"
	const longer, beside = "1|-|x|20@A;10@A", "2|-|z|29@C;20@A"
	for _, c := range []struct {
		name            string
		local, incoming *item.Item
		winner          string
		conflict        string
	}{
		{"the same version", from(t, "here", older), from(t, "there", older), "here", ""},
		{"a copy that is known better", from(t, "here", older), from(t, "there", longer), "here", ""},
		{"a newer one arrives", from(t, "here", older), from(t, "there", newer), "here", ""},
		{"an older one arrives", from(t, "here", newer), from(t, "there", older), "here", ""},
		{"a new item arrives", nil, from(t, "there", older), "", ""},
		{"a conflict arrives", from(t, "here", newer), from(t, "there", beside), "here", ""},
		{"the local version becomes a conflict", from(t, "here", beside), from(t, "there", newer), "here", "here"},
		{"a conflict is here as well", from(t, "here", newer, beside), from(t, "there", newer, beside+";10@A"), "here", "here"},
		{"a conflict is known better here", from(t, "here", newer, beside+";10@A"), from(t, "there", newer, beside), "here", "here"},
		{"a new item with a conflict arrives", nil, from(t, "there", newer, beside), "", ""},
		{"nothing is published here", from(t, "", older), from(t, "there", newer), "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			rulestest.ExpectPublishers(t, sse091.Merge(c.local, c.incoming).Item, c.winner, c.conflict)
		})
	}
}

// from returns an item as written by one publisher.
func from(t *testing.T, publisher, winner string, conflicts ...string) *item.Item {
	t.Helper()
	return rulestest.From(publisher, held(t, winner, conflicts...))
}
