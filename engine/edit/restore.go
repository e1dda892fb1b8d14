package edit

import (
	"crypto/sha256"
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
// that.
func (w Work) Restore(id string) (*item.Item, error) {
	it, err := w.Store.Item(w.Set, id)
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
// ErrInside. One with open conflicts is ErrUnsettled, a version that is not there
// store.ErrNoVersion.
func (w Work) RestoreVersion(id string, version [sha256.Size]byte) (*item.Item, error) {
	it, err := w.Store.Item(w.Set, id)
	if err != nil {
		return nil, err
	}
	open, err := w.isOpen(it)
	if err != nil {
		return nil, err
	}
	if open {
		return nil, fmt.Errorf("restoring a version of item %s: %w", id, ErrUnsettled)
	}
	versions, err := w.Store.Versions(w.Set, id)
	if err != nil {
		return nil, err
	}
	v := archived(versions, version)
	switch {
	case v == nil:
		return nil, fmt.Errorf("restoring a version of item %s: %w", id, store.ErrNoVersion)
	case says(it.Winner, v):
		return it, nil
	}
	place, err := w.placeOf(v)
	if err == nil && place != nil && !v.Deleted {
		place, err = w.lifted(v)
	}
	if err != nil {
		return nil, fmt.Errorf("restoring a version of item %s: %w", id, err)
	}
	return w.update(it, rules.Change{Content: v.Content, Deleted: v.Deleted, Place: place})
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
	var newest *item.Version
	for _, a := range versions {
		if !a.Version.Deleted && (newest == nil || w.Rules.Compare(a.Version, newest) > 0) {
			newest = a.Version
		}
	}
	if newest == nil {
		return own, nil
	}
	return newest.Content, nil
}
