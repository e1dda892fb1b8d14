package folder

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"crossfeed/engine/location"
	"crossfeed/engine/store"
)

// Stop forgets a publication, and takes away what was written where remove says it: the
// root feed first, so that nothing leads to what goes. What somebody else wrote stays.
func Stop(ctx context.Context, p Parts, key int64, remove bool) error {
	record, err := claim(ctx, p.Store, store.PublishedFolder{Key: key})
	if err != nil {
		return err
	}
	r := &run{Parts: p, now: p.Clock.Now(), told: &teller{clock: p.Clock}, book: &book{store: p.Store, key: key, revision: record.Revision}}
	if err := p.Store.View(ctx, func(reader store.Reader) error {
		if record, err = recordOf(reader, key); err != nil {
			return err
		}
		r.state, err = load(reader, record)
		return err
	}); err != nil {
		return err
	}
	r.folder, r.address = r.state.record.Folder, r.state.record.Address
	r.inPlace = location.KindOf(r.address) == location.Local && same(p.Files, r.folder, filepath.Dir(r.address))
	if remove {
		if err := r.withdraw(ctx); err != nil {
			return err
		}
	}
	return p.Store.Update(ctx, func(w store.Writer) error { return w.RemovePublishedFolder(key) })
}

func recordOf(r store.Reader, key int64) (store.PublishedFolder, error) {
	all, err := r.PublishedFolders()
	for _, p := range all {
		if p.Key == key {
			return p, err
		}
	}
	if err == nil {
		err = fmt.Errorf("publication %d: %w", key, store.ErrNoPublication)
	}
	return store.PublishedFolder{}, err
}

// withdraw takes away all that was written. What is gone is noted, so that a run that is
// stopped goes on, and a folder that is published again is written again.
func (r *run) withdraw(ctx context.Context) error {
	feeds := slices.Collect(maps.Values(r.state.feeds))
	slices.SortFunc(feeds, func(a, b store.FolderFeed) int {
		if deep := strings.Count(a.Path, "/") - strings.Count(b.Path, "/"); deep != 0 {
			return deep
		}
		if root := r.root(); a.Path == root || b.Path == root {
			return map[bool]int{true: -1, false: 1}[a.Path == root]
		}
		return strings.Compare(a.Path, b.Path)
	})
	for _, f := range feeds {
		if err := r.remove(ctx, f.Path, f.Last, f.Pending); err != nil {
			return err
		}
		f.Hash, f.Pending, f.Last = "", "", location.Written{}
		r.book.feed(f)
		if err := r.book.room(ctx); err != nil {
			return err
		}
	}
	for _, path := range r.state.paths {
		f := r.state.files[path].FolderFile
		if err := r.remove(ctx, f.Path, f.Last, f.Pending); err != nil {
			return err
		}
		f.Pending, f.Last = "", location.Written{}
		r.book.file(f)
		if err := r.book.room(ctx); err != nil {
			return err
		}
	}
	return r.book.write(ctx)
}
