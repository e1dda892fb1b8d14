package safekeeping

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"crossfeed/engine/fetch"
	"crossfeed/engine/item"
	"crossfeed/engine/library/cache"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

// Backups are the backups of this device.
type Backups struct {
	// Store is what is backed up. One that is no Database has no backups (ErrNoDatabase).
	Store  store.Store
	Device *Device
	Clock  Clock
	IDs    *item.IDs
	// Gate lets edits of a person go first.
	Gate  *store.Gate
	Files transport.Files
	// Content has the files of items and libraries, or is nil.
	Content cache.Root
	// Folder is the data folder, or "".
	Folder string
	// Restored is called once everything is what a backup says.
	Restored func()
}

// Service backs up and restores the store.
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

// Check reads all of a backup and tells why it cannot be restored (Service.Check). progress may
// be nil.
func (b *Backups) Check(ctx context.Context, path string, progress func(done, all int)) (Checked, error) {
	s, err := b.Service()
	if err != nil {
		return Checked{}, err
	}
	s.Progress = progress
	return s.Check(ctx, path)
}

// Restore puts a backup in the place of everything that is here, which is backed up before
// (Service.Restore). What the libraries have cached is downloaded again. What the feeds know
// since then comes with the next sync. A file that Check read, and that did not change since, is
// not read again.
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

// forgetCaches takes away the files of libraries, of which a database that was restored knows
// nothing.
func (b *Backups) forgetCaches() error {
	if b.Content == nil {
		return nil
	}
	keys, err := b.Content.Libraries()
	for _, key := range keys {
		err = errors.Join(err, b.Content.Library(key).RemoveAll())
	}
	if err != nil {
		return fmt.Errorf("everything is restored, and old files of libraries could not be removed: %w", err)
	}
	return nil
}

// Settings say where backups are written once a week.
type Settings struct {
	store.Backups
	// SameDisk tells that the folder is on the disk that the data is on.
	SameDisk bool
	// Damaged is how many items the last verification found damaged and not repaired.
	Damaged int
}

// Settings are those of this device.
func (b *Backups) Settings(ctx context.Context) (now Settings, err error) {
	d, err := b.Device.Stored(ctx)
	now.Backups, now.Damaged = d.Backups, d.Damaged
	if db, is := b.Store.(Database); is && now.Folder != "" {
		now.SameDisk = db.SameDisk(now.Folder)
	}
	return now, err
}

// SetFolder has a backup written into a folder once a week, by any sync; "" ends that.
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
			return errors.Join(fmt.Errorf("there is no folder %s: make it, or connect its drive", path), err)
		}
		folder = path
	}
	return b.Device.Change(ctx, func(d *store.Device) {
		if d.Backups.Folder != folder {
			d.Backups = store.Backups{Folder: folder}
		}
	})
}

// WriteIfDue writes the weekly backup, and notes how that went.
func (b *Backups) WriteIfDue(ctx context.Context) error {
	d, err := b.Device.Stored(ctx)
	now := b.Clock.Now()
	if err != nil || !IsDue(d.Backups, now) {
		return err
	}
	s, err := b.Service()
	if err != nil {
		return err
	}
	_, failed := s.Weekly(ctx, d, now)
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
