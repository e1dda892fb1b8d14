package memory

import (
	"cmp"
	"errors"
	"maps"
	"slices"
	"strings"

	"crossfeed/engine/store"
)

// ContentFeeds implements store.Reader.
func (r *reader) ContentFeeds(library int64) (all []store.ContentFeed, err error) {
	for _, address := range r.state.feedsOf(library) {
		all = append(all, apartFeed(r.state.of(library).feeds[address].ContentFeed))
	}
	return all, r.call()
}

// feedsOf returns the addresses of the cached feeds of a library, the root first.
func (s *state) feedsOf(library int64) []string {
	root := s.root(library)
	return slices.SortedFunc(maps.Keys(s.of(library).feeds), func(a, b string) int {
		return cmp.Or(cmp.Compare(other(a, root), other(b, root)), strings.Compare(a, b))
	})
}

// root returns the address of a library's root feed, or "".
func (s *state) root(library int64) string {
	if at := s.library(library); at >= 0 {
		return s.libraries[at].Address
	}
	return ""
}

// other is 0 for the root, and 1 for any other feed: it sorts the root first.
func other(address, root string) int {
	if address == root {
		return 0
	}
	return 1
}

// ContentFeed implements store.Reader.
func (r *reader) ContentFeed(library int64, address string) (store.ContentFeed, bool, error) {
	f, there := r.state.of(library).feeds[address]
	return apartFeed(f.ContentFeed), there, r.call()
}

// apartFeed returns a copy of a feed that shares no mutable data.
func apartFeed(f store.ContentFeed) store.ContentFeed {
	f.Problems = apartList(f.Problems)
	return f
}

// apartList returns a copy of a slice, or nil if it is empty.
func apartList[T any](all []T) []T { return append([]T(nil), all...) }

// PutContentFeed implements store.Writer.
func (w *writer) PutContentFeed(library int64, f store.ContentFeed, items func(add func(store.ContentItem) error) error) error {
	c, err := w.editContent(library)
	if err != nil {
		return err
	}
	cached := cachedFeed{at: make(map[string]int)}
	var taken []store.ContentItem
	err = items(func(i store.ContentItem) error {
		i.Links = apartList(i.Links)
		taken = append(taken, i)
		cached.at[i.ID] = len(taken) - 1
		return w.call()
	})
	if err != nil {
		w.broken = err
		return err
	}
	before := c.feeds[f.Address]
	for n, i := range taken {
		if cached.at[i.ID] == n {
			before.read(&i)
			cached.at[i.ID] = len(cached.items)
			cached.items = append(cached.items, i)
		}
	}
	cached.ContentFeed = apartFeed(f)
	cached.Items = len(cached.items)
	c.feeds[f.Address] = cached
	w.note(store.LibraryKey(library))
	return nil
}

// TouchContentFeed implements store.Writer.
func (w *writer) TouchContentFeed(library int64, f store.ContentFeed) error {
	c, err := w.editContent(library)
	if err != nil {
		return err
	}
	if cached, there := c.feeds[f.Address]; there {
		f.Items = cached.Items
		cached.ContentFeed = apartFeed(f)
		c.feeds[f.Address] = cached
		w.note(store.LibraryKey(library))
	}
	return nil
}

// RemoveContentFeed implements store.Writer.
func (w *writer) RemoveContentFeed(library int64, address string) error {
	c, err := w.editContent(library)
	if err != nil {
		return err
	}
	dropped(w, store.LibraryKey(library), c.feeds, address)
	return nil
}

// ContentFile implements store.Reader.
func (r *reader) ContentFile(library int64, address string) (store.ContentFile, bool, error) {
	f, there := r.state.of(library).files[address]
	return f, there, r.call()
}

// ContentFiles implements store.Reader.
func (r *reader) ContentFiles(library int64, each func(store.ContentFile) error) error {
	if err := r.call(); err != nil {
		return err
	}
	files := r.state.of(library).files
	for _, address := range slices.Sorted(maps.Keys(files)) {
		if err := each(files[address]); err != nil {
			return err
		}
	}
	return nil
}

// PutContentFile implements store.Writer.
func (w *writer) PutContentFile(library int64, f store.ContentFile) error {
	c, err := w.editContent(library)
	if err != nil {
		return err
	}
	c.files[f.Address] = f
	w.note(store.LibraryKey(library))
	return nil
}

// RemoveContentFile implements store.Writer.
func (w *writer) RemoveContentFile(library int64, address string) error {
	c, err := w.editContent(library)
	if err != nil {
		return err
	}
	dropped(w, store.LibraryKey(library), c.files, address)
	return nil
}

// PutContentItems implements store.Writer.
func (w *writer) PutContentItems(library int64, feed string, items ...store.ContentItem) error {
	return w.changeItems(library, feed, func(cached *cachedFeed) {
		for _, i := range items {
			i.Links = apartList(i.Links)
			cached.read(&i)
			if at, there := cached.at[i.ID]; there {
				cached.items[at] = i
				continue
			}
			cached.at[i.ID] = len(cached.items)
			cached.items = append(cached.items, i)
		}
	})
}

// MarkContentRead implements store.Writer.
func (w *writer) MarkContentRead(library int64, feed string, read bool, ids ...string) error {
	return w.changeItems(library, feed, func(cached *cachedFeed) {
		for at, i := range cached.items {
			if !i.Hidden && slices.Contains(ids, i.ID) {
				cached.items[at].Read, cached.items[at].MarkedBy = read, 0
			}
		}
	})
}

// MarkAllContentRead implements store.Writer.
func (w *writer) MarkAllContentRead(library, edit int64) (unread int, err error) {
	err = w.changeAllItems(library, func(i *store.ContentItem) {
		if !i.Read && !i.Hidden {
			i.Read, i.MarkedBy = true, edit
			unread++
		}
	})
	return unread, err
}

// TurnContentRead implements store.Writer.
func (w *writer) TurnContentRead(library, edit int64, read bool) error {
	return w.changeAllItems(library, func(i *store.ContentItem) {
		if i.MarkedBy == edit {
			i.Read = read
		}
	})
}

// changeAllItems changes the items of all feeds of a library.
func (w *writer) changeAllItems(library int64, change func(*store.ContentItem)) error {
	_, err := w.editContent(library)
	for _, f := range w.state.feedsOf(library) {
		err = errors.Join(err, w.changeItems(library, f, func(cached *cachedFeed) {
			for at := range cached.items {
				change(&cached.items[at])
			}
		}))
	}
	return err
}

// RemoveContentItems implements store.Writer.
func (w *writer) RemoveContentItems(library int64, feed string, ids ...string) error {
	return w.changeItems(library, feed, func(cached *cachedFeed) {
		cached.items = slices.DeleteFunc(cached.items, func(i store.ContentItem) bool { return slices.Contains(ids, i.ID) })
		clear(cached.at)
		for at, i := range cached.items {
			cached.at[i.ID] = at
		}
	})
}

// CutContentItems implements store.Writer.
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

// changeItems changes the items of a feed if it is cached.
func (w *writer) changeItems(library int64, feed string, change func(*cachedFeed)) error {
	c, err := w.editContent(library)
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
