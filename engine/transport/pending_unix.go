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

// withoutWaiting opens a named pipe at once, even without a writer.
const withoutWaiting = syscall.O_NONBLOCK

// The modes of a published feed before the umask, and of a private file.
const (
	shared  = 0o644
	onlyOne = 0o600
)

// numberOf returns a file's inode. A replacement has a different one.
func numberOf(info os.FileInfo) uint64 {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(s.Ino)
	}
	return 0
}

// modesShowAccess reports whether a file's mode shows who may read it.
const modesShowAccess = true

type unixPending struct {
	*renameio.PendingFile
	folder string
	// syncFolder flushes a folder's entries to the disk.
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
		err = preserveMode(f, mode)
	}
	if err != nil {
		return nil, err
	}
	return unixPending{f, folder, syncFolder}, nil
}

// preserveMode gives a new file the mode of the old one, which the umask may have reduced. On
// failure, it removes the file, which the library would leave behind.
func preserveMode(f *renameio.PendingFile, mode fs.FileMode) error {
	info, err := f.Stat()
	if err == nil && info.Mode().Perm() != mode {
		err = f.Chmod(mode)
	}
	if err != nil {
		err = errors.Join(err, f.Cleanup())
	}
	return err
}

// commit also flushes the folder to the disk: otherwise a crash right after might bring the
// old file back. Not every file system supports that, but by then the new file is in place, so
// this is not a failure.
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
