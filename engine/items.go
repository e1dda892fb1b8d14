package engine

import (
	"context"
	"fmt"

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
		id, err := e.ids.word(20)
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
