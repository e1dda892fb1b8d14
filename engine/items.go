package engine

import (
	"context"
	"fmt"
	"slices"

	"crossfeed/engine/edit"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
)

// Errors of local work that callers decide on; they are wrapped with the item
// that they are about.
var (
	// ErrChanged means that the item is no longer what the user saw. Nothing
	// was changed; the caller shows what arrived.
	ErrChanged = edit.ErrChanged
	// ErrItemExists means that the set has an item of that identifier, a
	// deleted one perhaps.
	ErrItemExists = edit.ErrItemExists
	// ErrDeleted means that the item is deleted, and work on it would be lost.
	ErrDeleted = edit.ErrDeleted
	// ErrUnsettled means that the item has open conflicts that have to be
	// settled first.
	ErrUnsettled = edit.ErrUnsettled
	// ErrInside means that an item would come to stand in itself.
	ErrInside = edit.ErrInside
)

// HeldError says what in an item has to be settled before that leaves its list.
type HeldError = edit.HeldError

// Items lists rows of a set.
func (e *Engine) Items(ctx context.Context, set string, q store.Query) (rows []store.Row, err error) {
	err = e.inSet(ctx, set, func(r store.Reader, s store.Set) error {
		rows, err = r.Rows(s.Key, q)
		return err
	})
	return rows, err
}

// Item reads an item.
func (e *Engine) Item(ctx context.Context, set, id string) (it *item.Item, err error) {
	err = e.inSet(ctx, set, func(r store.Reader, s store.Set) error {
		it, err = r.Item(s.Key, id)
		return err
	})
	return it, err
}

// Row reads what lists show of an item.
func (e *Engine) Row(ctx context.Context, set, id string) (row store.Row, err error) {
	err = e.inSet(ctx, set, func(r store.Reader, s store.Set) error {
		row, err = r.Row(s.Key, id)
		return err
	})
	return row, err
}

// AddOptions say what a new item is besides its fields.
type AddOptions struct {
	// ID is the identifier, or "" for one that is made.
	ID string
	// NoConflicts asks that losing versions are not preserved.
	NoConflicts bool
	// Parent and After are where an item of an ordered set is put: in that item, ""
	// for the root, after that one, "" for first. AtEnd puts it last in Parent.
	Parent, After string
	AtEnd         bool
}

// Add creates an item of the kind of its list (SSE 0.93 §3.1, SSE 0.91 §4.1), or
// returns ErrItemExists. Where it is to be put in an item that is deleted the error
// wraps ErrDeleted, and store.ErrNoItem where that is not there or holds no After.
func (e *Engine) Add(ctx context.Context, set string, f record.Values, o AddOptions) (*item.Item, error) {
	if o.ID == "" {
		id, err := e.ids.Word(20)
		if err != nil {
			return nil, err
		}
		o.ID = id
	}
	var it *item.Item
	err := e.change(ctx, "add", func(t *transaction) error {
		s, err := t.SetNamed(set)
		if err != nil {
			return err
		}
		spot := edit.Spot{Parent: o.Parent, After: o.After, AtEnd: o.AtEnd}
		it, err = t.at(s).AddAt(o.ID, record.Kind(s.Kind), f, o.NoConflicts, spot)
		return err
	})
	if err != nil {
		return nil, err
	}
	return it, nil
}

// Edit changes fields of an item (SSE 0.93 §3.2); values that change nothing
// make no update. Where a version of this endpoint waits among the conflicts it
// is refused with *rules.OwnOpenError: that item has to be settled. In a list with
// SSE 0.91 an update settles all conflicts (§4.2 step 4), so there any of another
// endpoint refuses it with that error too, which then wraps ErrUnsettled as well.
// base is the winner that the user saw, or nil for whatever is there; when it
// is no longer the winner, Edit returns ErrChanged and changes nothing.
func (e *Engine) Edit(ctx context.Context, set, id string, f record.Values, base *item.Version) (*item.Item, error) {
	return e.one(ctx, "edit", set, func(w edit.Work) (*item.Item, error) { return w.Change(id, f, base) })
}

// Delete makes a tombstone of an item (SSE 0.93 §3.2 step 4). It is refused as
// Edit is. An item that is deleted already is returned as it is.
func (e *Engine) Delete(ctx context.Context, set, id string) (*item.Item, error) {
	return e.one(ctx, "delete", set, func(w edit.Work) (*item.Item, error) { return w.Delete(id) })
}

// Restore un-deletes an item (SSE 0.93 §3.2 step 5), with the content that it
// had before. It is refused as Edit is. An item that is not deleted is returned
// as it is.
func (e *Engine) Restore(ctx context.Context, set, id string) (*item.Item, error) {
	return e.one(ctx, "restore", set, func(w edit.Work) (*item.Item, error) { return w.Restore(id) })
}

// Complete marks a todo as done, or as not done. Where it repeats and is done
// now, the next one is made. It is refused as Edit is.
func (e *Engine) Complete(ctx context.Context, set, id string, done bool) (*item.Item, error) {
	return e.one(ctx, "complete", set, func(w edit.Work) (*item.Item, error) { return w.Complete(id, done) })
}

// Newest lists the versions of an item that this store got last, at most so many, the one
// first seen first, and how many it ever held.
func (e *Engine) Newest(ctx context.Context, set, id string, most int) (newest []store.Archived, all int, err error) {
	err = e.inSet(ctx, set, func(r store.Reader, s store.Set) error {
		newest, all, err = r.Newest(s.Key, id, most)
		return err
	})
	return newest, all, err
}

// History lists every version of an item that this store ever held, the one
// first seen first.
func (e *Engine) History(ctx context.Context, set, id string) (all []store.Archived, err error) {
	err = e.inSet(ctx, set, func(r store.Reader, s store.Set) error {
		all, err = r.Versions(s.Key, id)
		if err == nil && len(all) == 0 {
			return fmt.Errorf("history of item %s: %w", id, store.ErrNoItem)
		}
		return err
	})
	return all, err
}

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

// ErrNoNote means that an item is a record of another kind.
var ErrNoNote = edit.ErrNoNote

// Make makes a todo or a contact of a note. It is refused as Edit is, and with ErrNoNote
// where the item is of another kind. An item that is one is returned as it is.
func (e *Engine) Make(ctx context.Context, set, id string, k record.Kind) (*item.Item, error) {
	return e.one(ctx, "make", set, func(w edit.Work) (*item.Item, error) { return w.Make(id, k) })
}

// MakeAll is Make of several items as one edit.
func (e *Engine) MakeAll(ctx context.Context, items []Ref, k record.Kind) (Outcome, error) {
	return e.each(ctx, "make", items, func(w edit.Work, ref Ref) error {
		_, err := w.Make(ref.ID, k)
		return err
	})
}

// Lost is what an item that is shown as a note may have been before a program that knows
// no records changed it: "" where nothing says so.
func (e *Engine) Lost(ctx context.Context, set, id string) (k record.Kind, err error) {
	err = e.inSet(ctx, set, func(r store.Reader, s store.Set) error {
		it, err := r.Item(s.Key, id)
		if err != nil || !record.Lacks(it.Winner) {
			return err
		}
		archived, err := r.Versions(s.Key, id)
		if err != nil {
			return err
		}
		switch o := store.OriginOf(it.Winner, archived); {
		case !o.Lost():
		case o.Record != nil:
			k = record.KindOf(o.Record.Content)
		case Makes(s.Kind):
			k = record.Kind(s.Kind)
		}
		return nil
	})
	return k, err
}

// Makes reports whether notes in a list of a kind can be made what the list is for.
func Makes(kind string) bool {
	return kind == string(record.Todo) || kind == string(record.Contact)
}
