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
	// Size is its size in bytes.
	Size() (int64, error)
	// Snapshot gives one state of it as a file, without what libraries have cached. It needs
	// twice its size in a folder while it runs, and leaves nothing there.
	Snapshot(ctx context.Context, folder string, use func(body io.Reader, size int64) error) error
	// Restore puts another one in its place, whole or not at all. prepare gets that before,
	// ready is called once nothing else is left to do.
	Restore(ctx context.Context, body io.Reader, prepare func(store.Store) error, ready func() error) error
	// SameDisk reports whether a folder is on the same disk.
	SameDisk(folder string) bool
}

// Service backs up and restores.
type Service struct {
	Database Database
	// Attachments has the files of items, or is nil.
	Attachments cache.Cache
	// Files is the file system that backups are on.
	Files transport.Files
	// Progress is told how many of the bytes of a backup are written or read; it may be nil.
	Progress func(done, all int)
	// Folder is the data folder: backups that the program makes before it changes much are in
	// the folder "backups" in it. "" is none.
	Folder string
}

// moved tells how far something is that has all bytes to write or to read.
type moved struct {
	tell      func(done, all int)
	done, all int64
}

func (m *moved) Write(p []byte) (int, error) {
	m.done += int64(len(p))
	if m.tell != nil {
		m.tell(int(m.done), int(m.all))
	}
	return len(p), nil
}

// Errors of backups; they are wrapped with the file.
var (
	// ErrNoBackup: the file is something else.
	ErrNoBackup = errors.New("it is not a backup of Crossfeed")
	// ErrBroken: the backup is damaged.
	ErrBroken = errors.New("the backup is damaged, and nothing of it was restored: choose another one")
	// ErrNewerBackup: a newer Crossfeed made it.
	ErrNewerBackup = errors.New("the backup was made by a newer Crossfeed: update Crossfeed first")
	// ErrTaken: a backup does not replace a file that is none.
	ErrTaken = errors.New("there is a file that is not a backup: choose another name")
	// ErrExists: there is an older backup of that name, which was not to be replaced.
	ErrExists = errors.New("there is a backup of that name already, and it was left as it is")
	// ErrNoDatabase: the store is not on a disk.
	ErrNoDatabase = errors.New("this store cannot be backed up")
)

// NoRoomError means that a disk has too little space left.
type NoRoomError struct {
	Folder     string
	Need, Free int64
}

func (e *NoRoomError) Error() string {
	return fmt.Sprintf("%s has %d MB of free space, and %d MB are needed: free some space, or choose another folder", e.Folder, e.Free>>20, (e.Need+1<<20-1)>>20)
}

// room checks that a folder has so much space left. Where that is not known it is let pass.
func room(folder string, need int64) error {
	free, err := cache.Disk{Folder: folder}.Attachments().Free()
	if err == nil && free < need {
		return &NoRoomError{folder, need, free}
	}
	return nil
}

// The files of the window in the data folder: what was typed and not saved, and how a person set
// the window up. A backup has them under the same names.
const (
	DraftsName   = "drafts.json"
	SettingsName = "window.json"
)

var ofWindow = []string{DraftsName, SettingsName}

// writeWindow writes the files of the window that are there.
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

// putWindow puts the files of the window in the place of those that are there. What a backup does
// not have stays.
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
			return fmt.Errorf("the lists are restored, and %s could not be: try again: %w", e.Name, err)
		}
	}
	return nil
}
