package safekeeping

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"time"

	"github.com/gofrs/flock"

	"crossfeed/engine/fetch"
	"crossfeed/engine/item"
	"crossfeed/engine/library/cache"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

// Backups are the backups of this device.
type Backups struct {
	// Store is the store to back up. If it is not a Database, there are no backups
	// (ErrNoDatabase).
	Store  store.Store
	Device *Device
	Clock  Clock
	IDs    *item.IDs
	// Gate lets a person's edits go first.
	Gate  *store.Gate
	Files transport.Files
	// Content has the attachments and the libraries' files, or is nil.
	Content cache.Root
	// Folder is the data folder, or "".
	Folder string
	// Restored is called after a restore has finished.
	Restored func()
	// writing is held while the weekly backup is written.
	writing sync.Mutex
}

// Service returns the service that backs up and restores the store.
func (b *Backups) Service() (s Service, err error) {
	db, is := b.Store.(Database)
	if !is {
		return s, ErrNoDatabase
	}
	s = Service{Database: db, Files: b.Files, Folder: b.Folder}
	if b.Content != nil {
		s.Attachments = b.Content.Attachments()
	}
	return s, nil
}

// Write writes everything into one file (Service.Backup). progress may be nil.
func (b *Backups) Write(ctx context.Context, path string, replace bool, progress func(done, all int)) (Made, error) {
	s, err := b.Service()
	if err != nil {
		return Made{}, err
	}
	s.Progress = progress
	return s.Backup(ctx, path, b.Device.ID(), replace, b.Clock.Now())
}

// Check reads all of a backup, and returns why it cannot be restored (Service.Check). progress
// may be nil.
func (b *Backups) Check(ctx context.Context, path string, progress func(done, all int)) (Checked, error) {
	s, err := b.Service()
	if err != nil {
		return Checked{}, err
	}
	s.Progress = progress
	return s.Check(ctx, path)
}

// Restore replaces everything here with a backup, after backing up the current state
// (Service.Restore). What the libraries had cached is downloaded again. What feeds have
// received since then arrives with the next sync. A file that Check has read, and that has not
// changed since, is not read again.
func (b *Backups) Restore(ctx context.Context, path string, checked Checked) (Restored, error) {
	s, err := b.Service()
	if err != nil {
		return Restored{}, err
	}
	id, err := b.IDs.Word(10)
	if err != nil {
		return Restored{}, err
	}
	b.Gate.Enter()
	defer b.Gate.Leave()
	r, err := s.Restore(ctx, b.Store, path, id, checked, b.Clock.Now())
	if err != nil {
		return r, err
	}
	b.Device.Renewed(r.Device)
	b.Restored()
	return r, errors.Join(r.Left, b.forgetCaches())
}

// forgetCaches removes the cached files of libraries, because a restored database does not
// know about them.
func (b *Backups) forgetCaches() error {
	if b.Content == nil {
		return nil
	}
	keys, err := b.Content.Libraries()
	for _, key := range keys {
		err = errors.Join(err, b.Content.Library(key).RemoveAll())
	}
	if err != nil {
		return fmt.Errorf("everything was restored, but old files of libraries could not be removed: %w", err)
	}
	return nil
}

// Settings are the settings for weekly backups.
type Settings struct {
	store.Backups
	// SameDisk reports whether the folder is on the same disk as the data.
	SameDisk bool
	// Damaged is the number of items that the last verification found damaged and did not
	// repair.
	Damaged int
}

// Settings returns the settings of this device.
func (b *Backups) Settings(ctx context.Context) (now Settings, err error) {
	d, err := b.Device.Stored(ctx)
	now.Backups, now.Damaged = d.Backups, d.Damaged
	if db, is := b.Store.(Database); is && now.Folder != "" {
		now.SameDisk = db.SameDisk(now.Folder)
	}
	return now, err
}

// SetFolder sets the folder for weekly backups; "" turns them off.
func (b *Backups) SetFolder(ctx context.Context, folder string) error {
	if _, err := b.Service(); err != nil {
		return err
	}
	if folder != "" {
		path, err := filepath.Abs(folder)
		if err != nil {
			return err
		}
		if there, err := b.Files.IsFolder(path); err != nil || !there {
			return errors.Join(&transport.NoFolderError{Path: path}, err)
		}
		folder = path
	}
	return b.Device.Change(ctx, func(d *store.Device) {
		if d.Backups.Folder != folder {
			d.Backups = store.Backups{Folder: folder}
		}
	})
}

// IsDue reports whether the weekly backup is due now, with these settings (isDue).
func (b *Backups) IsDue(settings store.Backups) bool { return isDue(settings, b.Clock.Now()) }

// WriteIfDue writes the weekly backup if it is due, and records the result. While one call writes
// it, another leaves it to that call, in this process and in others.
func (b *Backups) WriteIfDue(ctx context.Context) error {
	if !b.writing.TryLock() {
		return nil
	}
	defer b.writing.Unlock()
	if d, err := b.Device.Stored(ctx); err != nil || !b.IsDue(d.Backups) {
		return err
	}
	release, failed := b.alone()
	if failed == nil && release == nil {
		return nil
	}
	if failed != nil {
		return b.wrote(ctx, b.Clock.Now(), failed)
	}
	return errors.Join(b.writeAlone(ctx), release())
}

// weeklyLock is the name of the file in the data folder that is locked while the weekly backup
// is written. The lock is the operating system's, so it is released with the process.
const weeklyLock = "backup.lock"

// alone keeps other processes from writing the weekly backup. If one is writing it, release is
// nil.
func (b *Backups) alone() (release func() error, err error) {
	if b.Folder == "" {
		return func() error { return nil }, nil
	}
	lock := flock.New(filepath.Join(b.Folder, weeklyLock), flock.SetPermissions(0o600))
	got, err := lock.TryLock()
	if err != nil {
		return nil, fmt.Errorf("locking %s: %w", lock.Path(), err)
	}
	if !got {
		return nil, nil
	}
	return lock.Unlock, nil
}

// writeAlone writes the weekly backup, unless another process has done that in the meantime.
func (b *Backups) writeAlone(ctx context.Context) error {
	d, err := b.Device.Stored(ctx)
	now := b.Clock.Now()
	if err != nil || !isDue(d.Backups, now) {
		return err
	}
	s, err := b.Service()
	if err != nil {
		return err
	}
	_, failed := s.Weekly(ctx, d, now)
	return b.wrote(ctx, now, failed)
}

// wrote records whether the weekly backup was written.
func (b *Backups) wrote(ctx context.Context, now time.Time, failed error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return b.Device.Change(ctx, func(d *store.Device) {
		d.Backups.Tried, d.Backups.Error = now, fetch.Reason(failed)
		if failed == nil {
			d.Backups.Last = now
		}
	})
}
