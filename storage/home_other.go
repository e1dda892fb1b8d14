//go:build !linux && !darwin && !windows

package storage

import (
	"fmt"
	"os"
	"syscall"
)

// fileOf is the number of a file. When it was made is not told in the same way everywhere.
func fileOf(path string) (number, born string) {
	info, err := os.Stat(path)
	if err != nil {
		return "", ""
	}
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return fmt.Sprint(s.Ino), ""
	}
	return "", ""
}

// machineName is what the BSDs call an installation.
func machineName() string {
	text, err := os.ReadFile("/etc/hostid")
	if err != nil {
		return ""
	}
	return string(text)
}

// diskOf names the file system that a path is on, or "".
func diskOf(path string) string {
	info, err := os.Stat(path)
	if err != nil {
		return ""
	}
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return fmt.Sprint(s.Dev)
	}
	return ""
}
