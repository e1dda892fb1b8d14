package transport

import (
	"errors"
	"os"
	"path/filepath"
)

// withoutWaiting has no effect: Windows has no named pipes among its files.
const withoutWaiting = 0

// numberOf returns 0: getting a file's index on Windows requires opening it.
func numberOf(os.FileInfo) uint64 { return 0 }

// modesShowAccess is false: Windows uses access control lists, so a file's mode does not show who
// may read it.
const modesShowAccess = false

type windowsPending struct {
	*os.File
	path string
}

// newPending creates a file in the folder, which determines who may read it.
func newPending(path string, _ bool) (pending, error) {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"*")
	if err != nil {
		return nil, err
	}
	return windowsPending{f, path}, nil
}

// syncFolder does nothing: Windows cannot flush folders to the disk.
func syncFolder(string) error { return nil }

// commit renames over the old file, which is one step on Windows if both are on one volume. A
// file that another program has open cannot be replaced.
func (p windowsPending) commit() error {
	if err := p.Sync(); err != nil {
		return err
	}
	if err := p.Close(); err != nil {
		return err
	}
	return os.Rename(p.Name(), p.path)
}

// discard removes the file, which a failed commit may already have closed.
func (p windowsPending) discard() error {
	if err := p.Close(); err != nil && !errors.Is(err, os.ErrClosed) {
		return err
	}
	return os.Remove(p.Name())
}
