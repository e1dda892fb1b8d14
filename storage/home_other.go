//go:build !linux && !darwin && !windows

package storage

import (
	"fmt"
	"os"
	"syscall"
)

// fileOf returns the number of a file. There is no portable way to get its creation time.
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

// machineName returns the host ID of a BSD installation.
func machineName() string {
	text, err := os.ReadFile("/etc/hostid")
	if err != nil {
		return ""
	}
	return string(text)
}

// diskOf returns an identifier of the file system that a path is on, or "".
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
