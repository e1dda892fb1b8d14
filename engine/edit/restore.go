package edit

import (
	"crossfeed/engine/feedsync"
	"crossfeed/engine/item"
)

// Restore un-deletes an item (SSE 0.93 §3.2 step 5) with the content that it
// had: the tombstone's own where that is more than a title, and otherwise that
// of the newest version in the archive that was alive. An item that is not
// deleted is returned as it is.
func (w Work) Restore(id string) (*item.Item, error) {
	it, err := w.Store.Item(w.Set, id)
	if err != nil || !it.Winner.Deleted {
		return it, err
	}
	content, err := w.lastContent(it)
	if err != nil {
		return nil, err
	}
	return w.update(it, feedsync.Change{Content: content})
}

func (w Work) lastContent(it *item.Item) (*item.Content, error) {
	own := it.Winner.Content
	if own.Hash() != own.OnlyTitle().Hash() {
		return own, nil
	}
	versions, err := w.Store.Versions(w.Set, it.ID())
	if err != nil {
		return nil, err
	}
	var newest *item.Version
	for _, a := range versions {
		if !a.Version.Deleted && (newest == nil || feedsync.Compare(a.Version, newest) > 0) {
			newest = a.Version
		}
	}
	if newest == nil {
		return own, nil
	}
	return newest.Content, nil
}
