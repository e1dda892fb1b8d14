package engine

import (
	"context"

	"crossfeed/engine/edit"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
)

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
