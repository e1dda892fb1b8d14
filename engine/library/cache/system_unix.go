//go:build !windows

package cache

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// free is what a user without special rights has left.
func free(folder string) (int64, error) {
	var s unix.Statfs_t
	if err := unix.Statfs(folder, &s); err != nil {
		return 0, &os.PathError{Op: "asking for the room left at", Path: folder, Err: err}
	}
	// The types differ from system to system.
	return int64(uint64(s.Bavail) * uint64(s.Bsize)), nil
}

// SyncFolder forces the names in a folder to the disk. Not every file system can: the
// names are there all the same.
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
