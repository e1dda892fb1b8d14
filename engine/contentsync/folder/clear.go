package folder

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"

	"crossfeed/engine/location"
	"crossfeed/engine/store"
)

// clear takes away what nothing leads to any more.
func (r *run) clear(ctx context.Context) error {
	if r.Dry {
		return nil
	}
	planned, likes := map[string]bool{}, map[string]bool{}
	for _, f := range r.feeds {
		planned[f.Path], likes[alike(f.Path)] = true, true
	}
	for _, path := range slices.Sorted(maps.Keys(r.state.feeds)) {
		if !planned[path] {
			r.renamed = likes[alike(path)]
			if err := r.clearFeed(ctx, r.state.feeds[path]); err != nil {
				return err
			}
		}
	}
	r.renamed = false
	for _, path := range r.state.paths {
		if f := r.state.files[path]; !f.here || f.out {
			if err := r.clearFile(ctx, f.FolderFile); err != nil {
				return err
			}
		}
	}
	return r.book.write(ctx)
}

func (r *run) clearFeed(ctx context.Context, f store.FolderFeed) error {
	if err := r.remove(ctx, f.Path, f.Last, f.Pending); err != nil {
		return err
	}
	r.book.note(func(w store.Writer) error { return w.RemoveFolderFeed(r.book.key, f.Path) })
	return r.book.room(ctx)
}

func (r *run) clearFile(ctx context.Context, f store.FolderFile) error {
	if err := r.remove(ctx, f.Path, f.Last, f.Pending); err != nil {
		return err
	}
	r.book.note(func(w store.Writer) error { return w.RemoveFolderFile(r.book.key, f.Path) })
	return r.book.room(ctx)
}

// remove takes away what was written at a path. What somebody else wrote there stays.
func (r *run) remove(ctx context.Context, path string, last location.Written, pending string) error {
	if r.inPlace && !isFeed(r.root(), path) {
		return nil // it is the person's own, whatever lay there before the folder was taken over
	}
	last, err := r.found(ctx, path, last, pending, "")
	if err != nil || last.Hash == "" {
		return errors.Join(err, r.keepBook(ctx, err))
	}
	at := r.target(path)
	if !r.inPlace && location.KindOf(at.Address) == location.Local {
		at.Within = filepath.Dir(r.address) + string(filepath.Separator) // empty folders go, too
	}
	err = r.Places.Remove(ctx, at, last)
	if errors.Is(err, location.ErrNotOurs) {
		if r.renamed { // a place that knows no case shows the new feed
			return nil
		}
		r.told.pass(path, fmt.Sprintf("it stays at %s: somebody else wrote it there", r.at(path)))
		return nil
	}
	return errors.Join(err, r.keepBook(ctx, err))
}

// keepBook writes what was noted where a run ends early.
func (r *run) keepBook(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	return r.book.write(ctx)
}
