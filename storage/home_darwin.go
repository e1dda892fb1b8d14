package storage

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// fileOf is the number of a file, and the time at which it was made.
func fileOf(path string) (number, born string) {
	var s unix.Stat_t
	if err := unix.Stat(path, &s); err != nil {
		return "", ""
	}
	return fmt.Sprint(s.Ino), fmt.Sprintf("%d.%09d", s.Btim.Sec, s.Btim.Nsec)
}

// machineName is not told without cgo.
func machineName() string { return "" }

// diskOf names the file system that a path is on, or "".
func diskOf(path string) string {
	var s unix.Stat_t
	if err := unix.Stat(path, &s); err != nil {
		return ""
	}
	return fmt.Sprint(s.Dev)
}
