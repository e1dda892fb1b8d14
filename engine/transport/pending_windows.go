package transport

import (
	"errors"
	"os"
	"path/filepath"
)

// withoutWaiting is nothing here: Windows has no named pipes among its files.
const withoutWaiting = 0

// numberOf is 0: what Windows calls a file's index costs opening it.
func numberOf(os.FileInfo) uint64 { return 0 }

// modesTell says that a file's mode tells nothing of who may read it: Windows keeps that
// in lists.
const modesTell = false

type windowsPending struct {
	*os.File
	path string
}

// newPending makes a file in the folder, which says who may read it.
func newPending(path string, _ bool) (pending, error) {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"*")
	if err != nil {
		return nil, err
	}
	return windowsPending{f, path}, nil
}

// syncFolder does nothing: Windows forces no folder to the disk.
func syncFolder(string) error { return nil }

// commit renames over the old file, which Windows does in one step where both
// are on one volume. A file that another program has open cannot be replaced.
func (p windowsPending) commit() error {
	if err := p.Sync(); err != nil {
		return err
	}
	if err := p.Close(); err != nil {
		return err
	}
	return os.Rename(p.Name(), p.path)
}

// discard removes the file. It may be closed already, by a commit that failed.
func (p windowsPending) discard() error {
	if err := p.Close(); err != nil && !errors.Is(err, os.ErrClosed) {
		return err
	}
	return os.Remove(p.Name())
}
