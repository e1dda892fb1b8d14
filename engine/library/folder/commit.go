package folder

import (
	"context"
	"errors"
	"fmt"
	"reflect"

	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

// ErrMeanwhile means that another run is publishing the folder at the same time.
var ErrMeanwhile = errors.New("another Crossfeed publishes this folder at the same time: try again when it is done")

// claim registers a run of a publication, and stores a new publication. Only the latest run
// may write; it is identified by revision.
func claim(ctx context.Context, st store.Store, record store.PublishedFolder) (store.PublishedFolder, error) {
	err := st.Update(ctx, func(w store.Writer) (err error) {
		kept := record
		if record.Key != 0 {
			if kept, err = recordOf(w, record.Key); err != nil {
				return err
			}
		}
		if record.Folder != "" {
			kept.Folder = record.Folder // it differs if the publication was taken over
		}
		kept.Revision++
		record.Revision = kept.Revision
		record.Key, err = w.PutPublishedFolder(kept)
		return err
	})
	return record, err
}

// latest returns a publication, or ErrMeanwhile if a later run has claimed it.
func latest(r store.Reader, key, revision int64) (store.PublishedFolder, error) {
	kept, err := recordOf(r, key)
	if err == nil && kept.Revision != revision {
		err = fmt.Errorf("%s: %w", kept.Folder, ErrMeanwhile)
	}
	return kept, err
}

// commit stores the planned tree. From then on, it is known what is to be written, and the
// next run can continue an interrupted one.
func (r *run) commit(ctx context.Context, changed bool) error {
	return r.Store.Update(ctx, func(w store.Writer) error {
		kept, err := latest(w, r.book.key, r.book.revision)
		if err != nil {
			return err
		}
		if next := r.state.record; !reflect.DeepEqual(next, kept) {
			if _, err := w.PutPublishedFolder(next); err != nil {
				return err
			}
		}
		if !changed {
			return nil
		}
		return errors.Join(r.saveFeeds(w), r.forgetItems(w))
	})
}

// saveFeeds stores the feeds and items that are new or newer.
func (r *run) saveFeeds(w store.Writer) error {
	for _, f := range r.feeds {
		if f.Hash == "" {
			if err := w.PutFolderFeed(r.book.key, f.FolderFeed); err != nil {
				return err
			}
		}
		for _, e := range f.items {
			old, known := r.state.items[itemKey{f.Path, e.ID}]
			if known && old.Mark == e.Mark && old.Built.Equal(e.Built) {
				continue
			}
			if err := w.PutFolderItem(r.book.key, e.FolderItem); err != nil {
				return err
			}
		}
	}
	return nil
}

// forgetItems removes the items that no longer exist.
func (r *run) forgetItems(w store.Writer) error {
	kept := 0
	for _, f := range r.feeds {
		for _, e := range f.items {
			if _, known := r.state.items[itemKey{f.Path, e.ID}]; known {
				kept++
			}
		}
	}
	if kept == len(r.state.items) {
		return nil
	}
	now := map[itemKey]bool{}
	for _, f := range r.feeds {
		for _, e := range f.items {
			now[itemKey{f.Path, e.ID}] = true
		}
	}
	for k := range r.state.items {
		if !now[k] {
			if err := w.RemoveFolderItem(r.book.key, k.feed, k.id); err != nil {
				return err
			}
		}
	}
	return nil
}

// end stores the outcome of a run. A new publication of which nothing was written is removed:
// its location may have been wrong.
func (r *run) end(ctx context.Context, failure error) error {
	if r.Dry {
		return nil
	}
	return r.Store.Update(context.WithoutCancel(ctx), func(w store.Writer) error {
		p, err := latest(w, r.book.key, r.book.revision)
		switch {
		case err != nil:
			return err
		case r.made && failure != nil && !r.sent:
			return w.RemovePublishedFolder(r.book.key)
		case r.declined:
			return nil
		}
		p.Health = r.health(p.Health, failure)
		_, err = w.PutPublishedFolder(p)
		return err
	})
}

func (r *run) health(h store.LibraryHealth, failure error) store.LibraryHealth {
	h.LastTry = r.now
	if failure == nil {
		return store.LibraryHealth{LastTry: r.now, LastSuccess: r.now}
	}
	if h.Failures++; h.Failures == 1 {
		h.ErrorSince = r.now
	}
	h.Error, h.Trouble = failure.Error(), transport.Other
	var at *transport.Error
	if errors.As(failure, &at) {
		h.Trouble = at.Trouble
	}
	return h
}
