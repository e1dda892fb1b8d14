package engine

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"crossfeed/engine/fetch"
	"crossfeed/engine/safekeeping"
	"crossfeed/engine/store"
)

// safe backs up and restores the store.
func (e *Engine) safe() (s safekeeping.Service, err error) {
	db, is := e.parts.Store.(safekeeping.Database)
	if !is {
		return s, safekeeping.ErrNoDatabase
	}
	s = safekeeping.Service{Database: db, Files: e.parts.Files, Folder: e.parts.Folder}
	if e.parts.Content != nil {
		s.Attachments = e.parts.Content.Attachments()
	}
	return s, nil
}

// Backup writes everything into one file (safekeeping.Service.Backup). progress may be nil.
func (e *Engine) Backup(ctx context.Context, path string, progress func(done, all int)) (safekeeping.Made, error) {
	s, err := e.safe()
	if err != nil {
		return safekeeping.Made{}, err
	}
	s.Progress = progress
	return s.Backup(ctx, path, e.Device.ID(), e.parts.Clock.Now())
}

// CheckBackup reads all of a backup and tells why it cannot be restored
// (safekeeping.Service.Check). progress may be nil.
func (e *Engine) CheckBackup(ctx context.Context, path string, progress func(done, all int)) (safekeeping.Checked, error) {
	s, err := e.safe()
	if err != nil {
		return safekeeping.Checked{}, err
	}
	s.Progress = progress
	return s.Check(ctx, path)
}

// RestoreBackup puts a backup in the place of everything that is here, which is backed up before
// (safekeeping.Service.Restore). What the libraries have cached is downloaded again. What the
// feeds know since then comes with the next sync. A file that CheckBackup read, and that did not
// change since, is not read again.
func (e *Engine) RestoreBackup(ctx context.Context, path string, checked safekeeping.Checked) (safekeeping.Restored, error) {
	s, err := e.safe()
	if err != nil {
		return safekeeping.Restored{}, err
	}
	id, err := e.ids.Word(10)
	if err != nil {
		return safekeeping.Restored{}, err
	}
	e.gate.Enter()
	defer e.gate.Leave()
	r, err := s.Restore(ctx, e.parts.Store, path, id, checked, e.parts.Clock.Now())
	if err != nil {
		return r, err
	}
	e.Device.Renewed(r.Device)
	e.watchers.wake()
	return r, errors.Join(r.Left, e.forgetCaches())
}

// forgetCaches takes away the files of libraries, of which a database that was restored knows
// nothing.
func (e *Engine) forgetCaches() error {
	if e.parts.Content == nil {
		return nil
	}
	keys, err := e.parts.Content.Libraries()
	for _, key := range keys {
		err = errors.Join(err, e.parts.Content.Library(key).RemoveAll())
	}
	if err != nil {
		return fmt.Errorf("everything is restored, and old files of libraries could not be removed: %w", err)
	}
	return nil
}

// BackupSettings say where backups are written once a week.
type BackupSettings struct {
	store.Backups
	// SameDisk tells that the folder is on the disk that the data is on.
	SameDisk bool
	// Damaged is how many items the last verification found damaged and not repaired.
	Damaged int
}

// BackupSettings are those of this device.
func (e *Engine) BackupSettings(ctx context.Context) (b BackupSettings, err error) {
	d, err := e.Device.Stored(ctx)
	b.Backups, b.Damaged = d.Backups, d.Damaged
	if s, errSafe := e.safe(); errSafe == nil && b.Folder != "" {
		b.SameDisk = s.Database.SameDisk(b.Folder)
	}
	return b, err
}

// SetBackupFolder has a backup written into a folder once a week, by any sync; "" ends that.
func (e *Engine) SetBackupFolder(ctx context.Context, folder string) error {
	if _, err := e.safe(); err != nil {
		return err
	}
	if folder != "" {
		path, err := filepath.Abs(folder)
		if err != nil {
			return err
		}
		if there, err := e.parts.Files.IsFolder(path); err != nil || !there {
			return errors.Join(fmt.Errorf("there is no folder %s: make it, or connect its drive", path), err)
		}
		folder = path
	}
	return e.changeBackups(ctx, func(b *store.Backups) {
		if b.Folder != folder {
			*b = store.Backups{Folder: folder}
		}
	})
}

func (e *Engine) changeBackups(ctx context.Context, change func(*store.Backups)) error {
	return e.changeDevice(ctx, func(d *store.Device) { change(&d.Backups) })
}

func (e *Engine) changeDevice(ctx context.Context, change func(*store.Device)) error {
	e.gate.Enter()
	defer e.gate.Leave()
	return e.store.Update(ctx, func(w store.Writer) error {
		d, err := w.Device()
		if err != nil {
			return err
		}
		change(&d)
		return w.PutDevice(d)
	})
}

// backUpIfDue writes the weekly backup, and notes how that went.
func (e *Engine) backUpIfDue(ctx context.Context) error {
	d, err := e.Device.Stored(ctx)
	now := e.parts.Clock.Now()
	if err != nil || !safekeeping.IsDue(d.Backups, now) {
		return err
	}
	s, err := e.safe()
	if err != nil {
		return err
	}
	_, failed := s.Weekly(ctx, d, now)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return e.changeBackups(ctx, func(b *store.Backups) {
		b.Tried, b.Error = now, fetch.Reason(failed)
		if failed == nil {
			b.Last = now
		}
	})
}
