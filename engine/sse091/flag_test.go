package sse091_test

import (
	"testing"

	"crossfeed/engine/item"
	"crossfeed/engine/sse091"
)

// The conflict flag (§4.4.1 step 2): it stays while entries stay; without entries it is
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
		{"its entries were settled", updated(t, held(t, winner, "3|-|c|31@C"), stamp(50, "A")), held(t, winner, "3|-|c|31@C"), false},
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

// A flag that comes alone is news.
func TestAFlagIsAChange(t *testing.T) {
	r := sse091.Merge(held(t, winner), flagged(held(t, winner)))
	if !r.Changed || sse091.Incorporated(held(t, winner), flagged(held(t, winner))) {
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
