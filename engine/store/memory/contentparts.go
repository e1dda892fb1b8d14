package memory

import (
	"maps"
	"slices"

	"crossfeed/engine/store"
)

// PutContentItems implements store.ContentWriter.
func (w *writer) PutContentItems(library int64, feed string, items ...store.ContentItem) error {
	return w.changeItems(library, feed, func(cached *cachedFeed) {
		for _, i := range items {
			i.Links = apartList(i.Links)
			if at, there := cached.at[i.ID]; there {
				cached.items[at] = i
				continue
			}
			cached.at[i.ID] = len(cached.items)
			cached.items = append(cached.items, i)
		}
	})
}

// RemoveContentItems implements store.ContentWriter.
func (w *writer) RemoveContentItems(library int64, feed string, ids ...string) error {
	return w.changeItems(library, feed, func(cached *cachedFeed) {
		cached.items = slices.DeleteFunc(cached.items, func(i store.ContentItem) bool { return slices.Contains(ids, i.ID) })
		clear(cached.at)
		for at, i := range cached.items {
			cached.at[i.ID] = at
		}
	})
}

// CutContentItems implements store.ContentWriter.
func (w *writer) CutContentItems(library int64, feed string, most int) (left int, err error) {
	err = w.changeItems(library, feed, func(cached *cachedFeed) {
		left = max(0, len(cached.items)-max(0, most))
		for _, i := range cached.items[left:] {
			delete(cached.at, i.ID)
		}
		cached.items = cached.items[:left]
	})
	return left, err
}

// changeItems changes the items of a feed where it is cached.
func (w *writer) changeItems(library int64, feed string, change func(*cachedFeed)) error {
	c, err := w.keeping(library)
	if err != nil {
		return err
	}
	cached, there := c.feeds[feed]
	if !there {
		return nil
	}
	cached.items, cached.at = slices.Clone(cached.items), maps.Clone(cached.at)
	change(&cached)
	cached.Items = len(cached.items)
	c.feeds[feed] = cached
	w.note(store.LibraryKey(library))
	return nil
}
