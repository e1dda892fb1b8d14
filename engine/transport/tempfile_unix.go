//go:build !windows

package transport

import (
	"errors"
	"os"
	"syscall"
)

// unname unlinks an open file, so that it is not left behind even if the program ends. named
// reports whether it still has a name.
func unname(f *os.File) (named bool, err error) { return false, os.Remove(f.Name()) }

// NoRoom reports whether the disk is full, or this user's quota is used up.
func NoRoom(err error) bool { return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) }
