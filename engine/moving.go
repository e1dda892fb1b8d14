package engine

import (
	"context"
	"slices"

	"crossfeed/engine/edit"
)

// Move puts items into another list as one edit; tombstones stay where they
// were. In a list with order they come to stand last at the root, or in what they
// stood in where that is moved with them and comes before them. The Outcome names the
// items where they are now. Items that are deleted or have open conflicts are refused.
func (e *Engine) Move(ctx context.Context, items []Ref, to string) (Outcome, error) {
	spare, err := e.spares(items)
	if err != nil {
		return Outcome{}, err
	}
	var o Outcome
	err = e.change(ctx, "move", func(t *transaction) (err error) {
		o, err = t.move(items, to, spare)
		return err
	})
	if err != nil {
		return Outcome{}, err
	}
	return o, nil
}

func (t *transaction) move(items []Ref, to string, spare map[Ref]string) (Outcome, error) {
	target, err := t.in(to)
	if err != nil {
		return Outcome{}, err
	}
	var arrived []Ref
	moves := edit.Moves{}
	o, err := t.each(items, func(w edit.Work, ref Ref) error {
		if w.Set == target.Set {
			return nil
		}
		it, err := w.Move(ref.ID, target, moves, spare[ref])
		if err == nil {
			arrived = append(arrived, Ref{to, it.ID()})
		}
		return err
	})
	return Outcome{arrived, o.Refused}, err
}

// Copy makes copies of items in another list, or in the same, as one edit. A
// copy is an item of its own, with an identifier of its own that stands for its
// UID. Of todos that are copied together, the parts belong to the copies. In a list
// with order they come to stand as what is moved there does. Items
// that are deleted or have open conflicts are refused.
func (e *Engine) Copy(ctx context.Context, items []Ref, to string) (o Outcome, err error) {
	as, err := e.spares(items)
	if err != nil {
		return Outcome{}, err
	}
	err = e.change(ctx, "copy", func(t *transaction) (err error) {
		o, err = t.copy(items, to, as)
		return err
	})
	if err != nil {
		return Outcome{}, err
	}
	return o, nil
}

// copy plans all copies before it makes them, so that a part finds its todo
// whichever is copied first.
func (t *transaction) copy(items []Ref, to string, as map[Ref]string) (Outcome, error) {
	target, err := t.in(to)
	if err != nil {
		return Outcome{}, err
	}
	copies := edit.Copies{}
	planned, err := t.each(items, func(w edit.Work, ref Ref) error { return copies.Plan(w, ref.ID, as[ref]) })
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
	return Outcome{made, slices.Concat(planned.Refused, o.Refused)}, err
}

// spares are an identifier for each of the items, which may need a new one.
func (e *Engine) spares(items []Ref) (ids map[Ref]string, err error) {
	ids = make(map[Ref]string, len(items))
	for _, ref := range items {
		if ids[ref], err = e.ids.word(20); err != nil {
			return nil, err
		}
	}
	return ids, nil
}
