package edit

import (
	"context"

	"crossfeed/engine/item"
	"crossfeed/engine/rules"
)

// Delete makes an item a tombstone (SSE 0.93 §3.2 step 4). It fails as Change does. An item
// that is already deleted is returned unchanged.
func (e *Service) Delete(ctx context.Context, set, id string) (*item.Item, error) {
	return e.one(ctx, "delete", set, func(w Work) (*item.Item, error) { return w.Delete(id) })
}

// DeleteAll deletes several items as one edit.
func (e *Service) DeleteAll(ctx context.Context, items []Ref) (Outcome, error) {
	return e.each(ctx, "delete", items, func(w Work, ref Ref) error {
		_, err := w.Delete(ref.ID)
		return err
	})
}

// Delete makes an item a tombstone (SSE 0.93 §3.2 step 4). The tombstone keeps the item's
// data, for Restore. A tombstone is returned unchanged.
func (w Work) Delete(id string) (*item.Item, error) {
	it, err := w.Store.Item(w.Set, id)
	if err != nil || it.Winner.Deleted {
		return it, err
	}
	return w.update(it, rules.Change{Deleted: true})
}
