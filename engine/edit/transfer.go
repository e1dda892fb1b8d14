package edit

import (
	"cmp"
	"context"
	"slices"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
)

// Move moves items to another list as one edit; tombstones stay in the old list. Children of
// an item in an ordered list move with it. If something in an item has open conflicts, the
// whole item is refused. In an ordered target list, items become last in their parent if that
// moves with them, and else at the root. In a list of todos or contacts, other items are
// converted (record.Convert). The Outcome has the items in their new list, including the
// children. Deleted items and items with open conflicts are refused.
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
	whole, err := whole("moving", leavingFor(to, items), t.reading)
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
			it, err = t.convert(it, target, to)
		}
		if err == nil {
			arrived = append(arrived, Ref{to, it.ID()})
		}
		return err
	})
	return Outcome{Done: arrived, Refused: slices.Concat(whole.Refused, o.Refused)}, err
}

// convert makes an item of a list the kind of record that the list is for.
func (t *Transaction) convert(it *item.Item, target Work, to string) (*item.Item, error) {
	s, err := t.lists.named(to)
	if k := record.Kind(s.Kind); err == nil && record.Makes(k) {
		return target.Convert(it, k)
	}
	return it, err
}

// leavingFor returns those items that are in other lists.
func leavingFor(to string, items []Ref) []Ref {
	return slices.DeleteFunc(slices.Clone(items), func(ref Ref) bool { return ref.Set == to })
}

// Copy copies items to another list, or within the same one, as one edit. A copy is an
// independent item, and its new identifier replaces the UID. If todos are copied together with
// their parts, the copied parts belong to the copied todos. Children of an item in an ordered
// list are copied with it; positions are as in Move, and so are conversions in another list.
// Items that are deleted, or that have open conflicts in them, are refused.
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

// copy plans all copies before it makes them, so that parts find their todo whatever the
// order.
func (t *Transaction) copy(items []Ref, to string) (Outcome, error) {
	target, err := t.In(to)
	if err != nil {
		return Outcome{}, err
	}
	whole, err := whole("copying", items, t.reading)
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
		if err == nil && ref.Set != to {
			it, err = t.convert(it, target, to)
		}
		if err == nil {
			made = append(made, Ref{to, it.ID()})
		}
		return err
	})
	return Outcome{Done: made, Refused: slices.Concat(whole.Refused, planned.Refused, o.Refused)}, err
}

// Exposure is what becomes readable to others when items go to another list.
type Exposure struct {
	Items int
	// List is the other list, At is where others read it.
	List, At string
}

// Within reports whether nothing becomes readable that agreed does not cover.
func (e Exposure) Within(agreed Exposure) bool {
	return e.Items == 0 || e.At == agreed.At && e.Items <= agreed.Items
}

// MoveExposes returns what Move makes readable to others, with everything in the items. Items
// that their own list publishes at the same location are not counted, nor those that would be
// refused. It changes nothing.
func (e *Service) MoveExposes(ctx context.Context, items []Ref, to string) (Exposure, error) {
	return e.CopyExposes(ctx, leavingFor(to, items), to)
}

// CopyExposes is MoveExposes for Copy.
func (e *Service) CopyExposes(ctx context.Context, items []Ref, to string) (Exposure, error) {
	return store.Read(ctx, e.Store, func(r store.Reader) (Exposure, error) { return exposes(r, items, to) })
}

func exposes(r store.Reader, items []Ref, to string) (Exposure, error) {
	sets := lists{r, map[string]store.Set{}}
	target, err := sets.named(to)
	if err != nil || target.Location == "" {
		return Exposure{}, err
	}
	whole, err := sets.whole("exposing", r, items)
	if err != nil {
		return Exposure{}, err
	}
	x := Exposure{List: to, At: target.ReadAt()}
	o := open{r, target, map[int64]map[string]bool{}}
	for _, ref := range whole.Done {
		from, err := sets.named(ref.Set)
		if err != nil {
			return Exposure{}, err
		}
		readable, err := o.has(from, ref.ID)
		if err != nil {
			return Exposure{}, err
		}
		if !readable {
			x.Items++
		}
	}
	return x, nil
}

// whole is the function of that name outside of a transaction.
func (l lists) whole(doing string, r store.Reader, items []Ref) (Outcome, error) {
	return whole(doing, items, func(list string) (reading, error) {
		s, err := l.named(list)
		return reading{store: r, set: s.Key, dialect: s.Dialect, ordered: s.Format.Ordered()}, err
	})
}

// Conversion is how many items become records of another kind in the list that they go to.
type Conversion struct {
	Items int
	To    record.Kind
}

// Converts returns what Move or Copy converts, with everything in the items. Items that would be
// refused are not counted. It changes nothing.
func (e *Service) Converts(ctx context.Context, items []Ref, to string) (Conversion, error) {
	return store.Read(ctx, e.Store, func(r store.Reader) (Conversion, error) { return converts(r, leavingFor(to, items), to) })
}

func converts(r store.Reader, items []Ref, to string) (c Conversion, err error) {
	sets := lists{r, map[string]store.Set{}}
	target, err := sets.named(to)
	if c.To = record.Kind(target.Kind); err != nil || !record.Makes(c.To) {
		return Conversion{}, err
	}
	whole, err := sets.whole("converting", r, items)
	if err != nil {
		return Conversion{}, err
	}
	for _, ref := range whole.Done {
		s, err := sets.named(ref.Set)
		if err != nil {
			return Conversion{}, err
		}
		it, err := r.Item(s.Key, ref.ID)
		if err != nil {
			return Conversion{}, err
		}
		if record.KindOf(it.Winner.Content) != c.To {
			c.Items++
		}
	}
	return c, nil
}

// open is what others can read already where they read a list.
type open struct {
	store.Reader
	target store.Set
	// withheld are the items that lists do not publish.
	withheld map[int64]map[string]bool
}

// has reports whether an item of a list can be read at the location of the target.
func (o open) has(from store.Set, id string) (bool, error) {
	if _, known := o.withheld[from.Key]; !known {
		withheld, err := o.Withheld(from.Key)
		if err != nil {
			return false, err
		}
		o.withheld[from.Key] = withheld
	}
	// A list that was restored may have been withdrawn since.
	withdrawn := from.Publication.Restored && from.Key != o.target.Key
	return from.ReadAt() == o.target.ReadAt() && !withdrawn && !o.withheld[from.Key][id], nil
}

// Spare generates an identifier that an item may need.
func (t *Transaction) Spare() (string, error) { return t.service.IDs.Word(20) }

// leaving collects what is to leave its list.
type leaving struct {
	doing string
	// branches are the requested items, each with everything in it.
	branches map[Ref][]Ref
	// inside has the items in those branches, each with the reason why it cannot leave, or
	// nil.
	inside map[Ref]error
}

// whole lists items with everything in them, each once, parents first. Done are those that can
// leave their list, Refused the requested items that cannot. Children of an item that has to
// stay, stay with it. in returns a list by its name.
func whole(doing string, items []Ref, in func(list string) (reading, error)) (Outcome, error) {
	l := leaving{doing, map[Ref][]Ref{}, map[Ref]error{}}
	var asked Outcome
	for _, ref := range items {
		r, err := in(ref.Set)
		if err != nil {
			return Outcome{}, err
		}
		if err := asked.Add(ref, l.readBranch(r, ref)); err != nil {
			return Outcome{}, err
		}
	}
	o := Outcome{Refused: asked.Refused}
	for _, head := range asked.Done {
		switch stays, inside := l.inside[head]; {
		case !inside:
			o.Done = append(o.Done, l.branches[head]...)
			delete(l.branches, head) // the item may have been requested twice
		case stays != nil:
			o.Refused = append(o.Refused, Refused{head, stays})
		}
	}
	return o, nil
}

// readBranch reads what is in an item, unless the item was found in another one.
func (l leaving) readBranch(r reading, head Ref) error {
	if _, found := l.inside[head]; found {
		return nil
	}
	all, err := r.whole(l.doing, head.ID)
	for _, id := range all {
		ref := Ref{head.Set, id}
		l.branches[head] = append(l.branches[head], ref)
		if id != head.ID {
			l.inside[ref] = cmp.Or(l.inside[ref], err)
		}
	}
	return err
}
