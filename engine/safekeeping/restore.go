package safekeeping

import (
	"archive/zip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"crossfeed/engine/library/cache"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

// opened is a backup opened for reading.
type opened struct {
	io.Closer
	zip      *zip.Reader
	manifest manifest
}

// open opens a backup and reads its manifest.
func (s Service) open(path string) (b *opened, err error) {
	f, err := s.Files.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, ErrNotFound
	}
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, f.Close())
		}
	}()
	at, is := f.(interface {
		io.ReaderAt
		io.Seeker
	})
	if !is {
		return nil, ErrNoBackup
	}
	size, err := at.Seek(0, io.SeekEnd)
	if err != nil {
		return nil, err
	}
	b = &opened{Closer: f}
	if b.zip, err = zip.NewReader(at, size); err != nil {
		return nil, notWhole(at, err)
	}
	body, err := b.zip.Open(manifestName)
	if err != nil {
		if isUnread(err) {
			return nil, err
		}
		return nil, ErrNoBackup
	}
	text, err := io.ReadAll(io.LimitReader(body, mostManifest))
	if err = errors.Join(err, body.Close()); err == nil {
		err = json.Unmarshal(text, &b.manifest)
	}
	if err != nil {
		return nil, broken(err)
	}
	if b.manifest.Format > format {
		return nil, ErrNewerBackup
	}
	return b, nil
}

// IsBackup reports whether a file begins like a backup: with the database as the first file of
// a ZIP file. It may still be broken.
func IsBackup(in io.Reader) bool {
	const name = 30 // offset of the first name in a ZIP file
	begins := make([]byte, name+len(databaseName))
	_, err := io.ReadFull(in, begins)
	return err == nil && string(begins[:4]) == "PK\x03\x04" && string(begins[name:]) == databaseName
}

// mostManifest limits the size of a manifest.
const mostManifest = 256 << 20

// notWhole distinguishes a truncated ZIP file, which begins with the name of the database,
// from another file.
func notWhole(f io.ReaderAt, why error) error {
	begin := make([]byte, 30+len(databaseName))
	_, err := f.ReadAt(begin, 0)
	switch {
	case isUnread(err):
		return err
	case isUnread(why) || err == nil && string(begin[:2]) == "PK" && string(begin[30:]) == databaseName:
		return broken(why)
	}
	return ErrNoBackup
}

// broken returns an error for a damaged backup. If the disk could not be read, the backup need
// not be damaged.
func broken(why error) error {
	if isUnread(why) {
		return why
	}
	return fmt.Errorf("%w (%w)", ErrBroken, why)
}

// isUnread reports whether an error is from reading the disk.
func isUnread(err error) bool {
	var failed *fs.PathError
	return errors.As(err, &failed) && !errors.Is(err, fs.ErrNotExist)
}

// check reads all of a backup, to find damage before anything is changed.
func (b *opened) check(ctx context.Context, tell func(done, all int)) error {
	m := &moved{report: tell}
	for _, e := range b.manifest.Files {
		m.all += e.Size
	}
	for _, e := range b.manifest.Files {
		if e.Name != databaseName && !isAttachment(e.Name) && !slices.Contains(ofWindow, e.Name) {
			return fmt.Errorf("%w (%s)", ErrBroken, e.Name)
		}
		body, err := b.zip.Open(e.Name)
		if err != nil {
			return broken(err)
		}
		sum := sha256.New()
		n, err := io.Copy(io.MultiWriter(sum, m), io.LimitReader(transport.Until(ctx, body), e.Size+1))
		if err = errors.Join(err, body.Close()); ctx.Err() != nil {
			return ctx.Err()
		}
		if isUnread(err) {
			return err
		}
		if err != nil || n != e.Size || hex.EncodeToString(sum.Sum(nil)) != e.SHA256 {
			return fmt.Errorf("%w (%s)", ErrBroken, e.Name)
		}
	}
	if !slices.ContainsFunc(b.manifest.Files, func(e entry) bool { return e.Name == databaseName }) {
		return fmt.Errorf("%w (%s)", ErrBroken, databaseName)
	}
	return nil
}

// Checked is a file that was read and found to be a complete backup, as long as the file does
// not change. The zero value is none.
type Checked struct {
	path string
	file transport.Stat
}

// Check returns why a file cannot be restored, or nil if it is a complete backup. It changes
// nothing.
func (s Service) Check(ctx context.Context, path string) (c Checked, err error) {
	c.path = path
	c.file, err = s.Files.Stat(path)
	var b *opened
	if err == nil {
		b, err = s.open(path)
	}
	if err == nil {
		err = errors.Join(b.check(ctx, s.Progress), b.Close())
	}
	if err != nil {
		return Checked{}, fmt.Errorf("restoring %s: %w", path, err)
	}
	return c, nil
}

// isSame reports whether a file is the one that was checked, and has not changed since.
func (s Service) isSame(path string, c Checked) bool {
	now, err := s.Files.Stat(path)
	return err == nil && c.path == path && c.file == now
}

// isAttachment reports whether an entry is an attachment: a plain name, which cannot lead out
// of the folder.
func isAttachment(name string) bool {
	name, is := strings.CutPrefix(name, attachmentsDir)
	return is && name != "" && filepath.IsLocal(name) && !strings.ContainsAny(name, `/\:`)
}

// Restored is the result of a restore.
type Restored struct {
	// Made is when the backup was made. PreviousBackup is the backup of the state before, or ""
	// if there was nothing.
	Made           time.Time `json:"made"`
	PreviousBackup string    `json:"kept"`
	// Device is the stored state of this device after the restore.
	Device store.Device `json:"-"`
	// Unshared are the lists that were published when the backup was made and are not
	// published now. They are restored as not published.
	Unshared []Shared `json:"unshared,omitempty"`
	// Shared are the lists that the next sync publishes again if their feeds still exist.
	// Nobody here knows whether a person has stopped sharing them since.
	Shared []Shared `json:"shared,omitempty"`
	// Left is why the window's files could not be restored, although everything else was.
	Left error `json:"-"`
}

// Shared is a list that was published at a location when a backup was made.
type Shared struct {
	List     string `json:"list"`
	Location string `json:"location"`
}

// Restore replaces everything in a store with a backup, after backing up the current state.
// The device takes the identifier id. Nothing changes before all of the backup was read, and
// then everything changes at once; only attachments are written before that.
//
// A file that Check has read, and that has not changed since, is not read again.
func (s Service) Restore(ctx context.Context, st store.Store, path, id string, checked Checked, now time.Time) (r Restored, err error) {
	r, err = s.restore(ctx, st, path, id, checked, now)
	switch {
	case errors.Is(err, store.ErrNewer):
		err = ErrNewerBackup
	case errors.Is(err, store.ErrDamaged):
		err = fmt.Errorf("%w (%w)", ErrBroken, err)
	}
	if err != nil {
		return Restored{}, fmt.Errorf("restoring %s: %w", path, err)
	}
	return r, nil
}

func (s Service) restore(ctx context.Context, st store.Store, path, id string, checked Checked, now time.Time) (r Restored, err error) {
	b, err := s.open(path)
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, b.Close()) }()
	if !s.isSame(path, checked) {
		if err := b.check(ctx, s.Progress); err != nil {
			return r, err
		}
	}
	if err := s.roomFor(b); err != nil {
		return r, err
	}
	var here store.Device
	var sets []store.Set
	var consent store.Consent
	err = st.View(ctx, func(now store.Reader) error {
		var errSets, errConsent error
		here, err = now.Device()
		sets, errSets = now.Sets()
		consent, errConsent = now.Consent(here.ID)
		return errors.Join(err, errSets, errConsent)
	})
	if err != nil {
		return r, err
	}
	body, err := b.zip.Open(databaseName)
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, body.Close()) }()
	prepare := func(copy store.Store) error {
		return copy.Update(ctx, func(w store.Writer) error {
			if r.Device, err = renewedOn(w, here, id, now); err == nil {
				err = r.unshare(w, sets)
			}
			if err == nil && consent == store.Private { // it may have been public when the backup was made
				err = w.PutConsent(id, consent)
			}
			return err
		})
	}
	r.Made = b.manifest.Made
	err = s.Database.Restore(ctx, body, prepare, func() error {
		if r.PreviousBackup, err = s.backUpBefore(ctx, st, "before-restore", here.ID, now); err != nil {
			return err
		}
		return s.putAttachments(ctx, b)
	})
	if err == nil {
		r.Left = s.putWindow(ctx, b)
	}
	return r, err
}

// renewedOn gives a database from elsewhere a new identifier and its new location.
func renewedOn(w store.Writer, here store.Device, id string, now time.Time) (store.Device, error) {
	was, err := w.Device()
	if err != nil {
		return was, err
	}
	if was.ID == "" {
		was.ID = here.ID
		if err := w.PutDevice(was); err != nil {
			return was, err
		}
	}
	d, err := Renew(w, id, Restoring, now)
	if err != nil {
		return d, err
	}
	d.Home, d.Backups = here.Home, here.Backups
	if !slices.ContainsFunc(d.Former, func(f store.Former) bool { return f.ID == here.ID }) && here.ID != "" {
		d.Former = append(d.Former, store.Former{ID: here.ID, Until: now, Why: Restoring})
	}
	return d, w.PutDevice(d)
}

// unshare prevents a database from elsewhere from publishing lists that a person has since
// stopped sharing, according to the lists here. If there are none, as on a new computer, this
// is not known, and each list is published once its feed has been found
// (store.Publication.Restored).
func (r *Restored) unshare(w store.Writer, here []store.Set) error {
	sets, err := w.Sets()
	if err != nil {
		return err
	}
	for _, s := range sets {
		if s.Location == "" {
			continue
		}
		at := slices.IndexFunc(here, func(h store.Set) bool { return h.FeedID == s.FeedID && h.Location == s.Location })
		switch {
		case at >= 0:
			s.Publication.Restored = here[at].Publication.Restored
		case len(here) == 0:
			s.Publication.Restored = true
			r.Shared = append(r.Shared, Shared{s.Name, s.Location})
		default:
			r.Unshared = append(r.Unshared, Shared{s.Name, s.Location})
			s.Location, s.Publication = "", s.Publication.Ended()
		}
		if _, err := w.PutSet(s); err != nil {
			return err
		}
	}
	return nil
}

// roomFor checks that there is room for what a backup contains. It counts the database twice,
// because the current state is backed up, too.
func (s Service) roomFor(b *opened) error {
	if s.Folder == "" {
		return nil
	}
	need, err := s.Database.Size()
	for _, e := range b.manifest.Files {
		need += e.Size
		if e.Name == databaseName {
			need += e.Size
		}
	}
	if err != nil {
		return err
	}
	return room(s.Folder, need)
}

// putAttachments writes the attachments that are missing here.
func (s Service) putAttachments(ctx context.Context, b *opened) error {
	for _, e := range b.manifest.Files {
		name, is := strings.CutPrefix(e.Name, attachmentsDir)
		if !is || s.Attachments == nil {
			continue
		}
		if _, there, err := s.Attachments.Size(name); err != nil || there {
			if err != nil {
				return err
			}
			continue
		}
		if err := s.putAttachment(ctx, b, e, name); err != nil {
			return fmt.Errorf("restoring the file %s: %w", name, err)
		}
	}
	return nil
}

func (s Service) putAttachment(ctx context.Context, b *opened, e entry, name string) error {
	body, err := b.zip.Open(e.Name)
	if err != nil {
		return err
	}
	part, err := s.Attachments.Begin(name, 0, cache.Note{Size: e.Size})
	if err != nil {
		return errors.Join(err, body.Close())
	}
	_, err = io.Copy(part, transport.Until(ctx, body))
	if err == nil {
		_, _, err = part.Done(cache.Note{Size: e.Size})
	}
	if err = errors.Join(err, part.Close(), body.Close()); err != nil {
		return err
	}
	return s.Attachments.Confirm(name)
}
