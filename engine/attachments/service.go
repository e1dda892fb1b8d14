package attachments

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"sync"
	"time"

	"crossfeed/engine/edit"
	"crossfeed/engine/library/cache"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

// Service attaches files to items, puts them next to feeds and downloads them from there.
type Service struct {
	Store  store.Store
	Places transport.Places
	// Content stores the files. If it is nil, every operation that needs it fails.
	Content cache.Root
	Clock   interface{ Now() time.Time }
	Edit    *edit.Service

	// found remembers files next to feeds on servers that do not list folders.
	found Found
	mu    sync.Mutex
	// failed are the files that could not be fetched at the last attempt.
	failed map[fileOf]failure
}

// File is a file of an item, and whether it is here.
type File struct {
	record.Attachment
	// Path is its path on this computer, or "" if it is not here.
	Path string
	// Have is its size on this computer in bytes.
	Have int64
	// Err is why it could not be fetched, and Tried the time of the last attempt. They are zero
	// if there was none.
	Err   error
	Tried time.Time
}

// Attach stores a copy of a file and makes the item refer to it (a csx:link in an item with
// sx:sync). The file is put next to every feed in which the item is published, and readers of
// those feeds receive it. It is read twice. It is an error if the file is too large, or if the
// item is in an outline list, whose items cannot have files. If the item already refers to the
// file under another name, that attachment is left unchanged and returned.
func (s *Service) Attach(ctx context.Context, set, id, name string, file io.ReadSeeker) (record.Attachment, error) {
	it, err := store.ReadItem(ctx, s.Store, set, id)
	if err != nil {
		return record.Attachment{}, err
	}
	if _, err := record.Find(record.KindOf(it.Winner.Content), filesField); err != nil {
		return record.Attachment{}, fmt.Errorf("item %s takes no files: %w", id, err)
	}
	a, err := s.Save(ctx, name, file)
	if err != nil {
		return a, err
	}
	err = s.change(ctx, set, id, func(all []record.Attachment) ([]record.Attachment, error) {
		if at := slices.IndexFunc(all, func(b record.Attachment) bool { return b.Link == a.Link }); at >= 0 {
			a = all[at]
			return all, nil
		}
		return append(all, a), nil
	})
	return a, err
}

// change changes the files of an item's winner. If somebody else changes the item in the
// meantime, it starts over.
func (s *Service) change(ctx context.Context, set, id string, change func([]record.Attachment) ([]record.Attachment, error)) error {
	for {
		it, err := store.ReadItem(ctx, s.Store, set, id)
		if err != nil {
			return err
		}
		all, err := change(record.Attachments(it.Winner.Content))
		if err != nil {
			return err
		}
		_, err = s.Edit.Change(ctx, set, id, record.Values{filesField: record.FormatAttachments(all)}, it.Winner)
		if !errors.Is(err, edit.ErrChanged) {
			return err
		}
	}
}

// filesField is the field for the files of an item.
const filesField = "files"

// Save stores a copy of a file, so that an item can refer to it in its field "files". It is
// Attach without the item.
func (s *Service) Save(ctx context.Context, name string, file io.ReadSeeker) (record.Attachment, error) {
	c, err := s.cache()
	if err != nil {
		return record.Attachment{}, err
	}
	return Save(ctx, c, name, file)
}

// Detach removes a file from an item, by its link, its name or its hash. The copy on this
// computer stays, so that the edit can be undone. An ambiguous name is an error.
func (s *Service) Detach(ctx context.Context, set, id, file string) error {
	return s.change(ctx, set, id, func(all []record.Attachment) ([]record.Attachment, error) {
		at, err := Find(all, file)
		if err != nil {
			return nil, fmt.Errorf("item %s: %w", id, err)
		}
		return slices.Delete(all, at, at+1), nil
	})
}

// Of lists the files of an item's winner, in its order.
func (s *Service) Of(ctx context.Context, set, id string) ([]File, error) {
	it, err := store.ReadItem(ctx, s.Store, set, id)
	if err != nil {
		return nil, err
	}
	return s.Here(ctx, set, record.Attachments(it.Winner.Content))
}

// Here returns for attachments whether they are on this computer, in the same order.
func (s *Service) Here(ctx context.Context, set string, all []record.Attachment) ([]File, error) {
	c, err := s.cache()
	if err != nil {
		return nil, err
	}
	of, err := store.ReadSet(ctx, s.Store, set)
	if err != nil {
		return nil, err
	}
	var found []File
	for _, a := range all {
		f := File{Attachment: a}
		if f.Path, f.Have, err = Here(c, a); err != nil {
			return nil, err
		}
		s.whyNot(of.Key, &f)
		found = append(found, f)
	}
	return found, nil
}

// cache returns the cache for the files of items.
func (s *Service) cache() (cache.Cache, error) {
	if s.Content == nil {
		return nil, cache.ErrNone
	}
	return s.Content.Attachments(), nil
}

// ErrUnplaced means that the feed of a list was published, but files of its items could not be
// put next to it. Each publication tries again.
var ErrUnplaced = errors.New("the feed is there, and these files are not, so that others lack them")

// Place puts the files of a list's items next to one of its feeds. Files that are not here yet
// follow once they have been received; if a file cannot be put there, the error wraps
// ErrUnplaced.
func (s *Service) Place(ctx context.Context, set store.Set, feed transport.Target) error {
	c, err := s.cache()
	if err != nil {
		return nil // this device stores no files
	}
	files, err := s.published(ctx, set, "")
	if err != nil {
		return err
	}
	p := Placer{Places: s.Places, Cache: c, Found: &s.found, Now: s.Clock.Now()}
	if _, err := p.Place(ctx, feed, files); err != nil {
		return fmt.Errorf("publishing %q: %w: %w", set.Name, ErrUnplaced, err)
	}
	return nil
}

// published returns the files of the published items of a list, for items that have a file
// whose name has the prefix begins.
func (s *Service) published(ctx context.Context, set store.Set, begins string) (files []record.Attachment, err error) {
	err = s.Store.View(ctx, func(r store.Reader) error {
		withheld, err := r.Withheld(set.Key)
		if err != nil {
			return err
		}
		used, err := usedFiles(r, set.Key, begins, withheld)
		for _, f := range used {
			files = append(files, f.Attachment)
		}
		return err
	})
	return files, err
}

// TakeAway deletes the files that this computer has from next to a list's removed feed, unless
// feeds of others in the same folder may refer to them.
func (s *Service) TakeAway(ctx context.Context, set store.Set, feed string) error {
	c, err := s.cache()
	if err != nil {
		return nil // this device stores no files
	}
	at := transport.Target{Address: feed, Access: set.Publication.Access}
	if err := TakeAway(ctx, s.Places, c, at); err != nil {
		return fmt.Errorf("stopping sharing of %q: its feed is gone, and these files are still there: %w", set.Name, err)
	}
	return nil
}

// Served opens a file that published items of some lists refer to, by its name next to their
// feeds. If it is not one of theirs, or not here, the error wraps fs.ErrNotExist.
func (s *Service) Served(ctx context.Context, sets []string, name string) (io.ReadSeekCloser, error) {
	c, err := s.cache()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, fs.ErrNotExist)
	}
	if OfFile(name).File() == "" {
		return nil, fmt.Errorf("%q: %w", name, fs.ErrNotExist)
	}
	for _, set := range sets {
		of, err := store.ReadSet(ctx, s.Store, set)
		if err != nil {
			return nil, err
		}
		files, err := s.published(ctx, of, name)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(files, func(a record.Attachment) bool { return a.File() == name }) {
			return c.Open(name)
		}
	}
	return nil, fmt.Errorf("%s: %w", name, fs.ErrNotExist)
}
