package snapshot

import (
	"context"
	"fmt"

	"crossfeed/engine"
	"crossfeed/engine/store"
)

// readLibraries reads how the libraries go, and the folders that are published.
func (s *Snapshot) readLibraries(ctx context.Context, v engine.View) (err error) {
	if s.Libraries, err = v.Libraries(ctx); err != nil {
		return fmt.Errorf("reading the libraries: %w", err)
	}
	if s.Published, err = v.PublishedFolders(ctx); err != nil {
		return fmt.Errorf("reading the folders that are published: %w", err)
	}
	return nil
}

// Library finds a library of the snapshot.
func (s *Snapshot) Library(key int64) (engine.Library, bool) {
	for _, l := range s.Libraries {
		if l.Key == key {
			return l, true
		}
	}
	return engine.Library{}, false
}

// PublishedFolder finds a folder of the snapshot that is published.
func (s *Snapshot) PublishedFolder(key int64) (store.PublishedFolder, bool) {
	for _, f := range s.Published {
		if f.Key == key {
			return f, true
		}
	}
	return store.PublishedFolder{}, false
}
