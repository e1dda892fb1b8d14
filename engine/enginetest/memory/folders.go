package memory

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"crossfeed/engine/store"
)

// tree is the stored state of a published folder.
type tree struct {
	feeds map[string]store.FolderFeed
	items map[itemKey]store.FolderItem
	files map[string]store.FolderFile
}

// itemKey identifies an item of a tree.
type itemKey struct{ feed, id string }

func newTree() *tree {
	return &tree{make(map[string]store.FolderFeed), make(map[itemKey]store.FolderItem), make(map[string]store.FolderFile)}
}

func (s *state) tree(key int64) *tree {
	if t, ok := s.trees[key]; ok {
		return t
	}
	return newTree()
}

// PublishedFolders implements store.Reader.
func (r *reader) PublishedFolders() (all []store.PublishedFolder, err error) {
	for _, f := range r.state.folders {
		all = append(all, apartFolder(f))
	}
	return all, r.call()
}

// apartFolder returns a copy of a publication that shares no mutable data.
func apartFolder(f store.PublishedFolder) store.PublishedFolder {
	f.OnDemand, f.Hidden, f.Ignored = apartList(f.OnDemand), apartList(f.Hidden), apartList(f.Ignored)
	return f
}

// FolderFeeds implements store.Reader.
func (r *reader) FolderFeeds(key int64) (all []store.FolderFeed, err error) {
	feeds := r.state.tree(key).feeds
	for _, path := range slices.Sorted(maps.Keys(feeds)) {
		all = append(all, feeds[path])
	}
	return all, r.call()
}

// FolderItems implements store.Reader.
func (r *reader) FolderItems(key int64, each func(store.FolderItem) error) error {
	if err := r.call(); err != nil {
		return err
	}
	items := r.state.tree(key).items
	order := func(a, b itemKey) int { return cmp.Or(strings.Compare(a.feed, b.feed), strings.Compare(a.id, b.id)) }
	for _, k := range slices.SortedFunc(maps.Keys(items), order) {
		i := items[k]
		i.Files = apartList(i.Files)
		if err := each(i); err != nil {
			return err
		}
	}
	return nil
}

// FolderFiles implements store.Reader.
func (r *reader) FolderFiles(key int64, each func(store.FolderFile) error) error {
	if err := r.call(); err != nil {
		return err
	}
	files := r.state.tree(key).files
	for _, path := range slices.Sorted(maps.Keys(files)) {
		if err := each(files[path]); err != nil {
			return err
		}
	}
	return nil
}

// PutPublishedFolder implements store.Writer.
func (w *writer) PutPublishedFolder(f store.PublishedFolder) (int64, error) {
	if err := w.call(); err != nil {
		return 0, err
	}
	at := w.state.folder(f.Key)
	if err := w.state.refuseFolder(f, at); err != nil {
		return 0, fmt.Errorf("saving the publication of %s: %w", f.Folder, err)
	}
	f = apartFolder(f)
	if f.Key != 0 {
		w.state.folders[at] = f
	} else {
		f.Key = w.state.newKey()
		w.state.folders = append(w.state.folders, f)
		w.state.trees[f.Key] = newTree()
	}
	w.note(store.FolderKey(f.Key))
	return f.Key, nil
}

// folder returns the index of the publication with that key, or -1.
func (s *state) folder(key int64) int {
	return slices.IndexFunc(s.folders, func(o store.PublishedFolder) bool { return o.Key == key })
}

// refuseFolder returns an error if a publication cannot be stored at an index.
func (s *state) refuseFolder(f store.PublishedFolder, at int) error {
	if f.Key != 0 && at < 0 {
		return store.ErrNoPublication
	}
	if slices.ContainsFunc(s.folders, func(o store.PublishedFolder) bool { return o.Key != f.Key && o.Address == f.Address }) {
		return store.ErrPublishedThere
	}
	return nil
}

// RemovePublishedFolder implements store.Writer.
func (w *writer) RemovePublishedFolder(key int64) error {
	if err := w.call(); err != nil {
		return err
	}
	at := w.state.folder(key)
	if at < 0 {
		return fmt.Errorf("removing publication %d: %w", key, store.ErrNoPublication)
	}
	w.state.folders = slices.Delete(w.state.folders, at, at+1)
	delete(w.state.trees, key)
	w.note(store.FolderKey(key))
	return nil
}

// growing starts a call that changes a published folder, and returns the tree to modify.
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

// PutFolderFeed implements store.Writer.
func (w *writer) PutFolderFeed(key int64, f store.FolderFeed) error {
	t, err := w.growing(key)
	if err != nil {
		return err
	}
	t.feeds[f.Path] = f
	w.note(store.FolderKey(key))
	return nil
}

// RemoveFolderFeed implements store.Writer.
func (w *writer) RemoveFolderFeed(key int64, path string) error {
	t, err := w.growing(key)
	if err != nil {
		return err
	}
	dropped(w, store.FolderKey(key), t.feeds, path)
	return nil
}

// PutFolderItem implements store.Writer.
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

// RemoveFolderItem implements store.Writer.
func (w *writer) RemoveFolderItem(key int64, feed, id string) error {
	t, err := w.growing(key)
	if err != nil {
		return err
	}
	dropped(w, store.FolderKey(key), t.items, itemKey{feed, id})
	return nil
}

// PutFolderFile implements store.Writer.
func (w *writer) PutFolderFile(key int64, f store.FolderFile) error {
	t, err := w.growing(key)
	if err != nil {
		return err
	}
	t.files[f.Path] = f
	w.note(store.FolderKey(key))
	return nil
}

// RemoveFolderFile implements store.Writer.
func (w *writer) RemoveFolderFile(key int64, path string) error {
	t, err := w.growing(key)
	if err != nil {
		return err
	}
	dropped(w, store.FolderKey(key), t.files, path)
	return nil
}

// dropped deletes an entry, and records whether that changed anything.
func dropped[K comparable, V any](w *writer, changes store.Key, all map[K]V, key K) {
	if _, there := all[key]; there {
		w.note(changes)
	}
	delete(all, key)
}
