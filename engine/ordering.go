package engine

import (
	"context"
	"fmt"
	"slices"

	"crossfeed/engine/edit"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
)

// Order puts todos of a set after another one, in the order by hand, or first
// where after is "". The todos keep the order in which they are given. What is no
// todo has no place by hand, and is passed over. Where one is not there, the
// error wraps store.ErrNoItem and nothing is moved.
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
		list, from, to, err := moved(rows, ids, after)
		if err != nil {
			return err
		}
		return t.at(s).Place(edit.Reorder(list, from, to))
	})
}

// moved lists the todos among rows as they are to stand, those of the ids from
// one index up to another.
func moved(rows []store.Row, ids []string, after string) (list []edit.Placed, from, to int, err error) {
	slices.SortStableFunc(rows, func(a, b store.Row) int { return edit.ComparePlaces(placed(a), placed(b)) })
	asked := slices.Clone(ids)
	if after != "" {
		asked = append(asked, after)
	}
	at, err := numbered(rows, asked)
	if err != nil {
		return nil, 0, 0, err
	}
	var run []edit.Placed
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
func standing(rows []store.Row, moving map[string]bool) (list []edit.Placed) {
	for _, r := range rows {
		if r.Kind == record.Todo && !moving[r.ID] {
			list = append(list, placed(r))
		}
	}
	return list
}

func placed(r store.Row) edit.Placed {
	return edit.Placed{ID: r.ID, Order: r.Order, Ordered: r.Ordered}
}
