package memory

import (
	"fmt"
	"maps"

	"crossfeed/engine/store"
)

// growing begins a call that changes what is kept of a published folder, and gives what to
// change.
func (w *writer) growing(key int64) (*tree, error) {
	if err := w.call(); err != nil {
		return nil, err
	}
	t, ok := w.state.trees[key]
	if !ok {
		return nil, fmt.Errorf("publication %d: %w", key, store.ErrNoPublication)
	}
	if !w.ownTree[key] {
		w.ownTree[key] = true
		w.state.trees[key] = &tree{maps.Clone(t.feeds), maps.Clone(t.items), maps.Clone(t.files)}
	}
	return w.state.trees[key], nil
}

// PutFolderFeed implements store.FolderWriter.
func (w *writer) PutFolderFeed(key int64, f store.FolderFeed) error {
	t, err := w.growing(key)
	if err != nil {
		return err
	}
	t.feeds[f.Path] = f
	w.note(store.FolderKey(key))
	return nil
}

// RemoveFolderFeed implements store.FolderWriter.
func (w *writer) RemoveFolderFeed(key int64, path string) error {
	t, err := w.growing(key)
	if err != nil {
		return err
	}
	dropped(w, store.FolderKey(key), t.feeds, path)
	return nil
}

// PutFolderItem implements store.FolderWriter.
func (w *writer) PutFolderItem(key int64, i store.FolderItem) error {
	t, err := w.growing(key)
	if err != nil {
		return err
	}
	i.Files = apartList(i.Files)
	t.items[itemKey{i.Feed, i.ID}] = i
	w.note(store.FolderKey(key))
	return nil
}

// RemoveFolderItem implements store.FolderWriter.
func (w *writer) RemoveFolderItem(key int64, feed, id string) error {
	t, err := w.growing(key)
	if err != nil {
		return err
	}
	dropped(w, store.FolderKey(key), t.items, itemKey{feed, id})
	return nil
}

// PutFolderFile implements store.FolderWriter.
func (w *writer) PutFolderFile(key int64, f store.FolderFile) error {
	t, err := w.growing(key)
	if err != nil {
		return err
	}
	t.files[f.Path] = f
	w.note(store.FolderKey(key))
	return nil
}

// RemoveFolderFile implements store.FolderWriter.
func (w *writer) RemoveFolderFile(key int64, path string) error {
	t, err := w.growing(key)
	if err != nil {
		return err
	}
	dropped(w, store.FolderKey(key), t.files, path)
	return nil
}

// dropped forgets an entry, and notes whether that changed anything.
func dropped[K comparable, V any](w *writer, changes store.Key, all map[K]V, key K) {
	if _, there := all[key]; there {
		w.note(changes)
	}
	delete(all, key)
}
