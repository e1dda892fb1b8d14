package edit

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"strconv"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/rules"
	"crossfeed/engine/store"
)

// AddOptions are the properties of a new item other than its fields.
type AddOptions struct {
	// ID is the identifier, or "" to generate one.
	ID string
	// NoConflicts requests that losing versions are not preserved.
	NoConflicts bool
	// Parent and After are the position of the item in an ordered list: Parent is "" for the
	// root, After is "" for the first position. AtEnd puts it last in Parent.
	Parent, After string
	AtEnd         bool
}

// Add creates an item of its list's kind (SSE 0.93 §3.1, SSE 0.91 §4.1), or returns
// ErrItemExists. The error wraps ErrDeleted if the parent is deleted, and store.ErrNoItem if
// it does not exist or After is not in it.
func (e *Service) Add(ctx context.Context, set string, f record.Values, o AddOptions) (*item.Item, error) {
	if o.ID == "" {
		id, err := e.IDs.Word(20)
		if err != nil {
			return nil, err
		}
		o.ID = id
	}
	var it *item.Item
	err := e.Do(ctx, "add", func(t *Transaction) error {
		s, err := t.SetNamed(set)
		if err != nil {
			return err
		}
		spot := Spot{Parent: o.Parent, After: o.After, AtEnd: o.AtEnd}
		it, err = t.At(s).AddAt(o.ID, record.Kind(s.Kind), f, o.NoConflicts, spot)
		return err
	})
	if err != nil {
		return nil, err
	}
	return it, nil
}

// Added is the outcome of AddAll: the identifiers of the new items, and the key of the edit for
// UndoOptions.
type Added struct {
	IDs  []string
	Edit int64
}

// AddAll is Add for several items, as one edit. In an ordered list they follow each other.
func (e *Service) AddAll(ctx context.Context, set string, all []record.Values, o AddOptions) (a Added, err error) {
	var within *Transaction
	err = e.Do(ctx, "add", func(t *Transaction) error {
		within, a = t, Added{}
		s, err := t.SetNamed(set)
		if err != nil {
			return err
		}
		w, spot := t.At(s), Spot{Parent: o.Parent, After: o.After, AtEnd: o.AtEnd}
		for _, v := range all {
			id, err := t.Spare()
			if err != nil {
				return err
			}
			if _, err := w.AddAt(id, record.Kind(s.Kind), v, o.NoConflicts, spot); err != nil {
				return err
			}
			a.IDs, spot.After = append(a.IDs, id), id
		}
		return nil
	})
	if err != nil {
		return Added{}, err
	}
	a.Edit = within.Edit()
	return a, nil
}

// Make turns a note into a todo or a contact. It fails as Change does, and with ErrNoNote if
// the item is of another kind. An item that already is of kind k is returned unchanged.
func (e *Service) Make(ctx context.Context, set, id string, k record.Kind) (*item.Item, error) {
	return e.one(ctx, "make", set, func(w Work) (*item.Item, error) { return w.Make(id, k) })
}

// MakeAll is Make for several items as one edit.
func (e *Service) MakeAll(ctx context.Context, items []Ref, k record.Kind) (Outcome, error) {
	return e.each(ctx, "make", items, func(w Work, ref Ref) error {
		_, err := w.Make(ref.ID, k)
		return err
	})
}

// Add creates an item of a kind with that identifier (SSE 0.93 §3.1, SSE 0.91 §4.1), or
// returns ErrItemExists. In an ordered list it is last at the root.
func (w Work) Add(id string, k record.Kind, v record.Values, noConflicts bool) (*item.Item, error) {
	return w.AddAt(id, k, v, noConflicts, Spot{AtEnd: true})
}

// AddAt is Add at a given position of an ordered list.
func (w Work) AddAt(id string, k record.Kind, v record.Values, noConflicts bool, s Spot) (*item.Item, error) {
	v, err := w.ordered(k, record.Stamped(v, w.At))
	if err != nil {
		return nil, err
	}
	content, err := record.New(k, v)
	if err != nil {
		return nil, fmt.Errorf("adding item %s: %w", id, err)
	}
	return w.InsertAt(id, content, noConflicts, s)
}

// ordered sets the manual order of a new todo, after the todos that were made before.
func (w Work) ordered(k record.Kind, v record.Values) (record.Values, error) {
	if _, given := v["order"]; given || k != record.Todo {
		return v, nil
	}
	order, err := w.NextOrder()
	if err != nil {
		return nil, err
	}
	placed := maps.Clone(v)
	if placed == nil {
		placed = record.Values{}
	}
	placed["order"] = strconv.FormatInt(order, 10)
	return placed, nil
}

// NextOrder returns the manual order of a new todo, after all others.
func (w Work) NextOrder() (int64, error) {
	last, err := w.Store.LastOrder(w.Set)
	order := FirstOrder(w.At)
	if last < math.MaxInt64 {
		order = max(order, last+1)
	}
	return order, err
}

// Insert is Add with existing content.
func (w Work) Insert(id string, content *item.Content, noConflicts bool) (*item.Item, error) {
	return w.InsertAt(id, content, noConflicts, Spot{AtEnd: true})
}

// InsertAt is AddAt with existing content.
func (w Work) InsertAt(id string, content *item.Content, noConflicts bool, s Spot) (*item.Item, error) {
	taken, used, err := w.Store.Taken(w.Set, id, w.By)
	switch {
	case err != nil:
		return nil, err
	case taken:
		return nil, fmt.Errorf("adding item %s: %w", id, ErrItemExists)
	}
	place, err := w.placeAt(id, s)
	if err != nil {
		return nil, err
	}
	if content, err = w.outlined(content); err != nil {
		return nil, fmt.Errorf("adding item %s: %w", id, err)
	}
	stamp := rules.Stamp{By: w.By, When: w.At, Used: used}
	it, err := w.Rules.Create(id, rules.Change{Content: content, Place: place}, noConflicts, stamp)
	if err != nil {
		return nil, err
	}
	if s.AtEnd {
		w.Ends.put(w.Set, it)
	} else {
		w.Ends.placed(w.Set, it)
	}
	return w.Put(nil, it)
}

// ErrNoNote: the item is a record of another kind.
var ErrNoNote = errors.New("only a note can be made a todo or a contact")

// Make turns a note into a todo or a contact, with its last record of that kind in the
// archive, or else with only its title and its text. An item that already is of that kind is
// returned unchanged.
func (w Work) Make(id string, k record.Kind) (*item.Item, error) {
	it, err := w.reading().live("making a "+string(k)+" of", id)
	if err != nil {
		return nil, err
	}
	switch record.KindOf(it.Winner.Content) {
	case k:
		return it, nil
	case record.Note:
	default:
		return nil, fmt.Errorf("making a %s of item %s: %w", k, id, ErrNoNote)
	}
	archived, err := w.Store.Versions(w.Set, id)
	if err != nil {
		return nil, err
	}
	content := it.Winner.Content
	if last := store.OriginOf(it.Winner, archived).Record; last != nil && record.KindOf(last.Content) == k {
		content = content.MadeFrom(last.Content)
	}
	if content, err = record.As(content, k); err != nil {
		return nil, fmt.Errorf("making a %s of item %s: %w", k, id, err)
	}
	return w.setContent(it, content)
}

// Convert turns an item into a record of a kind (record.Convert). The earlier version stays in
// its history.
func (w Work) Convert(it *item.Item, k record.Kind) (*item.Item, error) {
	content, err := record.Convert(it.Winner.Content, k)
	if err != nil {
		return nil, fmt.Errorf("making a %s of item %s: %w", k, it.ID(), err)
	}
	return w.setContent(it, content)
}

// Copies maps originals to the identifiers of their copies, for copies that are made together.
// The keys are the originals' identifiers and UIDs in their lists.
type Copies map[key]string

// Plan sets the identifier of an item's copy. The error is ErrDeleted if the item is deleted,
// and ErrConflicted if it has open conflicts.
func (all Copies) Plan(w Work, id, as string) error {
	it, err := w.reading().resolved("copying", id)
	if err != nil {
		return err
	}
	all[key{w.Set, id}] = as
	if uid := record.FactsOf(it.Winner.Content).UID; uid != "" {
		all[key{w.Set, uid}] = as
	}
	return nil
}

// Copy makes a copy of a planned item in the list of another Work, as an independent item. If
// the todo that the item is part of is planned, too, the copy becomes part of that todo's
// copy. In an ordered list the copy is last in the copy of the original's parent, if that was
// made before it, and else at the root.
func (w Work) Copy(id string, to Work, all Copies) (*item.Item, error) {
	it, err := w.Store.Item(w.Set, id)
	if err != nil {
		return nil, err
	}
	content, err := record.WithoutUID(it.Winner.Content)
	parent := record.FactsOf(it.Winner.Content).Parent
	if copied, there := all[key{w.Set, parent}]; there && err == nil {
		content, err = record.Apply(content, record.Values{"parent": copied})
	}
	if err != nil {
		return nil, err
	}
	in, err := w.newParent(it, all)
	if err != nil {
		return nil, err
	}
	if to.checkParent(in) != nil {
		in = "" // the parent is copied later
	}
	return to.admit(all[key{w.Set, id}], content, it.Winner.NoConflicts, Spot{Parent: in, AtEnd: true})
}

// Written returns a change of an item in the form that the list's documents give back to their
// readers: with the record that it is shown with. Documents of ordered lists have only
// outlines.
func (w Work) Written(id string, c rules.Change) (rules.Change, error) {
	content, err := w.outlined(c.Content)
	if err != nil {
		return c, fmt.Errorf("changing item %s: %w", id, err)
	}
	c.Content = content
	return c, nil
}

func (w Work) outlined(c *item.Content) (*item.Content, error) {
	switch {
	case c == nil:
		return nil, nil
	case w.Ordered:
		return record.Outlined(c)
	}
	return record.Shown(c), nil
}
