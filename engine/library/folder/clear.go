package folder

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

// clear removes what is no longer referenced.
func (r *run) clear(ctx context.Context) error {
	if r.Dry {
		return nil
	}
	planned, likes := map[string]bool{}, map[string]bool{}
	for _, f := range r.feeds {
		planned[f.Path], likes[transport.Folded(f.Path)] = true, true
	}
	for _, path := range slices.Sorted(maps.Keys(r.state.feeds)) {
		if !planned[path] {
			r.renamed = likes[transport.Folded(path)]
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

// remove removes what was written at a path. It leaves what somebody else wrote there.
func (r *run) remove(ctx context.Context, path string, last transport.Written, pending string) error {
	if r.inPlace && !isFeed(r.root(), path) {
		return nil // it is the person's own, whatever was there before the folder was taken over
	}
	last, err := r.found(ctx, path, last, pending, "")
	if err != nil || last.Hash == "" {
		return errors.Join(err, r.saveBook(ctx, err))
	}
	at := r.target(path)
	if !r.inPlace && transport.KindOf(at.Address) == transport.Local {
		at.Within = filepath.Dir(r.address) + string(filepath.Separator) // removes empty folders, too
	}
	err = r.Places.Remove(ctx, at, last)
	if errors.Is(err, transport.ErrNotOurs) {
		if r.renamed { // on a case-insensitive server, this is the new feed
			return nil
		}
		r.reporter.skip(path, &StaysError{r.at(path)})
		return nil
	}
	return errors.Join(err, r.saveBook(ctx, err))
}

// saveBook saves the recorded changes when a run ends early.
func (r *run) saveBook(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	return r.book.write(ctx)
}

// unplaced matches the number that follows the name of a temporary file. Such a file,
// ".NAME123456", was written next to its target but never moved there
// (transport.Files.Replace).
var unplaced = regexp.MustCompile(`^\d{6,}$`)

// sweep deletes the temporary files that a killed run left in a folder of this computer. Such
// a file may be as large as a film.
func (r *run) sweep() {
	if r.Dry || transport.KindOf(r.address) != transport.Local {
		return
	}
	for folder, names := range r.state.pending(r.at) {
		entries, err := r.Files.Entries(folder)
		if err != nil {
			continue // nothing was left, or the write will report it
		}
		for _, e := range entries {
			if e.Mode.IsRegular() && isUnplaced(e.Name, names) {
				_ = r.Files.Remove(filepath.Join(folder, e.Name)) // the next run tries again
			}
		}
	}
}

// pending returns the names of the files that were being written, by folder.
func (s *state) pending(at func(string) string) map[string]map[string]bool {
	all := map[string]map[string]bool{}
	add := func(name, pending string) {
		if pending == "" {
			return
		}
		folder := filepath.Dir(at(name))
		if all[folder] == nil {
			all[folder] = map[string]bool{}
		}
		all[folder][path.Base(name)] = true
	}
	for name, f := range s.files {
		add(name, f.Pending)
	}
	for name, f := range s.feeds {
		add(name, f.Pending)
	}
	return all
}

// isUnplaced reports whether a file is a temporary file for one of these names.
func isUnplaced(name string, of map[string]bool) bool {
	for end := len(name); end > 1; end-- {
		if c := name[end-1]; c < '0' || c > '9' {
			return false
		}
		if name[0] == '.' && of[name[1:end-1]] && unplaced.MatchString(name[end-1:]) {
			return true
		}
	}
	return false
}

// Stop forgets a publication and, if remove is set, deletes what was written: the root feed
// first, so that nothing links to deleted files. What somebody else wrote stays.
func Stop(ctx context.Context, p Parts, key int64, remove bool) error {
	record, err := claim(ctx, p.Store, store.PublishedFolder{Key: key})
	if err != nil {
		return err
	}
	r := &run{Parts: p, now: p.Clock.Now(), reporter: &reporter{clock: p.Clock}, book: &book{store: p.Store, key: key, revision: record.Revision}}
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
	r.inPlace = transport.KindOf(r.address) == transport.Local && same(p.Files, r.folder, filepath.Dir(r.address))
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

// withdraw deletes everything that was written. It records what is gone, so that an
// interrupted run can continue, and a folder that is published again is written again.
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
		f.Hash, f.Pending, f.Last = "", "", transport.Written{}
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
		f.Pending, f.Last = "", transport.Written{}
		r.book.file(f)
		if err := r.book.room(ctx); err != nil {
			return err
		}
	}
	return r.book.write(ctx)
}
