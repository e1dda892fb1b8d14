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

// orderEpoch is the origin of manual orders, which are in seconds, as in other programs that
// write X-APPLE-SORT-ORDER.
var orderEpoch = time.Date(2001, 1, 1, 0, 0, 0, 0, time.UTC)

// FirstOrder returns the manual order of a todo made at a time: the newest comes last.
func FirstOrder(at time.Time) int64 { return int64(at.Sub(orderEpoch) / time.Second) }

// Placed is an item with its manual order.
type Placed struct {
	ID      string
	Order   int64
	Ordered bool
}

// Step is the distance between orders, if there is enough room.
const Step = 60

// farthest is the greatest absolute order that is used in calculations. Larger ones were made
// by other programs, and leave no room.
const farthest = 1 << 61

// Reorder returns the orders that must change to match the list. The items outside from..to
// must already be sorted by ComparePlaces. Changes affect the moved items, the items before
// them without an order, and as few of their neighbours as possible to make room.
func Reorder(list []Placed, from, to int) []Placed {
	if slices.ContainsFunc(list, Placed.far) {
		return evenly(list, to)
	}
	least := from
	if i := slices.IndexFunc(list[:from], func(p Placed) bool { return !p.Ordered }); i >= 0 {
		least = i
	}
	for more := 0; ; more++ {
		for right := more; right >= 0; right-- {
			first, end := least-(more-right), to+right
			if first < 0 || end > len(list) || right > 0 && !list[end-1].Ordered {
				continue
			}
			if o, fits := between(list, first, end); fits {
				return o.changed
			}
		}
	}
}

// between spaces the items from first up to end evenly between their neighbours, and reports
// whether there is room for them.
func between(list []Placed, first, end int) (o orders, fits bool) {
	gap, after := int64(Step), end < len(list) && list[end].Ordered
	parts := int64(end-first) + 1
	switch {
	case first > 0 && after:
		o.last = list[first-1].Order
		gap = (list[end].Order - o.last) / parts
	case first > 0:
		o.last = list[first-1].Order
	case after:
		o.last = list[end].Order - parts*Step
	}
	if gap < 1 {
		return o, false
	}
	for _, p := range list[first:end] {
		o.give(p, o.last+gap)
	}
	return o, true
}

// evenly assigns new orders to all items that have one, and to all items up to an index.
func evenly(list []Placed, to int) []Placed {
	var o orders
	for i, p := range list {
		if i < to || p.Ordered {
			o.give(p, o.last+Step)
		}
	}
	return o.changed
}

func (p Placed) far() bool { return p.Ordered && (p.Order > farthest || p.Order < -farthest) }

// orders assigns orders one after the other.
type orders struct {
	last    int64
	changed []Placed
}

func (o *orders) give(p Placed, order int64) {
	p.Order, p.Ordered, o.last = order, true, order
	o.changed = append(o.changed, p)
}

func (p Placed) order() record.Values {
	return record.Values{"order": strconv.FormatInt(p.Order, 10)}
}

// ComparePlaces compares by manual order and then by identifier, so that the result is the
// same everywhere. Items without an order come last.
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

// gap returns the gap in which to put something so that it is shown after left. If left is in
// a tombstone, the gap is after the tombstone: a deleted item gets no children.
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

// gap is the room between two siblings; nil stands for the beginning or the end.
type gap struct {
	parent      string
	left, right *order.Sibling
}

// place returns a position in the gap, or ErrCrowded.
func (g gap) place(id string) (item.Place, error) {
	p := item.Place{Parent: g.parent, Key: order.Between(g.left, g.right, id)}
	if p.Key == "" {
		return p, fmt.Errorf("placing item %s: %w", id, ErrCrowded)
	}
	return p, nil
}

// holds reports whether a position is in the gap.
func (g gap) holds(id string, p item.Place) bool {
	at := order.Sibling{ID: id, Key: p.Key}
	return p.Parent == g.parent && order.Valid(p.Key) &&
		(g.left == nil || order.Compare(*g.left, at) < 0) && (g.right == nil || order.Compare(at, *g.right) < 0)
}

func sibling(id string, p item.Place) *order.Sibling { return &order.Sibling{ID: id, Key: p.Key} }

// Slot is a position in the manual order of a list: after the item After, before the item
// Before, or first if both are "".
type Slot struct {
	After, Before string
	// Section is the section that the moved todos go into if Into is set, "" for none.
	Section string
	Into    bool
}

// Order puts todos of a list into a slot. They keep their given order. Items that are not todos
// have no manual order and are ignored. If one does not exist, the error wraps store.ErrNoItem
// and nothing is moved.
func (e *Service) Order(ctx context.Context, set string, ids []string, to Slot) error {
	return e.Do(ctx, "order", func(t *Transaction) error {
		s, err := t.SetNamed(set)
		if err != nil {
			return err
		}
		rows, err := t.Rows(s.Key, store.Query{})
		if err != nil {
			return err
		}
		list, from, until, err := moved(rows, ids, to)
		if err != nil {
			return err
		}
		w, moving := t.At(s), list[from:until]
		for _, p := range Reorder(list, from, until) {
			v := p.order()
			if to.Into && slices.ContainsFunc(moving, func(m Placed) bool { return m.ID == p.ID }) {
				v["section"] = to.Section
			}
			if _, err := w.Change(p.ID, v, nil); err != nil {
				return err
			}
		}
		return nil
	})
}

// moved returns the todos among rows in their new order. The moved ones are at from up to to.
func moved(rows []store.Row, ids []string, slot Slot) (list []Placed, from, to int, err error) {
	slices.SortStableFunc(rows, func(a, b store.Row) int { return ComparePlaces(placed(a), placed(b)) })
	asked := slices.Clone(ids)
	for _, id := range []string{slot.After, slot.Before} {
		if id != "" {
			asked = append(asked, id)
		}
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
	gap := at[slot.After]
	if slot.Before != "" {
		gap = at[slot.Before] - 1
	}
	before, behind := unmoved(rows[:gap], moving), unmoved(rows[gap:], moving)
	return slices.Concat(before, run, behind), len(before), len(before) + len(run), nil
}

// numbered numbers rows from 1, by identifier. It fails if a requested item does not exist.
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

// unmoved returns the todos among rows that do not move.
func unmoved(rows []store.Row, moving map[string]bool) (list []Placed) {
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
