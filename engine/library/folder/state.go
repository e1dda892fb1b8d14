package folder

import (
	"context"
	"fmt"

	"crossfeed/engine/store"
)

// state is the stored state of a publication.
type state struct {
	record store.PublishedFolder
	former
	files map[string]*file
	// paths are the sorted paths of the files.
	paths []string
}

// load reads the stored state of a publication.
func load(r store.Reader, record store.PublishedFolder) (*state, error) {
	s := &state{record: record, files: map[string]*file{}}
	s.feeds, s.items = map[string]store.FolderFeed{}, map[itemKey]store.FolderItem{}
	feeds, err := r.FolderFeeds(record.Key)
	if err != nil {
		return nil, err
	}
	for _, f := range feeds {
		s.feeds[f.Path] = f
	}
	s.at = map[string]string{}
	paths := map[string]string{}
	one := func(path string) string { // share strings: there are many items in few feeds
		if known, there := paths[path]; there {
			return known
		}
		paths[path] = path
		return path
	}
	if err := r.FolderItems(record.Key, func(i store.FolderItem) error {
		i.Feed, i.Nested, i.Files = one(i.Feed), one(i.Nested), nil
		s.items[itemKey{i.Feed, i.ID}], s.at[i.ID] = i, i.Feed
		return nil
	}); err != nil {
		return nil, err
	}
	return s, r.FolderFiles(record.Key, func(f store.FolderFile) error {
		if f.Last.Hash == f.Hash {
			f.Last.Hash = f.Hash // share one copy of the string
		}
		s.paths = append(s.paths, f.Path)
		s.files[f.Path] = &file{FolderFile: f, public: f.Last.Hash+f.Pending != ""}
		return nil
	})
}

// written reports whether any of it was, or may have been, written.
func (s *state) written() bool {
	for _, f := range s.feeds {
		if f.Last.Hash+f.Pending != "" {
			return true
		}
	}
	for _, f := range s.files {
		if f.Last.Hash+f.Pending != "" {
			return true
		}
	}
	return false
}

// book collects changes to write them in one transaction.
type book struct {
	store store.Store
	// key and revision identify the publication, as this run claimed it.
	key, revision int64
	later         []func(store.Writer) error
}

func (b *book) note(change func(store.Writer) error) { b.later = append(b.later, change) }

func (b *book) file(f store.FolderFile) {
	b.note(func(w store.Writer) error { return w.PutFolderFile(b.key, f) })
}

func (b *book) feed(f store.FolderFeed) {
	b.note(func(w store.Writer) error { return w.PutFolderFeed(b.key, f) })
}

// atOnce is how many changes go into one transaction, if they can wait.
const atOnce = 64

// room writes the recorded changes once there are many.
func (b *book) room(ctx context.Context) error {
	if len(b.later) < atOnce {
		return nil
	}
	return b.write(ctx)
}

// write writes the recorded changes, even after the run was cancelled.
func (b *book) write(ctx context.Context) error {
	if len(b.later) == 0 {
		return nil
	}
	err := b.store.Update(context.WithoutCancel(ctx), func(w store.Writer) error {
		if _, err := latest(w, b.key, b.revision); err != nil {
			return err
		}
		for _, change := range b.later {
			if err := change(w); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("keeping what was published: %w", err)
	}
	b.later = nil
	return nil
}
