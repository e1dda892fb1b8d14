package sse091_test

import (
	"slices"
	"testing"

	"crossfeed/engine/enginetest/testsize"
	"crossfeed/engine/item"
	"crossfeed/engine/rules/sse091"
)

const (
	winner = "4|-|w|40@A;30@A;20@A;10@A"
	past   = "3|-|p|30@A;20@A;10@A"
)

// The lists of both sides are merged, whether there is a conflict or not.
func TestListsAreMerged(t *testing.T) {
	for _, c := range []struct {
		name     string
		x, y     *item.Item
		winner   string
		conflict []string
	}{
		{"of equal versions", held(t, winner, "4|-|b|39@B"), held(t, winner, "3|-|c|29@C"), winner, []string{"4|-|b|39@B", "3|-|c|29@C"}},
		{"the same entry on both sides", held(t, winner, "4|-|b|39@B"), held(t, winner, "4|-|b|39@B"), winner, []string{"4|-|b|39@B"}},
		{"without a conflict, of the loser", held(t, past, "3|-|b|29@B"), held(t, winner), winner, []string{"3|-|b|29@B"}},
		{"without a conflict, of the winner", held(t, past), held(t, winner, "4|-|b|39@B"), winner, []string{"4|-|b|39@B"}},
		{"with a conflict", held(t, winner, "4|-|b|39@B"), held(t, "3|-|c|29@C;20@A", "2|-|d|19@D"), winner,
			[]string{"4|-|b|39@B", "3|-|c|29@C;20@A", "2|-|d|19@D"}},
		{"except what stands in the winner's history", held(t, "3|-|b|31@B;20@A", past), held(t, winner), winner, []string{"3|-|b|31@B;20@A"}},
		{"except the winner's own update", held(t, "3|-|b|31@B;20@A", winner), held(t, winner), winner, []string{"3|-|b|31@B;20@A"}},
		{"except what another entry was made from", held(t, winner, "3|-|c|29@C;19@B"), held(t, winner, "2|-|b|19@B"), winner, []string{"3|-|c|29@C;19@B"}},
		{"also of the same winner", held(t, winner, "3|-|b|31@B;20@A", past), held(t, winner), winner, []string{"3|-|b|31@B;20@A"}},
		{"an entry that the winner's history does not reach", held(t, "4|-|w|40@A;30@A", "2|-|x|20@A"), held(t, "4|-|w|40@A;30@A"),
			"4|-|w|40@A;30@A", []string{"2|-|x|20@A"}},
		{"an entry that is greater than the winner", held(t, winner, "5|-|x|50@X"), held(t, past), winner, []string{"5|-|x|50@X"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			expect(t, sse091.Merge(c.x, c.y).Item, c.winner, c.conflict...)
			expect(t, sse091.Merge(c.y, c.x).Item, c.winner, c.conflict...)
		})
	}
}

// One entry is kept for each endpoint, the latest; without by, one for each version and time
// (§5.2).
func TestOneEntryForEachEndpoint(t *testing.T) {
	for _, c := range []struct{ name, x, y, kept string }{
		{"the higher version", "3|-|x|20@B", "2|-|y|29@B", "3|-|x|20@B"},
		{"then the later time", "3|-|x|29@B", "3|-|y|28@B", "3|-|x|29@B"},
		{"a time before none", "3|-|x|29@B", "3|-|y|-@B", "3|-|x|29@B"},
		{"then the greater content", "3|-|b|29@B", "3|-|a|29@B", "3|-|b|29@B"},
		{"without by, of one version and time the greater content", "3|-|b|29@-", "3|-|a|29@-", "3|-|b|29@-"},
		{"what is known before what is not", "3|-|b|29@B", "3|M||29@B", "3|-|b|29@B"},
	} {
		t.Run(c.name, func(t *testing.T) {
			expect(t, sse091.Merge(held(t, winner, c.x), held(t, winner, c.y)).Item, winner, c.kept)
			expect(t, sse091.Merge(held(t, winner, c.y), held(t, winner, c.x)).Item, winner, c.kept)
			expect(t, sse091.Merge(nil, held(t, winner, c.y, c.x)).Item, winner, c.kept)
		})
	}
	for _, both := range [][]string{
		{"3|-|x|29@-", "2|-|y|29@-"},
		{"3|-|x|29@-", "3|-|y|28@-"},
		{"3|-|x|29@-", "3|-|x|29@B"},
		{"3|-|x|29@B", "3|-|y|29@C"},
	} {
		expect(t, sse091.Merge(held(t, winner, both[0]), held(t, winner, both[1])).Item, winner, both...)
	}
}

// The loser replaces an entry of its endpoint, and is replaced by a later one.
func TestTheLoserIsAnEntryLikeOthers(t *testing.T) {
	expect(t, sse091.Merge(held(t, winner, "2|-|old|21@B"), held(t, "3|-|new|31@B;21@B")).Item, winner, "3|-|new|31@B;21@B")
	expect(t, sse091.Merge(held(t, winner, "4|-|new|39@B;31@B"), held(t, "3|-|old|31@B;21@B")).Item, winner, "4|-|new|39@B;31@B")
}

// A resolved version is not brought back by an outdated endpoint.
func TestWhatIsResolvedStaysResolved(t *testing.T) {
	open := held(t, winner, "4|-|b|39@B;29@B", "3|-|c|31@C")
	resolved := updated(t, open, stamp(50, "A"))
	for name, behind := range map[string]*item.Item{
		"that lists them":                      open,
		"that lists what one was made from":    held(t, winner, "3|-|b0|29@B"),
		"that has one as its winner":           held(t, "4|-|b|39@B;29@B"),
		"that lists them with what it had won": held(t, "3|-|c|31@C", "3|-|b0|29@B"),
	} {
		t.Run(name, func(t *testing.T) {
			r := sse091.Merge(behind, resolved)
			expect(t, r.Item, "5|-|w|50@A;40@A;30@A;20@A;10@A")
			expectVersions(t, "dropped", r.Dropped)
		})
	}
}

// An update that resolved a conflict and lost is listed instead of it.
func TestWhatALoserResolvedStaysResolved(t *testing.T) {
	resolved := updated(t, held(t, "3|-|c|30@C;20@C", "2|-|b|19@B"), stamp(39, "C"))
	const loser, update = "4|-|c|39@C;30@C;20@C", "4|-|w|40@A;30@C;20@C"
	behind := held(t, update, "2|-|b|19@B")
	expect(t, sse091.Merge(behind, resolved).Item, update, loser)
	expect(t, sse091.Merge(resolved, behind).Item, update, loser)
	expect(t, sse091.Merge(held(t, update, loser), behind).Item, update, loser, "2|-|b|19@B")
}

// A new conflict with an update that resolved others is a conflict.
func TestResolvingResolvesNothingNew(t *testing.T) {
	resolved := updated(t, held(t, winner, "4|-|b|39@B"), stamp(50, "A"))
	later := held(t, "5|-|b2|49@B;39@B")
	expect(t, sse091.Merge(later, resolved).Item, "5|-|w|50@A;40@A;30@A;20@A;10@A", "5|-|b2|49@B;39@B")
	expect(t, sse091.Merge(resolved, held(t, "4|-|b|38@B")).Item, "5|-|w|50@A;40@A;30@A;20@A;10@A", "4|-|b|38@B")
}

// A document can contain the same name twice.
func TestANameThatStandsTwiceKeepsNoOtherOut(t *testing.T) {
	x, y := held(t, winner, "2|-|d|21@D"), held(t, winner)
	twice := update(t, 3, "31@C")
	x.Winner.Resolved = []item.History{twice, twice}
	y.Winner.Resolved = []item.History{update(t, 2, "21@D")}
	for _, it := range []*item.Item{sse091.Merge(x, y).Item, sse091.Merge(y, x).Item} {
		expect(t, it, winner)
		expectNames(t, it.Winner.Resolved, "3@31@C", "2@21@D")
	}
}

// A history that extends below the first version has no names for that part: no version has
// such a number.
func TestOnlyVersionsAreNamedAsResolved(t *testing.T) {
	it := held(t, "3|-|w|40@A;30@A;20@A;10@A;5@A", "3|-|c|31@C;21@C;11@C;9@C;8@C")
	for _, h := range updated(t, it, stamp(50, "A")).Winner.Resolved {
		if h.Sequence < 1 {
			t.Errorf("%s is named", h)
		}
	}
}

// However many names two copies have, in any order, merging them is fast.
func TestManyNamesMeetInAMoment(t *testing.T) {
	x, y := held(t, winner), held(t, winner)
	many := testsize.Of(10_000, 100_000)
	for i := range many {
		x.Winner.Resolved = append(x.Winner.Resolved, update(t, 1+i, "31@C"))
	}
	y.Winner.Resolved = slices.Clone(x.Winner.Resolved)
	slices.Reverse(y.Winner.Resolved)
	if sse091.Merge(x, y).Changed || sse091.Merge(y, x).Changed {
		t.Error("the same names are news")
	}
	y.Winner.Resolved = append(y.Winner.Resolved, update(t, 2, "21@D"))
	if got := len(sse091.Merge(x, y).Item.Winner.Resolved); got != many+1 {
		t.Errorf("there are %d names", got)
	}
}
