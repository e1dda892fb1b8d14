package edit

import (
	"context"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crypto/sha256"
	"fmt"
	"slices"
)

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

// Change changes fields of an item (SSE 0.93 §3.2); values that change nothing
// make no update. Where a version of this endpoint waits among the conflicts it
// is refused with *rules.OwnOpenError: that item has to be resolved. In a list with
// SSE 0.91 an update resolves all conflicts (§4.2 step 4), so there any of another
// endpoint refuses it with that error too, which then wraps ErrConflicted as well.
// base is the winner that the user saw, or nil for whatever is there; when it
// is no longer the winner, Edit returns ErrChanged and changes nothing.
func (e *Service) Change(ctx context.Context, set, id string, f record.Values, base *item.Version) (*item.Item, error) {
	return e.one(ctx, "edit", set, func(w Work) (*item.Item, error) { return w.Change(id, f, base) })
}

// Delete makes a tombstone of an item (SSE 0.93 §3.2 step 4). It is refused as
// Edit is. An item that is deleted already is returned as it is.
func (e *Service) Delete(ctx context.Context, set, id string) (*item.Item, error) {
	return e.one(ctx, "delete", set, func(w Work) (*item.Item, error) { return w.Delete(id) })
}

// Restore un-deletes an item (SSE 0.93 §3.2 step 5), with the content that it
// had before. It is refused as Edit is. An item that is not deleted is returned
// as it is.
func (e *Service) Restore(ctx context.Context, set, id string) (*item.Item, error) {
	return e.one(ctx, "restore", set, func(w Work) (*item.Item, error) { return w.Restore(id) })
}

// Complete marks a todo as done, or as not done. Where it repeats and is done
// now, the next one is made. It is refused as Edit is.
func (e *Service) Complete(ctx context.Context, set, id string, done bool) (*item.Item, error) {
	return e.one(ctx, "complete", set, func(w Work) (*item.Item, error) { return w.Complete(id, done) })
}

// ChangeAll changes fields of several items as one edit: change gives the values
// for each.
func (e *Service) ChangeAll(ctx context.Context, items []Ref, change func(record.Record) record.Values) (Outcome, error) {
	return e.each(ctx, "edit", items, func(w Work, ref Ref) error {
		_, err := w.ChangeBy(ref.ID, change)
		return err
	})
}

// CompleteAll marks several todos as done, or as not done, as one edit. The next
// ones of those that repeat are made.
func (e *Service) CompleteAll(ctx context.Context, items []Ref, done bool) (Outcome, error) {
	return e.each(ctx, "complete", items, func(w Work, ref Ref) error {
		_, err := w.Complete(ref.ID, done)
		return err
	})
}

// DeleteAll deletes several items as one edit.
func (e *Service) DeleteAll(ctx context.Context, items []Ref) (Outcome, error) {
	return e.each(ctx, "delete", items, func(w Work, ref Ref) error {
		_, err := w.Delete(ref.ID)
		return err
	})
}

// RestoreAll brings several deleted items back as one edit, each before those in it.
func (e *Service) RestoreAll(ctx context.Context, items []Ref) (o Outcome, err error) {
	err = e.Do(ctx, "restore", func(t *Transaction) error {
		items, err := t.outermostFirst(items)
		if err != nil {
			return err
		}
		o, err = t.Each(items, func(w Work, ref Ref) error {
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
func (t *Transaction) outermostFirst(items []Ref) ([]Ref, error) {
	depth := map[Ref]int{}
	for _, ref := range items {
		w, err := t.In(ref.Set)
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

// Make makes a todo or a contact of a note. It is refused as Edit is, and with ErrNoNote
// where the item is of another kind. An item that is one is returned as it is.
func (e *Service) Make(ctx context.Context, set, id string, k record.Kind) (*item.Item, error) {
	return e.one(ctx, "make", set, func(w Work) (*item.Item, error) { return w.Make(id, k) })
}

// MakeAll is Make of several items as one edit.
func (e *Service) MakeAll(ctx context.Context, items []Ref, k record.Kind) (Outcome, error) {
	return e.each(ctx, "make", items, func(w Work, ref Ref) error {
		_, err := w.Make(ref.ID, k)
		return err
	})
}

// RestoreVersion makes an item what a version of the archive says, by an update
// (SSE 0.93 §3.2) that can be undone: a tombstone too, or one again. An item that
// says just that is returned as it is. It is refused with ErrConflicted where the
// item has open conflicts: there the version is offered where it is resolved. A version
// that the archive does not have is ErrNoVersion.
func (e *Service) RestoreVersion(ctx context.Context, set, id string, version [sha256.Size]byte) (*item.Item, error) {
	return e.one(ctx, "restore", set, func(w Work) (*item.Item, error) { return w.RestoreVersion(id, version) })
}

// Join makes one contact of two, as one edit: the first gets the values, the
// second is deleted. Where either is no longer what the user saw, it returns
// ErrChanged; ErrDeleted where it is deleted, ErrConflicted where it has open
// conflicts, of which the values cannot know. Then nothing is changed.
func (e *Service) Join(ctx context.Context, set string, keep, other *item.Item, v record.Values) (*item.Item, error) {
	if keep.ID() == other.ID() {
		return nil, fmt.Errorf("joining contact %s: it is the same one: choose another", keep.ID())
	}
	return e.one(ctx, "join", set, func(w Work) (*item.Item, error) {
		return w.Join(keep.Winner, other.Winner, v)
	})
}
