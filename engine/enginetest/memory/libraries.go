package memory

import (
	"fmt"
	"maps"
	"slices"

	"crossfeed/engine/store"
)

// Libraries implements store.Reader.
func (r *reader) Libraries() ([]store.Library, error) {
	return slices.Clone(r.state.libraries), r.call()
}

// Library implements store.Reader.
func (r *reader) Library(key int64) (store.Library, error) {
	if err := r.call(); err != nil {
		return store.Library{}, err
	}
	if at := r.state.library(key); at >= 0 {
		return r.state.libraries[at], nil
	}
	return store.Library{}, fmt.Errorf("library %d: %w", key, store.ErrNoLibrary)
}

// library returns the index of the library with that key, or -1.
func (s *state) library(key int64) int {
	return slices.IndexFunc(s.libraries, func(o store.Library) bool { return o.Key == key })
}

// PutLibrary implements store.Writer.
func (w *writer) PutLibrary(l store.Library) (int64, error) {
	if err := w.call(); err != nil {
		return 0, err
	}
	at := w.state.library(l.Key)
	if err := w.state.refuseLibrary(l, at); err != nil {
		return 0, fmt.Errorf("saving the library at %s: %w", l.Address, err)
	}
	if l.Key != 0 {
		w.state.libraries[at] = l
	} else {
		l.Key = w.state.newKey()
		w.state.libraries = append(w.state.libraries, l)
		w.state.content[l.Key] = newContent()
	}
	w.note(store.LibraryKey(l.Key))
	return l.Key, nil
}

// refuseLibrary returns an error if a library cannot be stored at an index.
func (s *state) refuseLibrary(l store.Library, at int) error {
	if l.Key != 0 && at < 0 {
		return store.ErrNoLibrary
	}
	if slices.ContainsFunc(s.libraries, func(o store.Library) bool { return o.Key != l.Key && o.Address == l.Address }) {
		return store.ErrLibraryThere
	}
	return nil
}

// RemoveLibrary implements store.Writer.
func (w *writer) RemoveLibrary(key int64) error {
	if err := w.call(); err != nil {
		return err
	}
	at := w.state.library(key)
	if at < 0 {
		return fmt.Errorf("removing library %d: %w", key, store.ErrNoLibrary)
	}
	w.state.libraries = slices.Delete(w.state.libraries, at, at+1)
	delete(w.state.content, key)
	w.note(store.LibraryKey(key))
	return nil
}

// content is the stored content of a library.
type content struct {
	feeds  map[string]cachedFeed
	files  map[string]store.ContentFile
	wanted map[wantedKey]store.ContentWanted
	// queue maps the numbers of queue entries to their keys.
	queue map[int64]wantedKey
}

// cachedFeed is a feed with its items, in document order. The items are never modified.
type cachedFeed struct {
	store.ContentFeed
	items []store.ContentItem
	at    map[string]int
}

// read gives an item that is put the state of the cached one.
func (f cachedFeed) read(i *store.ContentItem) {
	i.Read, i.MarkedBy = false, 0
	if at, there := f.at[i.ID]; there {
		i.Read, i.MarkedBy = f.items[at].Read, f.items[at].MarkedBy
	}
}

// wantedKey identifies an entry of the queue.
type wantedKey struct {
	address string
	nested  bool
}

func newContent() *content {
	return &content{
		feeds: make(map[string]cachedFeed), files: make(map[string]store.ContentFile),
		wanted: make(map[wantedKey]store.ContentWanted), queue: make(map[int64]wantedKey),
	}
}

func (c *content) clone() *content {
	return &content{maps.Clone(c.feeds), maps.Clone(c.files), maps.Clone(c.wanted), maps.Clone(c.queue)}
}

// of returns the content of a library, or an empty one if there is no such library.
func (s *state) of(library int64) *content {
	if c, ok := s.content[library]; ok {
		return c
	}
	return newContent()
}

// editContent starts a call that changes the content of a library, and returns the content to
// modify.
func (w *writer) editContent(library int64) (*content, error) {
	if err := w.call(); err != nil {
		return nil, err
	}
	c, ok := w.state.content[library]
	if !ok {
		return nil, fmt.Errorf("library %d: %w", library, store.ErrNoLibrary)
	}
	if !w.ownContent[library] {
		w.ownContent[library] = true
		w.state.content[library] = c.clone()
	}
	return w.state.content[library], nil
}
