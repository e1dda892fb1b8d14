package sse091_test

import (
	"slices"
	"testing"

	"crossfeed/engine/enginetest/testsize"
	"crossfeed/engine/item"
	"crossfeed/engine/sse091"
)

// A document can name one thing twice.
func TestANameThatStandsTwiceKeepsNoOtherOut(t *testing.T) {
	x, y := held(t, winner, "2|-|d|21@D"), held(t, winner)
	twice := update(t, 3, "31@C")
	x.Winner.Settled = []item.History{twice, twice}
	y.Winner.Settled = []item.History{update(t, 2, "21@D")}
	for _, it := range []*item.Item{sse091.Merge(x, y).Item, sse091.Merge(y, x).Item} {
		expect(t, it, winner)
		expectNames(t, it.Winner.Settled, "3@31@C", "2@21@D")
	}
}

// A history that goes below the first version names nothing there: no version has such
// a number.
func TestOnlyVersionsAreNamedAsSettled(t *testing.T) {
	it := held(t, "3|-|w|40@A;30@A;20@A;10@A;5@A", "3|-|c|31@C;21@C;11@C;9@C;8@C")
	for _, h := range updated(t, it, stamp(50, "A")).Winner.Settled {
		if h.Sequence < 1 {
			t.Errorf("%s is named", h)
		}
	}
}

// However many names two copies have, and in whatever order, they meet in a moment.
func TestManyNamesMeetInAMoment(t *testing.T) {
	x, y := held(t, winner), held(t, winner)
	many := testsize.Of(10_000, 100_000)
	for i := range many {
		x.Winner.Settled = append(x.Winner.Settled, update(t, 1+i, "31@C"))
	}
	y.Winner.Settled = slices.Clone(x.Winner.Settled)
	slices.Reverse(y.Winner.Settled)
	if sse091.Merge(x, y).Changed || sse091.Merge(y, x).Changed {
		t.Error("the same names are news")
	}
	y.Winner.Settled = append(y.Winner.Settled, update(t, 2, "21@D"))
	if got := len(sse091.Merge(x, y).Item.Winner.Settled); got != many+1 {
		t.Errorf("there are %d names", got)
	}
}
