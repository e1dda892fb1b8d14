// Package single keeps one window a data folder: whoever comes second asks the
// first to come to the front, and goes.
//
// The lock is the operating system's, so that it goes with the process that
// held it. The request is a file that the first one takes away: a way that
// every system has, without a port or a path of limited length.
package single

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"
)

const (
	lockName    = "window.lock"
	requestName = "window.request"
)

// ErrSilent means that the process that holds the folder did not answer.
var ErrSilent = errors.New("another Crossfeed has this folder open and does not answer: end it, or choose another folder with --data")

// Window is the right to be the one window of a folder.
type Window struct {
	lock    *flock.Flock
	request string
}

// Acquire takes the folder. Where another window has it, it returns nil without
// an error.
func Acquire(dir string) (*Window, error) {
	lock := flock.New(filepath.Join(dir, lockName), flock.SetPermissions(0o600))
	got, err := lock.TryLock()
	if err != nil {
		return nil, fmt.Errorf("locking %s: %w", lock.Path(), err)
	}
	if !got {
		return nil, nil
	}
	return &Window{lock, filepath.Join(dir, requestName)}, nil
}

// Release lets the next window have the folder.
func (w *Window) Release() error { return w.lock.Unlock() }

// Listen calls raise for every request that comes in, until ctx ends. It looks
// whenever tick says so.
func (w *Window) Listen(ctx context.Context, tick <-chan time.Time, raise func()) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick:
			if os.Remove(w.request) == nil {
				raise()
			}
		}
	}
}

// Ask asks the window that holds the folder to come to the front, and waits
// until it has seen the request: as many ticks as patience.
func Ask(ctx context.Context, dir string, tick <-chan time.Time, patience int) error {
	request := filepath.Join(dir, requestName)
	if err := os.WriteFile(request, nil, 0o600); err != nil {
		return fmt.Errorf("asking the open window to come to the front: %w", err)
	}
	for range patience {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick:
			if _, err := os.Stat(request); errors.Is(err, fs.ErrNotExist) {
				return nil
			}
		}
	}
	return errors.Join(ErrSilent, os.Remove(request))
}
