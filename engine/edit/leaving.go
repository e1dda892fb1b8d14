package edit

import (
	"cmp"
	"context"
	"slices"
)

// Move puts items into another list as one edit; tombstones stay where they
// were. What is in an item of a list with order comes along, or all of it stays: where
// something in it has open conflicts, the item is refused. In a list with order they
// come to stand last at the root, or in what they stood in where that is moved with
// them. The Outcome names the items where they are now, with all that came along. Items
// that are deleted or have open conflicts are refused.
func (e *Service) Move(ctx context.Context, items []Ref, to string) (Outcome, error) {
	var o Outcome
	err := e.Do(ctx, "move", func(t *Transaction) (err error) {
		o, err = t.move(items, to)
		return err
	})
	if err != nil {
		return Outcome{}, err
	}
	return o, nil
}

func (t *Transaction) move(items []Ref, to string) (Outcome, error) {
	target, err := t.In(to)
	if err != nil {
		return Outcome{}, err
	}
	items = slices.DeleteFunc(slices.Clone(items), func(ref Ref) bool { return ref.Set == to })
	whole, err := t.whole("moving", items)
	if err != nil {
		return Outcome{}, err
	}
	var arrived []Ref
	moves := Moves{}
	o, err := t.Each(whole.Done, func(w Work, ref Ref) error {
		spare, err := t.Spare()
		if err != nil {
			return err
		}
		it, err := w.Move(ref.ID, target, moves, spare)
		if err == nil {
			arrived = append(arrived, Ref{to, it.ID()})
		}
		return err
	})
	return Outcome{Done: arrived, Refused: slices.Concat(whole.Refused, o.Refused)}, err
}

// Copy makes copies of items in another list, or in the same, as one edit. A
// copy is an item of its own, with an identifier of its own that stands for its
// UID. Of todos that are copied together, the parts belong to the copies. What is in an
// item of a list with order is copied with it, and it comes to stand as what is moved
// there does. Items that are deleted, or that have open conflicts in them, are refused.
func (e *Service) Copy(ctx context.Context, items []Ref, to string) (o Outcome, err error) {
	err = e.Do(ctx, "copy", func(t *Transaction) (err error) {
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
func (t *Transaction) copy(items []Ref, to string) (Outcome, error) {
	target, err := t.In(to)
	if err != nil {
		return Outcome{}, err
	}
	whole, err := t.whole("copying", items)
	if err != nil {
		return Outcome{}, err
	}
	copies := Copies{}
	planned, err := t.Each(whole.Done, func(w Work, ref Ref) error {
		as, err := t.Spare()
		if err != nil {
			return err
		}
		return copies.Plan(w, ref.ID, as)
	})
	if err != nil {
		return Outcome{}, err
	}
	var made []Ref
	o, err := t.Each(planned.Done, func(w Work, ref Ref) error {
		it, err := w.Copy(ref.ID, target, copies)
		if err == nil {
			made = append(made, Ref{to, it.ID()})
		}
		return err
	})
	return Outcome{Done: made, Refused: slices.Concat(whole.Refused, planned.Refused, o.Refused)}, err
}

// Spare is an identifier that an item may need.
func (t *Transaction) Spare() (string, error) { return t.service.IDs.Word(20) }

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
func (t *Transaction) whole(doing string, items []Ref) (Outcome, error) {
	l := leaving{doing, map[Ref][]Ref{}, map[Ref]error{}}
	asked, err := t.Each(items, l.look)
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
func (l leaving) look(w Work, head Ref) error {
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
