package ui

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"

	"crossfeed/engine/transport"
)

// How often to poll for requests to come to the front, and how many times the requesting
// process polls for an answer.
const (
	requestPause    = 500 * time.Millisecond
	requestPatience = 25
)

const (
	lockName    = "window.lock"
	requestName = "window.request"
)

// errSilent means that the process that holds the lock did not answer.
var errSilent = errors.New("another Crossfeed has this folder open and does not answer: end it, or choose another folder with --data")

// folderLock is the exclusive right to be the window of a data folder. A second process asks
// the first one to come to the front, and exits. The lock is the operating system's, so it is
// released with the process. The request is a file that the first process removes: this works
// on every system, without a port or a path of limited length.
type folderLock struct {
	lock    *flock.Flock
	request string
}

// lockFolder locks the folder. If another window has it, it returns nil without an error.
func lockFolder(dir string) (*folderLock, error) {
	lock := flock.New(filepath.Join(dir, lockName), flock.SetPermissions(0o600))
	got, err := lock.TryLock()
	if err != nil {
		return nil, fmt.Errorf("locking %s: %w", lock.Path(), err)
	}
	if !got {
		return nil, nil
	}
	return &folderLock{lock, filepath.Join(dir, requestName)}, nil
}

// Release releases the folder for the next window.
func (w *folderLock) Release() error { return w.lock.Unlock() }

// Listen calls raise with the text of every request, until ctx ends. If the system notifies of
// changes, it also polls occasionally, otherwise often.
func (w *folderLock) Listen(ctx context.Context, raise func(text string)) {
	interval := requestPause
	touched, told := transport.Touched(ctx, w.request)
	if told {
		interval *= requestPatience / 2
	}
	tick := time.NewTicker(interval)
	defer tick.Stop()
	for {
		if text, there := takeRequest(w.request); there {
			raise(text)
		}
		select {
		case <-ctx.Done():
			return
		case <-touched:
		case <-tick.C:
		}
	}
}

// askWindow asks the window that holds the folder to come to the front, optionally with a
// text, and waits up to patience ticks until the window has taken the request.
func askWindow(ctx context.Context, dir, text string, tick <-chan time.Time, patience int) error {
	request := filepath.Join(dir, requestName)
	if err := putRequest(request, text); err != nil {
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
	return errors.Join(errSilent, os.Remove(request))
}

// takeRequest removes a request, and returns its text. A request that arrives in the meantime
// stays.
func takeRequest(request string) (text string, there bool) {
	taken := request + ".taken"
	if os.Rename(request, taken) != nil {
		return "", false
	}
	read, err := os.ReadFile(taken)
	return string(read), errors.Join(err, os.Remove(taken)) == nil
}

// putRequest writes a request atomically, so that nobody reads half of it.
func putRequest(request, text string) error {
	file, err := os.CreateTemp(filepath.Dir(request), requestName+".*")
	if err != nil {
		return err
	}
	_, err = file.WriteString(text)
	if err = errors.Join(err, file.Close()); err == nil {
		err = os.Rename(file.Name(), request)
	}
	if err != nil {
		return errors.Join(err, os.Remove(file.Name()))
	}
	return nil
}
