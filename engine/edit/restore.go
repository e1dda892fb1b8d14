package edit

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/rules"
	"crossfeed/engine/store"
)

// Restore restores a deleted item (SSE 0.93 §3.2 step 5), with its earlier content. It fails
// as Change does. An item that is not deleted is returned unchanged.
func (e *Service) Restore(ctx context.Context, set, id string) (*item.Item, error) {
	return e.one(ctx, "restore", set, func(w Work) (*item.Item, error) { return w.Restore(id) })
}

// RestoreWith restores a deleted item and sets fields of it, as one edit. It fails as Change
// does; base is the tombstone that the user saw.
func (e *Service) RestoreWith(ctx context.Context, set, id string, f record.Values, base *item.Version) (*item.Item, error) {
	return e.one(ctx, "restore", set, func(w Work) (*item.Item, error) { return w.RestoreWith(id, f, base) })
}

// RestoreAll restores several deleted items as one edit, parents first.
func (e *Service) RestoreAll(ctx context.Context, items []Ref) (Outcome, error) {
	find := func(t *Transaction) ([]Ref, error) { return t.outermostFirst(items) }
	return e.eachOf(ctx, "restore", find, func(w Work, ref Ref) error {
		_, err := w.Restore(ref.ID)
		return err
	})
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

// RestoreVersion makes an item equal to a version in the archive, by an update (SSE 0.93 §3.2)
// that can be undone. The version may be a tombstone. An item that already is equal to it is
// returned unchanged. The error is ErrConflicted if the item has open conflicts: use the
// resolution of the conflict instead. It is store.ErrNoVersion if the archive does not have
// the version.
func (e *Service) RestoreVersion(ctx context.Context, set, id string, version [sha256.Size]byte) (*item.Item, error) {
	return e.one(ctx, "restore", set, func(w Work) (*item.Item, error) { return w.RestoreVersion(id, version) })
}

// Restore restores a deleted item (SSE 0.93 §3.2 step 5) with its earlier content: the
// tombstone's own if that is more than a title, and otherwise that of the newest archived
// version that is not deleted. An item that is not deleted is returned unchanged. If its
// parent is deleted, the item goes next to the parent. An item that left the list is put back
// as in the archive.
func (w Work) Restore(id string) (*item.Item, error) {
	it, err := w.Store.Item(w.Set, id)
	if errors.Is(err, store.ErrNoItem) {
		it, err = w.absent(id, err)
		if err != nil || !w.Ordered {
			return w.putBack(it, err)
		}
		return w.putBack(w.updatedTo(it, it.Winner))
	}
	if err != nil || !it.Winner.Deleted {
		return it, err
	}
	if !w.Ordered {
		return w.restore(it, nil)
	}
	p, err := w.lifted(it.Winner)
	if err != nil {
		return nil, err
	}
	return w.restore(it, p)
}

// RestoreWith restores a deleted item and sets fields of it. If base is no longer the winner,
// the error is ErrChanged.
func (w Work) RestoreWith(id string, v record.Values, base *item.Version) (*item.Item, error) {
	it, err := w.Store.Item(w.Set, id)
	if err != nil {
		return nil, err
	}
	if !it.Winner.Same(base) {
		return nil, fmt.Errorf("restoring item %s: %w", id, ErrChanged)
	}
	if it, err = w.Restore(id); err != nil {
		return nil, err
	}
	return w.set(it, v)
}

// RestoreVersion makes an item equal to a version in the archive (SSE 0.93 §3.2), which may be
// a tombstone. It takes the version's position, or one next to its parent if that is deleted.
// An item that already is equal is returned unchanged. The error is ErrInside if the item
// would become its own ancestor, ErrConflicted if it has open conflicts, and
// store.ErrNoVersion if there is no such version.
func (w Work) RestoreVersion(id string, version [sha256.Size]byte) (*item.Item, error) {
	it, err := w.Store.Item(w.Set, id)
	left := errors.Is(err, store.ErrNoItem)
	if left {
		it, err = w.absent(id, err)
	}
	if err != nil {
		return nil, err
	}
	open, err := w.reading().isOpen(it)
	if err != nil {
		return nil, err
	}
	if open {
		return nil, fmt.Errorf("restoring a version of item %s: %w", id, ErrConflicted)
	}
	versions, err := w.Store.Versions(w.Set, id)
	if err != nil {
		return nil, err
	}
	v := archived(versions, version)
	switch {
	case v == nil:
		return nil, fmt.Errorf("restoring a version of item %s: %w", id, store.ErrNoVersion)
	case sameState(it.Winner, v) && left:
		return w.putBack(it, nil)
	case sameState(it.Winner, v):
		return it, nil
	}
	next, err := w.updatedTo(it, v)
	switch {
	case err != nil:
		return nil, fmt.Errorf("restoring a version of item %s: %w", id, err)
	case left:
		return w.putBack(next, nil)
	}
	return w.Put(it, next)
}

// updatedTo returns the item updated to a version's content and position. If the version's
// parent is deleted, the position is next to the parent.
func (w Work) updatedTo(it *item.Item, v *item.Version) (*item.Item, error) {
	place, err := w.placeOf(v)
	if err == nil && place != nil && !v.Deleted {
		place, err = w.lifted(v)
	}
	if err != nil {
		return nil, err
	}
	return w.updated(it, rules.Change{Content: v.Content, Deleted: v.Deleted, Place: place})
}

// absent returns an item that left the list, with its newest archived version that is not
// deleted, or the error missing if there is none.
func (w Work) absent(id string, missing error) (*item.Item, error) {
	versions, err := w.Store.Versions(w.Set, id)
	if err != nil {
		return nil, err
	}
	newest := w.newestLive(versions)
	if newest == nil {
		return nil, missing
	}
	return store.Completed(&item.Item{Winner: newest}, versions), nil
}

// putBack puts an item back into the list that it left. Undoing this makes it leave again,
// because a deletion would reach those who have the item from others.
func (w Work) putBack(it *item.Item, err error) (*item.Item, error) {
	if err != nil {
		return nil, err
	}
	w.Log.addBack(w.Set, it)
	return it, w.Store.PutItem(w.Set, it, store.Seen{At: w.At})
}

func (w Work) lastContent(it *item.Item) (*item.Content, error) {
	own := it.Winner.Content
	versions, err := w.Store.Versions(w.Set, it.ID())
	if err != nil {
		return nil, err
	}
	if own.Hash() != record.Tombstone(own).Hash() {
		live := *it.Winner
		live.Deleted = false
		return store.Completed(&item.Item{Winner: &live}, versions).Winner.Content, nil
	}
	if newest := w.newestLive(versions); newest != nil {
		return newest.Content, nil
	}
	return own, nil
}

// newestLive returns the newest version that is not deleted, or nil.
func (w Work) newestLive(versions []store.Archived) (newest *item.Version) {
	for _, a := range versions {
		if !a.Version.Deleted && (newest == nil || w.Rules.Compare(a.Version, newest) > 0) {
			newest = a.Version
		}
	}
	return newest
}

// ReplaceContent replaces the whole content of an item, if its winner is still the version that
// a person saw; otherwise the error wraps ErrChanged. If this completes a repeating todo, the
// next one is not made: the caller provides the next one, too.
func (w Work) ReplaceContent(id string, content *item.Content, seen func(*item.Version) bool) (*item.Item, error) {
	it, err := w.seen(id, seen)
	if err != nil || content.Hash() == it.Winner.Content.Hash() {
		return it, err
	}
	return w.update(it, rules.Change{Content: content, Deleted: it.Winner.Deleted})
}

// Revive restores a deleted item with other content (SSE 0.93 §3.2 step 5); otherwise it is
// like ReplaceContent.
func (w Work) Revive(id string, content *item.Content, seen func(*item.Version) bool) (*item.Item, error) {
	it, err := w.seen(id, seen)
	if err != nil {
		return nil, err
	}
	return w.update(it, rules.Change{Content: content})
}

// seen reads an item, and checks that a person saw its winner.
func (w Work) seen(id string, seen func(*item.Version) bool) (*item.Item, error) {
	it, err := w.Store.Item(w.Set, id)
	if err != nil {
		return nil, err
	}
	if !seen(it.Winner) {
		return nil, fmt.Errorf("changing item %s: %w", id, ErrChanged)
	}
	return it, nil
}

// IsRefusal reports whether an error is about a single item, so that work on others can
// continue.
func IsRefusal(err error) bool {
	var own *rules.OwnOpenError
	var value *record.ValueError
	var field *record.FieldError
	return errors.As(err, &own) || errors.As(err, &value) || errors.As(err, &field) ||
		errors.Is(err, store.ErrNoItem) || errors.Is(err, ErrItemExists) || errors.Is(err, ErrChanged) ||
		errors.Is(err, ErrDeleted) || errors.Is(err, ErrConflicted) || errors.Is(err, ErrInside) || errors.Is(err, ErrNoNote) || errors.Is(err, ErrCrowded) || errors.Is(err, rules.ErrExhausted)
}

// Restate repeats what an item says, by an update, because another program altered the version
// on the way and others have the altered copy. If somebody has changed the item since, or if
// it has a conflict, nothing happens: the next update will have the same effect.
func (w Work) Restate(id string) error {
	it, err := w.Store.Item(w.Set, id)
	if err != nil || it.Winner.Top().By != w.By {
		return err
	}
	_, err = w.update(it, rules.Change{Content: it.Winner.Content, Deleted: it.Winner.Deleted})
	var own *rules.OwnOpenError
	if errors.Is(err, ErrConflicted) || errors.As(err, &own) {
		return nil
	}
	return err
}
