package engine

import (
	"context"

	"crossfeed/engine/edit"
)

// Move puts items into another list as one edit; tombstones stay where they
// were. The Outcome names the items where they are now.
func (e *Engine) Move(ctx context.Context, items []Ref, to string) (Outcome, error) {
	target, spare, err := e.arrivals(ctx, items, to)
	if err != nil {
		return Outcome{}, err
	}
	var arrived []Ref
	o, err := e.each(ctx, "move", items, func(w edit.Work, id string) error {
		if w.Set == target {
			return nil
		}
		it, err := w.Move(id, target, spare[id])
		if err == nil {
			arrived = append(arrived, Ref{to, it.ID()})
		}
		return err
	})
	o.Done = arrived
	return o, err
}

// Copy makes copies of items in another list, or in the same, as one edit. A
// copy is an item of its own, with an identifier of its own that stands for its
// UID. Of todos that are copied together, the parts belong to the copies.
func (e *Engine) Copy(ctx context.Context, items []Ref, to string) (Outcome, error) {
	target, as, err := e.arrivals(ctx, items, to)
	if err != nil {
		return Outcome{}, err
	}
	copies := edit.Copies{}
	var made []Ref
	o, err := e.each(ctx, "copy", items, func(w edit.Work, id string) error {
		it, err := w.Copy(id, target, as[id], copies)
		if err == nil {
			made = append(made, Ref{to, it.ID()})
		}
		return err
	})
	o.Done = made
	return o, err
}

// arrivals are the key of the list that items come into, and an identifier for
// each that may need a new one.
func (e *Engine) arrivals(ctx context.Context, items []Ref, to string) (target int64, ids map[string]string, err error) {
	set, err := e.setNamed(ctx, to)
	if err != nil {
		return 0, nil, err
	}
	ids = make(map[string]string, len(items))
	for _, ref := range items {
		if ids[ref.ID], err = e.ids.word(20); err != nil {
			return 0, nil, err
		}
	}
	return set.Key, ids, nil
}
