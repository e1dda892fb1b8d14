package engine

import (
	"context"
	"slices"

	"crossfeed/engine/edit"
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
func (t *transaction) spare() (string, error) { return t.engine.ids.word(20) }
