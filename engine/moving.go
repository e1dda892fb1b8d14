package engine

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"crossfeed/engine/edit"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
)

// Move puts items into another list as one edit; tombstones stay where they
// were. What is in an item of a list with order comes along, or all of it stays: where
// something in it has open conflicts, the item is refused. In a list with order they
// come to stand last at the root, or in what they stood in where that is moved with
// them. The Outcome names the items where they are now, with all that came along. Items
// that are deleted or have open conflicts are refused.
func (e *Engine) Move(ctx context.Context, items []Ref, to string) (Outcome, error) {
	var o Outcome
	err := e.change(ctx, "move", func(t *transaction) (err error) {
		o, err = t.move(items, to)
		return err
	})
	if err != nil {
		return Outcome{}, err
	}
	return o, nil
}

func (t *transaction) move(items []Ref, to string) (Outcome, error) {
	target, err := t.in(to)
	if err != nil {
		return Outcome{}, err
	}
	items = slices.DeleteFunc(slices.Clone(items), func(ref Ref) bool { return ref.Set == to })
	whole, err := t.whole("moving", items)
	if err != nil {
		return Outcome{}, err
	}
	var arrived []Ref
	moves := edit.Moves{}
	o, err := t.each(whole.Done, func(w edit.Work, ref Ref) error {
		spare, err := t.spare()
		if err != nil {
			return err
		}
		it, err := w.Move(ref.ID, target, moves, spare)
		if err == nil {
			arrived = append(arrived, Ref{to, it.ID()})
		}
		return err
	})
	return Outcome{arrived, slices.Concat(whole.Refused, o.Refused)}, err
}

// Copy makes copies of items in another list, or in the same, as one edit. A
// copy is an item of its own, with an identifier of its own that stands for its
// UID. Of todos that are copied together, the parts belong to the copies. What is in an
// item of a list with order is copied with it, and it comes to stand as what is moved
// there does. Items that are deleted, or that have open conflicts in them, are refused.
func (e *Engine) Copy(ctx context.Context, items []Ref, to string) (o Outcome, err error) {
	err = e.change(ctx, "copy", func(t *transaction) (err error) {
		o, err = t.copy(items, to)
		return err
	})
	if err != nil {
		return Outcome{}, err
	}
	return o, nil
}

// copy plans all copies before it makes them, so that a part finds its todo
// whichever is copied first.
func (t *transaction) copy(items []Ref, to string) (Outcome, error) {
	target, err := t.in(to)
	if err != nil {
		return Outcome{}, err
	}
	whole, err := t.whole("copying", items)
	if err != nil {
		return Outcome{}, err
	}
	copies := edit.Copies{}
	planned, err := t.each(whole.Done, func(w edit.Work, ref Ref) error {
		as, err := t.spare()
		if err != nil {
			return err
		}
		return copies.Plan(w, ref.ID, as)
	})
	if err != nil {
		return Outcome{}, err
	}
	var made []Ref
	o, err := t.each(planned.Done, func(w edit.Work, ref Ref) error {
		it, err := w.Copy(ref.ID, target, copies)
		if err == nil {
			made = append(made, Ref{to, it.ID()})
		}
		return err
	})
	return Outcome{made, slices.Concat(whole.Refused, planned.Refused, o.Refused)}, err
}

// spare is an identifier that an item may need.
func (t *transaction) spare() (string, error) { return t.engine.ids.Word(20) }

// leaving is what is to leave its list.
type leaving struct {
	doing string
	// branches are the items that were asked for, each with all that is in it.
	branches map[Ref][]Ref
	// inside is what is in one of those, and why that cannot leave, or nil.
	inside map[Ref]error
}

// whole lists items with all that is in them, each once and before what is in it.
// Done are those that can leave their list, Refused those that were asked for and
// cannot: what is in an item that has to stay stays with it.
func (t *transaction) whole(doing string, items []Ref) (Outcome, error) {
	l := leaving{doing, map[Ref][]Ref{}, map[Ref]error{}}
	asked, err := t.each(items, l.look)
	if err != nil {
		return Outcome{}, err
	}
	o := Outcome{Refused: asked.Refused}
	for _, head := range asked.Done {
		switch stays, inside := l.inside[head]; {
		case !inside:
			o.Done = append(o.Done, l.branches[head]...)
			delete(l.branches, head) // it may be asked for twice
		case stays != nil:
			o.Refused = append(o.Refused, Refused{head, stays})
		}
	}
	return o, nil
}

// look reads what is in an item, unless it was found in another one.
func (l leaving) look(w edit.Work, head Ref) error {
	if _, found := l.inside[head]; found {
		return nil
	}
	all, err := w.Whole(l.doing, head.ID)
	for _, id := range all {
		ref := Ref{head.Set, id}
		l.branches[head] = append(l.branches[head], ref)
		if id != head.ID {
			l.inside[ref] = cmp.Or(l.inside[ref], err)
		}
	}
	return err
}

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
