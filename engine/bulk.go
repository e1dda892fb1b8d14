package engine

import (
	"context"
	"slices"

	"crossfeed/engine/edit"
	"crossfeed/engine/record"
)

// Ref names an item of a set.
type Ref struct{ Set, ID string }

// Refused is an item that was left as it is, and why.
type Refused struct {
	Ref
	Err error
}

// Outcome is what came of a change of several items at once.
type Outcome struct {
	// Done are the items as they stand now.
	Done []Ref
	// Refused are those that could not be changed; the others were.
	Refused []Refused
}

// EditAll changes fields of several items as one edit: change gives the values
// for each.
func (e *Engine) EditAll(ctx context.Context, items []Ref, change func(record.Record) record.Values) (Outcome, error) {
	return e.each(ctx, "edit", items, func(w edit.Work, ref Ref) error {
		_, err := w.ChangeBy(ref.ID, change)
		return err
	})
}

// CompleteAll marks several todos as done, or as not done, as one edit. The next
// ones of those that repeat are made.
func (e *Engine) CompleteAll(ctx context.Context, items []Ref, done bool) (Outcome, error) {
	return e.each(ctx, "complete", items, func(w edit.Work, ref Ref) error {
		_, err := w.Complete(ref.ID, done)
		return err
	})
}

// DeleteAll deletes several items as one edit.
func (e *Engine) DeleteAll(ctx context.Context, items []Ref) (Outcome, error) {
	return e.each(ctx, "delete", items, func(w edit.Work, ref Ref) error {
		_, err := w.Delete(ref.ID)
		return err
	})
}

// RestoreAll brings several deleted items back as one edit, each before those in it.
func (e *Engine) RestoreAll(ctx context.Context, items []Ref) (o Outcome, err error) {
	err = e.change(ctx, "restore", func(t *transaction) error {
		items, err := t.outermostFirst(items)
		if err != nil {
			return err
		}
		o, err = t.each(items, func(w edit.Work, ref Ref) error {
			_, err := w.Restore(ref.ID)
			return err
		})
		return err
	})
	if err != nil {
		return Outcome{}, err
	}
	return o, nil
}

// outermostFirst sorts items by how deep they are.
func (t *transaction) outermostFirst(items []Ref) ([]Ref, error) {
	depth := map[Ref]int{}
	for _, ref := range items {
		w, err := t.in(ref.Set)
		if err != nil {
			return nil, err
		}
		if depth[ref], err = w.Depth(ref.ID); err != nil {
			return nil, err
		}
	}
	items = slices.Clone(items)
	slices.SortStableFunc(items, func(a, b Ref) int { return depth[a] - depth[b] })
	return items, nil
}

// each does local work on several items as one edit.
func (e *Engine) each(ctx context.Context, what string, items []Ref, do func(edit.Work, Ref) error) (o Outcome, err error) {
	err = e.change(ctx, what, func(t *transaction) (err error) {
		o, err = t.each(items, do)
		return err
	})
	if err != nil {
		return Outcome{}, err
	}
	return o, nil
}

// each does local work on several items. An item that cannot be changed for a
// reason of its own is left out; anything else ends it all.
func (t *transaction) each(items []Ref, do func(edit.Work, Ref) error) (o Outcome, err error) {
	for _, ref := range items {
		w, err := t.in(ref.Set)
		if err != nil {
			return Outcome{}, err
		}
		if err := o.add(ref, do(w, ref)); err != nil {
			return Outcome{}, err
		}
	}
	return o, nil
}

// add takes down what became of an item. An error that is not about the item alone
// is returned.
func (o *Outcome) add(ref Ref, err error) error {
	switch {
	case err == nil:
		o.Done = append(o.Done, ref)
	case edit.IsRefusal(err):
		o.Refused = append(o.Refused, Refused{ref, err})
	default:
		return err
	}
	return nil
}
