package safekeeping

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

// Verifiable is a store that can be verified and repaired.
type Verifiable interface {
	// Verify reads everything, and changes nothing.
	Verify(ctx context.Context, progress func(done, all int)) (store.Verified, error)
	// SaveCopy copies the store as it is, damaged or not, into a folder next to it.
	SaveCopy(ctx context.Context, now time.Time) (kept string, err error)
	// Mend restores derived data from undamaged data.
	Mend(ctx context.Context) error
}

// Quarantining is a writer that can quarantine damaged versions. It returns how many an item
// has now.
type Quarantining interface {
	Quarantine(set int64, id string) (int, error)
}

// Verify reads the whole store and the attachments, whose names are hashes of their contents.
func (s Service) Verify(ctx context.Context, db Verifiable, progress func(done, all int)) (store.Verified, error) {
	v, err := db.Verify(ctx, progress)
	if err != nil {
		return v, err
	}
	err = s.eachAttachment(ctx, func(name string, _ int64) error {
		whole, err := s.isWhole(ctx, name)
		if err == nil && !whole {
			v.Faults = append(v.Faults, store.Fault{File: name, Text: "an attached file is damaged"})
		}
		return err
	})
	return v, err
}

// isWhole reports whether the content of an attachment matches its name.
func (s Service) isWhole(ctx context.Context, name string) (bool, error) {
	f, err := s.Attachments.Open(name)
	if errors.Is(err, os.ErrNotExist) {
		return true, nil // it was removed in the meantime
	}
	if err != nil {
		return false, err
	}
	sum := sha256.New()
	_, err = io.Copy(sum, transport.Until(ctx, f))
	want, _, _ := strings.Cut(name, ".")
	return hex.EncodeToString(sum.Sum(nil)) == want, errors.Join(err, f.Close())
}

// errRead stops a restore once everything needed was read.
var errRead = errors.New("it was read")

// ReadBackup reads the database in a backup, without restoring it.
func (s Service) ReadBackup(ctx context.Context, path string, read func(store.Reader) error) error {
	b, err := s.open(path)
	if err != nil {
		return err
	}
	defer func() { _ = b.Close() }() // only read
	if err := b.check(ctx, nil); err != nil {
		return err
	}
	body, err := b.zip.Open(databaseName)
	if err != nil {
		return err
	}
	defer func() { _ = body.Close() }() // only read
	err = s.Database.Restore(ctx, body, func(copy store.Store) error {
		if err := copy.View(ctx, read); err != nil {
			return err
		}
		return errRead
	}, func() error { return errRead })
	if errors.Is(err, errRead) {
		return nil
	}
	return err
}

// Newest returns the newest automatic backup in the data folder or in the folder from the
// settings, or "". A backup with a time in the future, from a wrong clock, counts as the
// oldest.
func (s Service) Newest(b store.Backups, now time.Time) string {
	var all []string
	for _, folder := range []string{filepath.Join(s.Folder, "backups"), b.Folder} {
		if folder == "" || s.Folder == "" && folder != b.Folder {
			continue
		}
		names, _ := s.Files.Names(folder) // a drive that is not connected has none
		for _, name := range names {
			if strings.HasSuffix(name, ".zip") {
				all = append(all, filepath.Join(folder, name))
			}
		}
	}
	var newest string
	var made time.Time
	slices.Sort(all)
	for _, path := range all {
		if o, err := s.open(path); err == nil {
			at := o.manifest.Made
			if at.After(now) {
				at = time.Time{}
			}
			if newest == "" || at.After(made) {
				newest, made = path, at
			}
			_ = o.Close() // only read
		}
	}
	return newest
}

// Reread has all feeds of a list read as if for the first time.
func Reread(w store.Writer, set int64) error {
	all, err := w.Subscriptions(set)
	if err != nil {
		return err
	}
	feeds := map[int64]map[string]bool{}
	for _, s := range all {
		feeds[s.Key] = map[string]bool{}
		for address := range s.Feeds {
			feeds[s.Key][address] = true
		}
	}
	return forget(w, feeds)
}
