package safekeeping

import (
	"archive/zip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"

	"crossfeed/engine/library/cache"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

// Database is a store that can be backed up.
type Database interface {
	// Size returns its size in bytes.
	Size() (int64, error)
	// Snapshot passes a consistent copy of the database as a file, without what libraries have
	// cached. It needs twice its size in the folder while it runs, and leaves nothing there.
	Snapshot(ctx context.Context, folder string, use func(body io.Reader, size int64) error) error
	// Restore replaces the database atomically with another one. prepare is called with the
	// new one first; ready is called when nothing else is left to do.
	Restore(ctx context.Context, body io.Reader, prepare func(store.Store) error, ready func() error) error
	// SameDisk reports whether a folder is on the same disk.
	SameDisk(folder string) bool
}

// Service backs up and restores.
type Service struct {
	Database Database
	// Attachments has the attachments, or is nil.
	Attachments cache.Cache
	// Files is the file system that backups are on.
	Files transport.Files
	// Progress is called with the number of bytes of a backup that are written or read; it may
	// be nil.
	Progress func(done, all int)
	// Folder is the data folder, or "". Backups that the program makes before large changes
	// are in its subfolder "backups".
	Folder string
}

// moved reports progress in bytes, out of all.
type moved struct {
	report    func(done, all int)
	done, all int64
}

func (m *moved) Write(p []byte) (int, error) {
	m.done += int64(len(p))
	if m.report != nil {
		m.report(int(m.done), int(m.all))
	}
	return len(p), nil
}

// Errors of backups; they are wrapped with the file.
var (
	// ErrNotFound: there is no file of that name.
	ErrNotFound = errors.New("file not found: check its name, or connect its drive")
	// ErrNoBackup: the file is something else.
	ErrNoBackup = errors.New("it is not a backup of Crossfeed")
	// ErrBroken: the backup is damaged.
	ErrBroken = errors.New("the backup is damaged, and nothing was restored: choose another one")
	// ErrNewerBackup: a newer Crossfeed made it.
	ErrNewerBackup = errors.New("the backup was made by a newer Crossfeed: update Crossfeed first")
	// ErrTaken: there is a file of that name that is not a backup, and so is not replaced.
	ErrTaken = errors.New("a file with this name exists and is not a backup: choose another name")
	// ErrExists: there is an older backup of that name, and replacing was not allowed.
	ErrExists = errors.New("a backup with this name already exists, and was not overwritten")
	// ErrNoDatabase: the store is not on a disk.
	ErrNoDatabase = errors.New("this store cannot be backed up")
)

// NoRoomError: a disk has too little space left.
type NoRoomError struct {
	Folder     string
	Need, Free int64
}

func (e *NoRoomError) Error() string {
	return fmt.Sprintf("%s has %d MB of free space, and %d MB are needed: free some space, or choose another folder", e.Folder, e.Free>>20, (e.Need+1<<20-1)>>20)
}

// room checks that a folder has enough free space. It passes if the free space is not known.
func room(folder string, need int64) error {
	free, err := cache.Disk{Folder: folder}.Attachments().Free()
	if err == nil && free < need {
		return &NoRoomError{folder, need, free}
	}
	return nil
}

// The window's files in the data folder: unsaved input, and how a person set up the window. A
// backup has them under the same names.
const (
	DraftsName   = "drafts.json"
	SettingsName = "window.json"
)

var ofWindow = []string{DraftsName, SettingsName}

// writeWindow writes the window's files that exist.
func (w *writing) writeWindow(ctx context.Context, s Service) error {
	if s.Folder == "" {
		return nil
	}
	for _, name := range ofWindow {
		f, err := s.Files.Open(filepath.Join(s.Folder, name))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return err
		}
		if err := errors.Join(w.file(ctx, name, zip.Deflate, f), f.Close()); err != nil {
			return err
		}
	}
	return nil
}

// putWindow replaces the window's files with those of a backup. Files that the backup does not
// have stay.
func (s Service) putWindow(ctx context.Context, b *opened) error {
	for _, e := range b.manifest.Files {
		if s.Folder == "" || !slices.Contains(ofWindow, e.Name) {
			continue
		}
		body, err := b.zip.Open(e.Name)
		if err == nil {
			err = s.Files.Replace(ctx, filepath.Join(s.Folder, e.Name), func(to io.Writer) error {
				_, err := io.Copy(to, transport.Until(ctx, body))
				return err
			})
			err = errors.Join(err, body.Close())
		}
		if err != nil {
			return fmt.Errorf("the lists were restored, but %s was not: try again: %w", e.Name, err)
		}
	}
	return nil
}
