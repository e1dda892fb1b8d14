package storage

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"crossfeed/engine/store"

	"github.com/gofrs/flock"
)

// The prefixes of the names of temporary folders.
const (
	backingUp = ".crossfeed-backup-"
	restoring = ".crossfeed-restore-"
	rescuing  = ".crossfeed-rescue-"
)

// backupsFolder is the subfolder of the data folder for the backups before large changes.
const backupsFolder = "backups"

// temporary is a temporary folder that this process uses.
type temporary struct {
	path string
	// lock is held as long as the folder is in use. The lock is the operating system's, so it
	// is released with the process. It is nil on a file system without locks.
	lock *flock.Flock
}

// lockIn returns the lock file in a temporary folder.
func lockIn(path string) *flock.Flock {
	return flock.New(filepath.Join(path, "lock"), flock.SetPermissions(0o600))
}

// newTemporary creates a temporary folder in a folder, where it first removes those of killed
// processes.
func newTemporary(folder, prefix string) (temporary, error) {
	sweep(folder, prefix)
	return retried(folder, func() (temporary, bool, error) { return tryTemporary(folder, prefix) })
}

// mostTries limits how often a temporary folder is created that another process removes or
// locks first.
const mostTries = 100

// retried calls try until it reports success.
func retried(folder string, try func() (temporary, bool, error)) (temporary, error) {
	for range mostTries {
		if t, ok, err := try(); ok || err != nil {
			return t, err
		}
	}
	return temporary{}, fmt.Errorf("%s: %w", folder, store.ErrTemporary)
}

// tryTemporary creates a temporary folder. It reports false if another process removes it,
// because it was not locked yet.
func tryTemporary(folder, prefix string) (t temporary, ok bool, err error) {
	path, err := os.MkdirTemp(folder, prefix)
	if err != nil {
		return temporary{}, false, err
	}
	lock := lockIn(path)
	got, err := lock.TryLock()
	_, gone := os.Lstat(path)
	switch {
	case got && gone == nil:
		return temporary{path, lock}, true, nil
	case err != nil && !errors.Is(err, os.ErrNotExist):
		// Without the file, sweep goes by the age of the folder.
		if err := errors.Join(lock.Close(), remove(lock.Path())); err != nil {
			return temporary{}, false, errors.Join(err, removeAll(path))
		}
		return temporary{path: path}, true, nil
	}
	_ = lock.Close()
	return temporary{}, false, nil
}

// remove removes the folder. It tries twice in case the disk fails once, because the folder can
// be as large as the data.
func (t temporary) remove() error {
	if t.lock != nil {
		_ = t.lock.Close() // some systems do not remove an open file
	}
	return removeAll(t.path)
}

// sweep removes the temporary folders in a folder that killed processes left there. Where that
// is not known, because nothing in it was ever locked, it removes those that are at least a day
// old, or have a future time from a wrong clock.
func sweep(folder string, prefixes ...string) {
	entries, _ := os.ReadDir(folder)
	for _, entry := range entries {
		isOurs := func(prefix string) bool { return strings.HasPrefix(entry.Name(), prefix) }
		if !entry.IsDir() || !slices.ContainsFunc(prefixes, isOurs) {
			continue
		}
		if info, err := entry.Info(); err == nil {
			removeUnused(filepath.Join(folder, entry.Name()), info)
		}
	}
}

// removeUnused removes a temporary folder that nobody uses. If it fails, the next sweep tries
// again.
func removeUnused(path string, info os.FileInfo) {
	lock := lockIn(path)
	if there, err := exists(lock.Path()); err == nil && there {
		got, err := lock.TryLock()
		if err == nil && got {
			_ = os.RemoveAll(path)
			_ = lock.Close()
			_ = os.RemoveAll(path) // some systems do not remove an open file
		} else {
			_ = lock.Close()
		}
		if err == nil {
			return
		}
	}
	if time.Since(info.ModTime()).Abs() > 24*time.Hour {
		_ = os.RemoveAll(path)
	}
}

// removeAll removes a folder, and tries twice.
func removeAll(folder string) error {
	if os.RemoveAll(folder) == nil {
		return nil
	}
	return os.RemoveAll(folder)
}
