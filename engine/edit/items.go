package edit

import (
	"context"
	"crypto/sha256"
	"fmt"
	"slices"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
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

// Change sets fields of an item (SSE 0.93 §3.2); values that change nothing make no update. If
// a version of this endpoint is among the conflicts, the error is *rules.OwnOpenError: the
// item has to be resolved first. In a list with SSE 0.91 an update resolves all conflicts
// (§4.2 step 4), so there a conflict of another endpoint causes that error, too, and it also
// wraps ErrConflicted. base is the winner that the user saw, or nil to accept any; if it is no
// longer the winner, Change returns ErrChanged and changes nothing.
func (e *Service) Change(ctx context.Context, set, id string, f record.Values, base *item.Version) (*item.Item, error) {
	return e.one(ctx, "edit", set, func(w Work) (*item.Item, error) { return w.Change(id, f, base) })
}

// Delete makes an item a tombstone (SSE 0.93 §3.2 step 4). It fails as Change does. An item
// that is already deleted is returned unchanged.
func (e *Service) Delete(ctx context.Context, set, id string) (*item.Item, error) {
	return e.one(ctx, "delete", set, func(w Work) (*item.Item, error) { return w.Delete(id) })
}

// Restore restores a deleted item (SSE 0.93 §3.2 step 5), with its earlier content. It fails
// as Change does. An item that is not deleted is returned unchanged.
func (e *Service) Restore(ctx context.Context, set, id string) (*item.Item, error) {
	return e.one(ctx, "restore", set, func(w Work) (*item.Item, error) { return w.Restore(id) })
}

// Complete marks a todo as done, or as not done. If it repeats and is done now, the next one
// is made. It fails as Change does.
func (e *Service) Complete(ctx context.Context, set, id string, done bool) (*item.Item, error) {
	return e.one(ctx, "complete", set, func(w Work) (*item.Item, error) { return w.Complete(id, done) })
}

// ChangeAll sets fields of several items as one edit; change returns the values for each.
func (e *Service) ChangeAll(ctx context.Context, items []Ref, change func(record.Record) record.Values) (Outcome, error) {
	return e.each(ctx, "edit", items, func(w Work, ref Ref) error {
		_, err := w.ChangeBy(ref.ID, change)
		return err
	})
}

// CompleteAll marks several todos as done, or as not done, as one edit. It makes the next
// todos of those that repeat.
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

// RestoreAll restores several deleted items as one edit, parents first.
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

// outermostFirst sorts items by depth.
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

// RestoreVersion makes an item equal to a version in the archive, by an update (SSE 0.93 §3.2)
// that can be undone. The version may be a tombstone. An item that already is equal to it is
// returned unchanged. The error is ErrConflicted if the item has open conflicts: use the
// resolution of the conflict instead. It is store.ErrNoVersion if the archive does not have
// the version.
func (e *Service) RestoreVersion(ctx context.Context, set, id string, version [sha256.Size]byte) (*item.Item, error) {
	return e.one(ctx, "restore", set, func(w Work) (*item.Item, error) { return w.RestoreVersion(id, version) })
}

// Join merges two contacts into one, as one edit: the first gets the values, the second is
// deleted. It returns ErrChanged if either is no longer what the user saw, ErrDeleted if
// either is deleted, and ErrConflicted if either has open conflicts, which the values cannot
// include. Nothing is changed then.
func (e *Service) Join(ctx context.Context, set string, keep, other *item.Item, v record.Values) (*item.Item, error) {
	if keep.ID() == other.ID() {
		return nil, fmt.Errorf("joining contact %s: it is the same one: choose another", keep.ID())
	}
	return e.one(ctx, "join", set, func(w Work) (*item.Item, error) {
		return w.Join(keep.Winner, other.Winner, v)
	})
}
