package engine

import (
	"context"
	"fmt"
	"slices"

	"crossfeed/engine/edit"
	"crossfeed/engine/store"
)

// Order puts todos of a set after another one, in the order by hand, or first
// where after is "". The todos keep the order in which they are given.
func (e *Engine) Order(ctx context.Context, set string, ids []string, after string) error {
	return e.change(ctx, "order", func(t *transaction) error {
		s, err := t.SetNamed(set)
		if err != nil {
			return err
		}
		rows, err := t.Rows(s.Key, store.Query{})
		if err != nil {
			return err
		}
		list := InOrder(rows)
		for _, id := range ids {
			if list, err = place(t.at(s.Key), list, id, after); err != nil {
				return err
			}
			after = id
		}
		return nil
	})
}

// InOrder lists todos in the order by hand: those that have a place by it, the
// others after them as they came.
func InOrder(rows []store.Row) []edit.Placed {
	list := make([]edit.Placed, len(rows))
	for i, r := range rows {
		list[i] = edit.Placed{ID: r.ID, Order: r.Order, Ordered: r.Ordered}
	}
	slices.SortStableFunc(list, func(a, b edit.Placed) int { return edit.ComparePlaces(a, b) })
	return list
}

// place puts one todo after another and gives it and those that have to make
// room new orders.
func place(w edit.Work, list []edit.Placed, id, after string) ([]edit.Placed, error) {
	from := slices.IndexFunc(list, func(p edit.Placed) bool { return p.ID == id })
	if from < 0 {
		return nil, fmt.Errorf("ordering item %s: %w", id, store.ErrNoItem)
	}
	moved := list[from]
	list = slices.Delete(slices.Clone(list), from, from+1)
	to := 0
	if after != "" {
		to = 1 + slices.IndexFunc(list, func(p edit.Placed) bool { return p.ID == after })
	}
	list = slices.Insert(list, to, moved)
	changed := edit.Reorder(list, to)
	for _, c := range changed {
		list[slices.IndexFunc(list, func(p edit.Placed) bool { return p.ID == c.ID })] = c
	}
	return list, w.Place(changed)
}
