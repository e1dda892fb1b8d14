package cache

import (
	"math"
	"os"

	"golang.org/x/sys/windows"
)

// free returns the bytes available to this user.
func free(folder string) (int64, error) {
	path, err := windows.UTF16PtrFromString(folder)
	if err != nil {
		return 0, err
	}
	var available uint64
	if err := windows.GetDiskFreeSpaceEx(path, &available, nil, nil); err != nil {
		return 0, &os.PathError{Op: "asking for the room left at", Path: folder, Err: err}
	}
	return int64(min(available, math.MaxInt64)), nil
}

// SyncFolder does nothing: Windows journals names.
func (system) SyncFolder(string) error { return nil }
