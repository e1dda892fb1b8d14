package edit

import (
	"crypto/sha256"
	"errors"
	"fmt"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/rules"
	"crossfeed/engine/store"
)

// Restore un-deletes an item (SSE 0.93 §3.2 step 5) with the content that it
// had: the tombstone's own where that is more than a title, and otherwise that
// of the newest version in the archive that was alive. An item that is not
// deleted is returned as it is. Where the item that it was in is deleted, it goes next to
// that. An item that left the list is put back as the archive has it.
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

// RestoreVersion makes an item what a version of the archive says (SSE 0.93 §3.2),
// a tombstone where that one is, and where that one stood, or next to the item that it
// stood in where that is deleted. An item that says just
// that is returned as it is. Where the item would stand in itself by now it is
// ErrInside. One with open conflicts is ErrConflicted, a version that is not there
// store.ErrNoVersion.
func (w Work) RestoreVersion(id string, version [sha256.Size]byte) (*item.Item, error) {
	it, err := w.Store.Item(w.Set, id)
	left := errors.Is(err, store.ErrNoItem)
	if left {
		it, err = w.absent(id, err)
	}
	if err != nil {
		return nil, err
	}
	open, err := w.isOpen(it)
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
	case says(it.Winner, v) && left:
		return w.putBack(it, nil)
	case says(it.Winner, v):
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

// updatedTo is an item that says what a version says, where that one stood, or next to the
// item that it stood in where that is deleted.
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

// absent is an item that left the list, as its newest version in the archive that is not
// deleted has it; missing is the error where there is none.
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

// putBack puts an item into the list that it left. Its undo lets it leave again: a deletion
// would reach those who have it from others.
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

// newestLive is the newest of versions that is not deleted, or nil.
func (w Work) newestLive(versions []store.Archived) (newest *item.Version) {
	for _, a := range versions {
		if !a.Version.Deleted && (newest == nil || w.Rules.Compare(a.Version, newest) > 0) {
			newest = a.Version
		}
	}
	return newest
}

// Say makes an item say something else as a whole, where the version that wins
// is still the one that a person saw; otherwise the error wraps ErrChanged. A
// todo that repeats and is done by it has no next one made: who says the whole
// says the next one too.
func (w Work) Say(id string, content *item.Content, seen func(*item.Version) bool) (*item.Item, error) {
	it, err := w.seen(id, seen)
	if err != nil || content.Hash() == it.Winner.Content.Hash() {
		return it, err
	}
	return w.update(it, rules.Change{Content: content, Deleted: it.Winner.Deleted})
}

// Revive un-deletes an item with another content (SSE 0.93 §3.2 step 5), where
// Say would change it.
func (w Work) Revive(id string, content *item.Content, seen func(*item.Version) bool) (*item.Item, error) {
	it, err := w.seen(id, seen)
	if err != nil {
		return nil, err
	}
	return w.update(it, rules.Change{Content: content})
}

// seen reads an item of which a person saw the version that wins.
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

// IsRefusal tells whether an error is about one item alone, so that work on
// others can go on.
func IsRefusal(err error) bool {
	var own *rules.OwnOpenError
	var value *record.ValueError
	var field *record.FieldError
	return errors.As(err, &own) || errors.As(err, &value) || errors.As(err, &field) ||
		errors.Is(err, store.ErrNoItem) || errors.Is(err, ErrItemExists) || errors.Is(err, ErrChanged) ||
		errors.Is(err, ErrDeleted) || errors.Is(err, ErrConflicted) || errors.Is(err, ErrInside) || errors.Is(err, ErrNoNote) || errors.Is(err, ErrCrowded) || errors.Is(err, rules.ErrExhausted)
}

// Restate says once more what an item says, by an update: a program on the way altered
// the version, and others have the altered copy. Where somebody changed the item since, or
// a person is asked about it, nothing happens: what follows says it.
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
