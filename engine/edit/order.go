package edit

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/rules/order"
	"crossfeed/engine/store"
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

// step is the distance that is left where there is room for it.
const step = 60

// farthest is how far from 0 orders are counted with. What lies beyond came from
// elsewhere, and leaves no room.
const farthest = 1 << 61

// Reorder is the orders that have to change so that the items stand as they are
// listed, where all but those from one index up to another stand in order by
// ComparePlaces: those of the moved ones, of those before them that have none,
// and of as few after them as have to make room.
func Reorder(list []Placed, from, to int) []Placed {
	if slices.ContainsFunc(list, Placed.far) {
		return evenly(list, to)
	}
	var o orders
	for _, p := range list[:from] {
		if p.Ordered {
			o.last = p.Order
		} else {
			o.give(p, o.last+step)
		}
	}
	gap := o.room(list, from, to)
	for _, p := range list[from:to] {
		o.give(p, o.last+gap)
	}
	for _, p := range list[to:] {
		if !p.Ordered || p.Order > o.last {
			break
		}
		o.give(p, o.last+1)
	}
	return o.changed
}

// evenly gives new orders to all that have one, and to all up to an index.
func evenly(list []Placed, to int) []Placed {
	var o orders
	for i, p := range list {
		if i < to || p.Ordered {
			o.give(p, o.last+step)
		}
	}
	return o.changed
}

func (p Placed) far() bool { return p.Ordered && (p.Order > farthest || p.Order < -farthest) }

// orders are given one after the other.
type orders struct {
	last    int64
	changed []Placed
}

func (o *orders) give(p Placed, order int64) {
	p.Order, p.Ordered, o.last = order, true, order
	o.changed = append(o.changed, p)
}

// room is the distance of the moved ones from each other and from the last one
// before them: so that they stand evenly before the next, where there is room.
func (o *orders) room(list []Placed, from, to int) int64 {
	parts := int64(to-from) + 1
	switch {
	case to == len(list) || !list[to].Ordered:
		return step
	case from == 0:
		o.last = list[to].Order - parts*step
		return step
	}
	return max(1, (list[to].Order-o.last)/parts)
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

// gap is where something has to be put so that it is shown after left. Where left is in
// a tombstone, it goes after that: nothing is put into what is deleted.
func (r *room) gap(left string, moving map[string]bool) gap {
	g := gap{parent: r.parent}
	if left != "" {
		at := left
		for r.in[at].Place.Parent != r.parent {
			at = r.in[at].Place.Parent
		}
		g.parent, g.left = r.in[at].Place.Parent, sibling(at, r.in[at].Place)
	}
	for _, p := range r.all {
		if p.Place.Parent == g.parent && !moving[p.ID] && g.holds(p.ID, p.Place) {
			g.right = sibling(p.ID, p.Place)
		}
	}
	return g
}

// gap is the room between two neighbours in one item; nil is the beginning or the
// end.
type gap struct {
	parent      string
	left, right *order.Sibling
}

// place is one in the gap, or ErrCrowded.
func (g gap) place(id string) (item.Place, error) {
	p := item.Place{Parent: g.parent, Key: order.Between(g.left, g.right, id)}
	if p.Key == "" {
		return p, fmt.Errorf("placing item %s: %w", id, ErrCrowded)
	}
	return p, nil
}

// holds tells whether a place lies in the gap.
func (g gap) holds(id string, p item.Place) bool {
	at := order.Sibling{ID: id, Key: p.Key}
	return p.Parent == g.parent && order.Valid(p.Key) &&
		(g.left == nil || order.Compare(*g.left, at) < 0) && (g.right == nil || order.Compare(at, *g.right) < 0)
}

func sibling(id string, p item.Place) *order.Sibling { return &order.Sibling{ID: id, Key: p.Key} }

// Order puts todos of a set after another one, in the order by hand, or first
// where after is "". The todos keep the order in which they are given. What is no
// todo has no place by hand, and is passed over. Where one is not there, the
// error wraps store.ErrNoItem and nothing is moved.
func (e *Service) Order(ctx context.Context, set string, ids []string, after string) error {
	return e.Do(ctx, "order", func(t *Transaction) error {
		s, err := t.SetNamed(set)
		if err != nil {
			return err
		}
		rows, err := t.Rows(s.Key, store.Query{})
		if err != nil {
			return err
		}
		list, from, to, err := moved(rows, ids, after)
		if err != nil {
			return err
		}
		return t.At(s).Place(Reorder(list, from, to))
	})
}

// moved lists the todos among rows as they are to stand, those of the ids from
// one index up to another.
func moved(rows []store.Row, ids []string, after string) (list []Placed, from, to int, err error) {
	slices.SortStableFunc(rows, func(a, b store.Row) int { return ComparePlaces(placed(a), placed(b)) })
	asked := slices.Clone(ids)
	if after != "" {
		asked = append(asked, after)
	}
	at, err := numbered(rows, asked)
	if err != nil {
		return nil, 0, 0, err
	}
	var run []Placed
	moving := make(map[string]bool, len(ids))
	for _, id := range ids {
		if !moving[id] {
			run = append(run, placed(rows[at[id]-1]))
		}
		moving[id] = true
	}
	before, behind := standing(rows[:at[after]], moving), standing(rows[at[after]:], moving)
	return slices.Concat(before, run, behind), len(before), len(before) + len(run), nil
}

// numbered counts rows from 1, by identifier. It refuses what is asked for and
// not there.
func numbered(rows []store.Row, asked []string) (map[string]int, error) {
	at := make(map[string]int, len(rows))
	for i, r := range rows {
		at[r.ID] = i + 1
	}
	for _, id := range asked {
		if _, there := at[id]; !there {
			return nil, fmt.Errorf("ordering item %s: %w", id, store.ErrNoItem)
		}
	}
	return at, nil
}

// standing are the todos among rows that do not move.
func standing(rows []store.Row, moving map[string]bool) (list []Placed) {
	for _, r := range rows {
		if r.Kind == record.Todo && !moving[r.ID] {
			list = append(list, placed(r))
		}
	}
	return list
}

func placed(r store.Row) Placed {
	return Placed{ID: r.ID, Order: r.Order, Ordered: r.Ordered}
}
