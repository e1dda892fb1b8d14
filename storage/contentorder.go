package storage

import (
	"math"
	"slices"
	"sort"
)

// positionGap is how far apart the positions of items are that come one after another, so
// that others find room between them.
const positionGap = 1 << 20

// noPosition is that of an item that has none yet.
const noPosition = math.MinInt64

// positions gives each item its place: most of those that have one keep it, and no other
// way would keep more. Where there is no room between two, all begin anew.
func positions(order []placedItem) []int64 {
	stay := staying(order)
	places := make([]int64, len(order))
	for n := 0; n < len(order); {
		if stay[n] {
			places[n] = order[n].position
			n++
			continue
		}
		end := n + slices.Index(stay[n:], true)
		if !fill(places, order, n, end) {
			return anew(places)
		}
		n = end
	}
	return places
}

// fill gives places to the items from n on that have none, between those at both ends. It
// tells whether there was room.
func fill(places []int64, order []placedItem, n, end int) bool {
	step, count := int64(positionGap), int64(end-n)
	var before int64
	switch {
	case n > 0:
		before = places[n-1]
	case end < len(order):
		before = order[end].position - (count+1)*step
	}
	if n > 0 && end < len(order) {
		step = min(step, (order[end].position-before)/(count+1))
	}
	for i := n; i < end; i++ {
		before += step
		places[i] = before
	}
	return step > 0
}

// anew gives all items places.
func anew(places []int64) []int64 {
	for n := range places {
		places[n] = int64(n+1) * positionGap
	}
	return places
}

// staying tells which items keep their places: a longest series of them that ascends. After
// the last item, there is one more that does.
func staying(order []placedItem) []bool {
	// ends has, for each length, the item with the least place that a series of that length
	// can end with; before has what comes before each item in its series.
	var ends []int
	before := make([]int, len(order))
	for n, i := range order {
		if i.position == noPosition {
			continue
		}
		at := sort.Search(len(ends), func(k int) bool { return order[ends[k]].position >= i.position })
		before[n] = -1
		if at > 0 {
			before[n] = ends[at-1]
		}
		if at == len(ends) {
			ends = append(ends, n)
		} else {
			ends[at] = n
		}
	}
	stay := make([]bool, len(order)+1)
	stay[len(order)] = true
	if len(ends) > 0 {
		for n := ends[len(ends)-1]; n >= 0; n = before[n] {
			stay[n] = true
		}
	}
	return stay
}
