package cache

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/gofrs/flock"

	"crossfeed/engine/transport"
)

// The modes: files belong to this user alone, and whole ones are read-only, so that no program
// that opens one changes it.
const (
	ofUser   = 0o600
	folders  = 0o700
	onlyRead = 0o444
)

// system implements Files with the operating system.
type system struct{}

func (system) Size(path string) (int64, error) {
	info, err := os.Stat(path)
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

func (system) Open(path string) (io.ReadSeekCloser, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	return f, nil
}

func (system) Write(path string, from int64) (File, error) {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE, ofUser)
	if err != nil {
		return nil, roomless(path, err)
	}
	if err = f.Truncate(from); err == nil {
		_, err = f.Seek(from, io.SeekStart)
	}
	if err != nil {
		return nil, errors.Join(roomless(path, err), f.Close())
	}
	return file{f}, nil
}

func (system) Seal(path string) error { return os.Chmod(path, onlyRead) }

// Rename makes a sealed target writable first if the system requires it, as Windows does.
func (system) Rename(from, to string) error {
	err := os.Rename(from, to)
	if errors.Is(err, fs.ErrPermission) && os.Chmod(to, ofUser) == nil {
		err = os.Rename(from, to)
	}
	return roomless(to, err)
}

func (system) Remove(path string) error {
	err := os.Remove(path)
	if errors.Is(err, fs.ErrPermission) && os.Chmod(path, ofUser) == nil {
		err = os.Remove(path)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

func (system) RemoveAll(path string) error { return os.RemoveAll(path) }

func (system) Names(folder string) ([]string, error) {
	entries, err := os.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = e.Name()
	}
	return names, err
}

func (s system) MakeFolder(path string) error {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return nil
	}
	if err := os.MkdirAll(path, folders); err != nil {
		return roomless(path, err)
	}
	return s.SyncFolder(filepath.Dir(path))
}

func (system) Free(folder string) (int64, error) {
	for {
		if _, err := os.Stat(folder); err == nil || filepath.Dir(folder) == folder {
			return free(folder)
		}
		folder = filepath.Dir(folder)
	}
}

func (system) Lock(path string) (unlock func() error, err error) {
	lock := flock.New(path, flock.SetPermissions(ofUser))
	got, err := lock.TryLock()
	if err != nil {
		return nil, fmt.Errorf("locking %s: %w", path, err)
	}
	if !got {
		return nil, ErrBusy
	}
	return lock.Unlock, nil
}

// file distinguishes a full disk from other failures.
type file struct{ *os.File }

func (f file) Write(b []byte) (int, error) {
	n, err := f.File.Write(b)
	return n, roomless(f.Name(), err)
}

// ReadFrom and WriteString hide the methods of os.File, which would bypass Write.
func (f file) ReadFrom(r io.Reader) (int64, error) { return io.Copy(struct{ io.Writer }{f}, r) }

// WriteString is like Write.
func (f file) WriteString(s string) (int, error) { return f.Write([]byte(s)) }

func (f file) Sync() error  { return roomless(f.Name(), f.File.Sync()) }
func (f file) Close() error { return roomless(f.Name(), f.File.Close()) }

// roomless turns an error about a full disk into a *transport.Error that names the full
// folder.
func roomless(path string, err error) error {
	if err == nil || !transport.NoRoom(err) {
		return err
	}
	return &transport.Error{Trouble: transport.Full, Address: filepath.Dir(path), Err: err}
}
