//go:build !windows

package transport

import (
	"errors"
	"os"
	"syscall"
)

// unname takes the name of an open file away, so that not even the end of the program
// leaves it behind. It tells whether the name is still there.
func unname(f *os.File) (named bool, err error) { return false, os.Remove(f.Name()) }

// full tells whether there was no room on the disk, or none for this user.
func full(err error) bool { return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) }
