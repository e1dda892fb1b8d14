//go:build linux || darwin

package storage

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// diskOf returns an identifier of the file system that a path is on, or "".
func diskOf(path string) string {
	var s unix.Stat_t
	if err := unix.Stat(path, &s); err != nil {
		return ""
	}
	return fmt.Sprint(s.Dev)
}
