//go:build !windows

package transport

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/google/renameio/v2"
)

// withoutWaiting opens a named pipe at once, whether anybody writes into it.
const withoutWaiting = syscall.O_NONBLOCK

// The modes of a published feed before the umask takes from it, and of a file for one user.
const (
	shared  = 0o644
	onlyOne = 0o600
)

// numberOf is a file's inode. A file that was replaced has another one.
func numberOf(info os.FileInfo) uint64 {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(s.Ino)
	}
	return 0
}

// modesTell says that a file's mode tells who may read it.
const modesTell = true

type unixPending struct {
	*renameio.PendingFile
	folder string
	// syncFolder forces a folder's entries to the disk.
	syncFolder func(folder string) error
}

func newPending(path string, private bool) (pending, error) {
	folder, mode := filepath.Dir(path), fs.FileMode(shared)
	if private {
		mode = onlyOne
	}
	old, err := os.Lstat(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	replaces := !private && err == nil && old.Mode().IsRegular()
	if replaces {
		mode = old.Mode().Perm()
	}
	f, err := renameio.NewPendingFile(path, renameio.WithTempDir(folder), renameio.WithPermissions(mode))
	if err == nil && replaces {
		err = keepMode(f, mode)
	}
	if err != nil {
		return nil, err
	}
	return unixPending{f, folder, syncFolder}, nil
}

// keepMode gives a new file the mode of the old one, of which the umask may have taken. The
// library leaves the file behind where it fails at that.
func keepMode(f *renameio.PendingFile, mode fs.FileMode) error {
	info, err := f.Stat()
	if err == nil && info.Mode().Perm() != mode {
		err = f.Chmod(mode)
	}
	if err != nil {
		err = errors.Join(err, f.Cleanup())
	}
	return err
}

// commit forces the folder to the disk, too: a crash right after would bring the
// old file back. Not every file system can; the new file is in its place by
// then, so that this is no failure.
func (p unixPending) commit() error {
	if err := p.CloseAtomicallyReplace(); err != nil {
		return err
	}
	_ = p.syncFolder(p.folder)
	return nil
}

func syncFolder(path string) error {
	folder, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}

func (p unixPending) discard() error { return p.Cleanup() }
