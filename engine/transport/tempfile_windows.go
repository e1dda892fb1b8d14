package transport

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// unname does nothing: an open file keeps its name here. named reports whether it still has a
// name.
func unname(*os.File) (named bool, err error) { return true, nil }

// NoRoom reports whether the disk is full.
func NoRoom(err error) bool {
	return errors.Is(err, windows.ERROR_DISK_FULL) || errors.Is(err, windows.ERROR_HANDLE_DISK_FULL)
}
