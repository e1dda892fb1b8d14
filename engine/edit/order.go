package edit

import (
	"cmp"
	"strconv"
	"strings"
	"time"

	"crossfeed/engine/record"
)

// orderEpoch is where orders by hand are counted from, in seconds, as the
// programs do that write X-APPLE-SORT-ORDER.
var orderEpoch = time.Date(2001, 1, 1, 0, 0, 0, 0, time.UTC)

// FirstOrder is the order of a todo that is made at a time: the last made comes
// last.
func FirstOrder(at time.Time) int64 { return int64(at.Sub(orderEpoch) / time.Second) }

// Placed is an item and its order by hand.
type Placed struct {
	ID      string
	Order   int64
	Ordered bool
}

// Reorder is the orders that have to change so that the items stand as they are
// listed, where all but the moved one stand in order by ComparePlaces: that of
// the moved one, of those before it that have none, and of as few after it as
// have to make room.
func Reorder(list []Placed, moved int) []Placed {
	var changed []Placed
	last := int64(0)
	give := func(p Placed, order int64) {
		p.Order, p.Ordered, last = order, true, order
		changed = append(changed, p)
	}
	for i, p := range list {
		switch {
		case i < moved && p.Ordered:
			last = p.Order
		case i < moved:
			give(p, last+step)
		case i == moved:
			give(p, between(last, next(list, i), i == 0))
		case p.Ordered && p.Order <= last:
			give(p, last+1)
		default:
			return changed
		}
	}
	return changed
}

// next is the order of what comes after an item, or nil.
func next(list []Placed, i int) *int64 {
	if i+1 >= len(list) || !list[i+1].Ordered {
		return nil
	}
	return &list[i+1].Order
}

// step is the distance that is left where there is room for it.
const step = 60

// between is an order after last and, where there is room, before next.
func between(last int64, next *int64, first bool) int64 {
	switch {
	case next == nil:
		return last + step
	case first:
		return *next - step
	case *next-last >= 2:
		return last + (*next-last)/2
	}
	return last + 1
}

// order is the value of a todo's field.
func (p Placed) order() record.Values {
	return record.Values{"order": strconv.FormatInt(p.Order, 10)}
}

// Place gives the items their orders.
func (w Work) Place(changed []Placed) error {
	for _, p := range changed {
		if _, err := w.Change(p.ID, p.order(), nil); err != nil {
			return err
		}
	}
	return nil
}

// ComparePlaces compares by the order by hand, and by identifier where that is
// the same, so that it is so for everyone. What has none comes last.
func ComparePlaces(a, b Placed) int {
	switch {
	case a.Ordered && b.Ordered:
		return cmp.Or(cmp.Compare(a.Order, b.Order), strings.Compare(a.ID, b.ID))
	case a.Ordered:
		return -1
	case b.Ordered:
		return 1
	}
	return 0
}
