package place_test

import (
	"slices"
	"testing"

	"crossfeed/engine/enginetest/testsize"
	"crossfeed/engine/sse091/place"
)

// Keys stay short where 10,000 things are put one by one at one place: two numbers of
// as many digits as things were put there. Only one who goes to and fro between the last two
// every time makes them grow with each: by less than half a byte. A key is new whenever
// an item is moved, so that moving evens that out.
func TestKeysStayShort(t *testing.T) {
	inserts := testsize.Of(1_000, 10_000)
	for _, c := range []struct {
		what string
		// next is the index where the next one goes, of a row of n, after the last went to
		// index last.
		next    func(n, last int) int
		longest int
	}{
		{"at the end", func(n, _ int) int { return n }, 5},
		{"at the beginning", func(int, int) int { return 0 }, 7},
		{"always after the first", func(int, int) int { return 1 }, 11},
		{"always before the last", func(n, _ int) int { return n - 1 }, 11},
		{"each after the one before, between two", func(n, last int) int { return min(last+1, n-1) }, 11},
		{"to and fro between the last two", func(n, last int) int { return last + n%2 }, 4182},
	} {
		row := []place.Sibling{{ID: "a", Key: "1"}, {ID: "b", Key: "2"}}
		longest, last := 0, 1
		for range inserts {
			last = c.next(len(row), last)
			left, right := around(row, last)
			key := place.Between(left, right, "x")
			longest = max(longest, len(key))
			row = slices.Insert(row, last, place.Sibling{ID: "x", Key: key})
		}
		t.Logf("%-45s %d bytes", c.what, longest)
		if longest > c.longest {
			t.Errorf("%s: a key of %d bytes, more than %d", c.what, longest, c.longest)
		}
		if !slices.IsSortedFunc(row, place.Compare) {
			t.Errorf("%s: the row is not in order", c.what)
		}
	}
}

// Items that are moved elsewhere get short keys there, however long theirs were.
func TestMovingEvensOut(t *testing.T) {
	var row []place.Sibling
	for i := range 200 {
		left, right := around(row, i/2)
		row = slices.Insert(row, i/2, place.Sibling{ID: "x", Key: place.Between(left, right, "x")})
	}
	if n := len(row[100].Key); n < 50 {
		t.Fatalf("the key in the middle has only %d bytes", n)
	}
	moved := place.Sibling{ID: "x", Key: place.Between(&row[199], nil, "x")}
	if len(moved.Key) > 3 {
		t.Errorf("at the end it is %q", moved.Key)
	}
}

// Two endpoints that put things at the same place again and again go down a level each time, for
// their keys are equal there.
func TestLevelsGrowOnlyWhereEndpointsMeet(t *testing.T) {
	left, right := at("a", "1"), at("b", "2")
	for round := range 60 {
		x := at("x", place.Between(left, right, "x"))
		y := at("y", place.Between(left, right, "y"))
		if !place.Valid(x.Key) || place.Compare(*left, *x) >= 0 || place.Compare(*x, *y) >= 0 || place.Compare(*y, *right) >= 0 {
			t.Fatalf("round %d: %v, %v, %v, %v", round, left, x, y, right)
		}
		left, right = x, y
	}
}
