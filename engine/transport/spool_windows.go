package transport

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// unname can do nothing: an open file keeps its name here. It tells whether the name is
// still there.
func unname(*os.File) (named bool, err error) { return true, nil }

// full tells whether there was no room on the disk.
func full(err error) bool {
	return errors.Is(err, windows.ERROR_DISK_FULL) || errors.Is(err, windows.ERROR_HANDLE_DISK_FULL)
}
