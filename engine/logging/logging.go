// Package logging writes what the program does to a file in the data folder: requests,
// scheduling decisions, and how long everything takes. It never writes content or passwords.
package logging

import (
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"sync"

	"github.com/gofrs/flock"
)

// Name is the log file in the data folder. When it grows too large, it is renamed to Name plus
// Older.
const (
	Name  = "crossfeed.log"
	Older = ".1"
)

const (
	most    = 1 << 20 // the size in bytes at which a new log begins
	private = 0o600   // only the user can read it
)

// File is the log in a data folder, created at the first write. Several processes may write to
// it. A record that cannot be written is lost: logging never makes other work fail.
type File struct {
	dir string

	mu   sync.Mutex
	file *os.File
}

// In returns the log in a data folder.
func In(dir string) *File { return &File{dir: dir} }

// Write implements io.Writer. It never fails.
func (f *File) Write(record []byte) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.makeRoom()
	if f.file == nil {
		f.file, _ = os.OpenFile(f.path(), os.O_WRONLY|os.O_CREATE|os.O_APPEND, private)
	}
	if f.file != nil {
		_, _ = f.file.Write(record)
	}
	return len(record), nil
}

func (f *File) path() string { return filepath.Join(f.dir, Name) }

// makeRoom rotates a log that is too large, and closes one that another process has rotated.
func (f *File) makeRoom() {
	if f.file == nil {
		return
	}
	ours, err := f.file.Stat()
	if err != nil {
		return
	}
	if f.isThere(ours) {
		if ours.Size() < most {
			return
		}
		f.rotate(ours)
	}
	_ = f.file.Close()
	f.file = nil
}

// isThere reports whether the log in the folder is the file that is open.
func (f *File) isThere(ours os.FileInfo) bool {
	there, err := os.Stat(f.path())
	return err == nil && os.SameFile(ours, there)
}

// rotate renames the log unless another process has just done so: without the lock, the few
// records of that process's new log would replace the renamed log.
func (f *File) rotate(ours os.FileInfo) {
	lock := flock.New(f.path(), flock.SetPermissions(private))
	defer func() { _ = lock.Close() }()
	if lock.Lock() == nil && f.isThere(ours) {
		_ = os.Rename(f.path(), f.path()+Older)
	}
}

// Close closes the log.
func (f *File) Close() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.file == nil {
		return nil
	}
	err := f.file.Close()
	f.file = nil
	return err
}

// To returns a logger that writes to all of these.
func To(all ...io.Writer) *slog.Logger {
	return slog.New(slog.NewTextHandler(io.MultiWriter(all...), nil))
}
