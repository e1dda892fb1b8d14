// Package logging writes what the program does to a file in the data folder: requests,
// decisions about when to read again, and how long all that takes. It never writes content,
// and no password.
package logging

import (
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"sync"

	"github.com/gofrs/flock"
)

// Name is the file in the data folder. What it held before it grew too large is in Name with
// Older after it.
const (
	Name  = "crossfeed.log"
	Older = ".1"
)

const (
	most    = 1 << 20 // the size in bytes from which a new log is begun
	private = 0o600   // only the user reads it
)

// File is the log in a data folder, made when something is written to it. Several processes may
// write to it. A record that cannot be written is lost: no work fails because of it.
type File struct {
	dir string

	mu   sync.Mutex
	file *os.File
}

// In is the log in a data folder.
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

// makeRoom puts a log that is too large aside, and leaves one that another process put aside.
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
		f.putAside(ours)
	}
	_ = f.file.Close()
	f.file = nil
}

// isThere reports whether the log in the folder is the file that is open.
func (f *File) isThere(ours os.FileInfo) bool {
	there, err := os.Stat(f.path())
	return err == nil && os.SameFile(ours, there)
}

// putAside renames the log unless another process has just done so: without the lock, the
// few records of its new log would replace those that it put aside.
func (f *File) putAside(ours os.FileInfo) {
	lock := flock.New(f.path(), flock.SetPermissions(private))
	defer func() { _ = lock.Close() }()
	if lock.Lock() == nil && f.isThere(ours) {
		_ = os.Rename(f.path(), f.path()+Older)
	}
}

// Close ends the use of the log.
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

// To is a logger that writes to all of these.
func To(all ...io.Writer) *slog.Logger {
	return slog.New(slog.NewTextHandler(io.MultiWriter(all...), nil))
}
