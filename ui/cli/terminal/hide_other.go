//go:build !linux && !darwin && !dragonfly && !freebsd && !netbsd && !openbsd && !windows

package terminal

import (
	"errors"
	"os"
)

// hide fails: the system does not tell how.
func hide(*os.File) (show func() error, err error) { return nil, errors.ErrUnsupported }
