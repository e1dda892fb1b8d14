package storage

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// at returns items with these positions, in this order.
func at(positions ...int64) (order []placedItem) {
	for n, p := range positions {
		order = append(order, placedItem{int64(n + 1), p})
	}
	return order
}

func TestItemsKeepTheirPositionsWhereThatCanBe(t *testing.T) {
	const gap, none = positionGap, noPosition
	for name, c := range map[string]struct{ had, want []int64 }{
		"none":                    {nil, []int64{}},
		"as they were":            {[]int64{-5, 0, 7}, []int64{-5, 0, 7}},
		"all new":                 {[]int64{none, none}, []int64{gap, 2 * gap}},
		"new at the top":          {[]int64{none, none, gap, 2 * gap}, []int64{-gap, 0, gap, 2 * gap}},
		"new at the end":          {[]int64{gap, none, none}, []int64{gap, 2 * gap, 3 * gap}},
		"new between":             {[]int64{10, none, 20}, []int64{10, 15, 20}},
		"some gone":               {[]int64{10, 30, 90}, []int64{10, 30, 90}},
		"one moved to the top":    {[]int64{4 * gap, gap, 2 * gap, 3 * gap}, []int64{0, gap, 2 * gap, 3 * gap}},
		"one moved to the end":    {[]int64{2 * gap, 3 * gap, gap}, []int64{2 * gap, 3 * gap, 4 * gap}},
		"no room between two":     {[]int64{10, none, none, 12}, []int64{gap, 2 * gap, 3 * gap, 4 * gap}},
		"just enough room":        {[]int64{10, none, 12}, []int64{10, 11, 12}},
		"turned round: one stays": {[]int64{30, 20, 10}, []int64{10 - 2*gap, 10 - gap, 10}},
	} {
		if got := positions(at(c.had...)); !slices.Equal(got, c.want) {
			t.Errorf("%s: got %v, want %v", name, got, c.want)
		}
	}
}

func TestPositionsAscendAndAsManyStayAsCan(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		had := rapid.SliceOfN(rapid.Int64Range(-20, 20), 0, 30).Draw(t, "had")
		slices.Sort(had)
		had = rapid.Permutation(slices.Compact(had)).Draw(t, "order")
		for n := range had {
			if rapid.IntRange(0, 4).Draw(t, "new") == 0 {
				had[n] = noPosition
			}
		}
		order := at(had...)
		got := positions(order)
		for n := 1; n < len(got); n++ {
			if got[n] <= got[n-1] {
				t.Fatalf("%v became %v", had, got)
			}
		}
		stay := 0
		for _, stays := range staying(order)[:len(order)] {
			if stays {
				stay++
			}
		}
		if want := longestAscending(had); stay != want {
			t.Fatalf("of %v %d stay where %d can", had, stay, want)
		}
	})
}

// longestAscending tries every possible predecessor for each item.
func longestAscending(had []int64) (longest int) {
	length := make([]int, len(had))
	for n, p := range had {
		if p == noPosition {
			continue
		}
		length[n] = 1
		for m := range n {
			if had[m] != noPosition && had[m] < p {
				length[n] = max(length[n], length[m]+1)
			}
		}
		longest = max(longest, length[n])
	}
	return longest
}
