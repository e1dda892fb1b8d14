//go:build !windows

package cache

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// free returns the bytes available to an unprivileged user.
func free(folder string) (int64, error) {
	var s unix.Statfs_t
	if err := unix.Statfs(folder, &s); err != nil {
		return 0, &os.PathError{Op: "asking for the room left at", Path: folder, Err: err}
	}
	// The field types differ between systems.
	return int64(uint64(s.Bavail) * uint64(s.Bsize)), nil
}

// SyncFolder flushes the names in a folder to the disk. Not every file system supports that;
// the names are there all the same.
func (system) SyncFolder(path string) error {
	folder, err := os.Open(path)
	if err != nil {
		return err
	}
	err = folder.Sync()
	if errors.Is(err, unix.EINVAL) || errors.Is(err, unix.ENOTSUP) {
		err = nil
	}
	return errors.Join(err, folder.Close())
}
