package folder

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"time"

	"crossfeed/engine/location"
)

// settled is how old a file must be for its size, time and number to tell it from a later
// one: the times of file systems are that coarse.
const settled = 2 * time.Second

// hash reads the files that may have changed.
func (r *run) hash(ctx context.Context) error {
	return r.tree.each(func(f *file) error {
		if f.kept || f.unchanged() {
			return nil
		}
		if err := r.take(ctx, f); err != nil {
			return err
		}
		return r.book.room(ctx)
	})
}

// unchanged tells whether a file is the one whose hash is known.
func (f *file) unchanged() bool {
	return f.Hash != "" && f.found.Size == f.Size && f.found.Changed.Equal(f.Changed) && f.found.Number == f.Number
}

// take takes the hash of a file. One that cannot be read stays as it was published.
func (r *run) take(ctx context.Context, f *file) error {
	hash, size, err := r.read(ctx, f.Path)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, fs.ErrNotExist):
		f.out = true
		return nil
	case err != nil:
		r.told.pass(f.Path, plain(err))
		f.kept = true
		return nil
	}
	f.Hash, f.Size, f.Changed, f.Number = hash, size, f.found.Changed, f.found.Number
	if size != f.found.Size || f.found.Changed.Add(settled).After(r.now) {
		f.Changed, f.Number = time.Time{}, 0 // it may change again unseen
	}
	if !r.Dry {
		r.book.file(f.FolderFile)
	}
	return nil
}

func (r *run) read(ctx context.Context, path string) (hash string, size int64, err error) {
	body, err := r.open(path)
	if err != nil {
		return "", 0, err
	}
	hash, size, err = location.Hash(location.Until(ctx, body))
	return hash, size, errors.Join(err, body.Close())
}

// open opens a file of the folder. A link that took its place leads nowhere else.
func (r *run) open(path string) (io.ReadCloser, error) {
	return r.Files.Inside(r.folder).Open(r.file(path))
}
