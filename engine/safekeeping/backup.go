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
	"time"

	"crossfeed/engine/transport"
)

// A backup is a ZIP file with the database, the attachments in a folder, the window's files,
// and, last, the manifest, which has the sizes and hashes of the others.
const (
	databaseName   = "crossfeed.db"
	attachmentsDir = "attachments/"
	manifestName   = "backup.json"
	// format is the version of the file format. A newer Crossfeed may write a greater one.
	format = 2
)

// manifest lists the contents of a backup.
type manifest struct {
	Format int       `json:"format"`
	Made   time.Time `json:"made"`
	// Device is the identifier of the device that made the backup.
	Device string  `json:"device"`
	Files  []entry `json:"files"`
}

// entry is one file of a backup.
type entry struct {
	Name   string `json:"name"`
	Size   int64  `json:"size"`
	SHA256 string `json:"sha256"`
}

// Made describes a backup that was written.
type Made struct {
	// Path is the file, Size its size in bytes, Attachments the number of attachments.
	Path        string `json:"path"`
	Size        int64  `json:"size"`
	Attachments int    `json:"attachments"`
}

// Backup writes everything into one file, as a consistent snapshot, without stopping other
// work: the lists with their history and archive, subscriptions, settings, attachments, and
// the window's files. No other user of this computer can read it. Passwords are not in the
// database, and what libraries have cached is left out, except for which items were read. The
// file is written atomically. It replaces only an older backup of that name, and only if
// replace is set.
func (s Service) Backup(ctx context.Context, path, device string, replace bool, now time.Time) (m Made, err error) {
	m.Path, err = filepath.Abs(path)
	if err == nil {
		err = s.mayWrite(ctx, m.Path, replace)
	}
	if err != nil {
		return m, fmt.Errorf("backing up to %s: %w", path, err)
	}
	err = s.Database.Snapshot(ctx, filepath.Dir(m.Path), func(body io.Reader, size int64) error {
		return s.Files.ReplacePrivate(ctx, m.Path, func(to io.Writer) error {
			n := &counter{to: to}
			w := &writing{zip: zip.NewWriter(n), moved: &moved{report: s.Progress, all: size}, manifest: manifest{Format: format, Made: now.UTC(), Device: device}}
			err := s.eachAttachment(ctx, func(_ string, size int64) error {
				w.moved.all += size
				return nil
			})
			if err == nil {
				err = w.all(ctx, s, body)
			}
			m.Size, m.Attachments = n.n, w.attachments
			return err
		})
	})
	if err != nil {
		return m, fmt.Errorf("backing up to %s: %w", m.Path, err)
	}
	return m, nil
}

// mayWrite checks that a backup may be written to a path, and that there is room for it.
func (s Service) mayWrite(ctx context.Context, path string, replace bool) error {
	there, err := s.Files.IsFolder(filepath.Dir(path))
	if err == nil && !there {
		err = &transport.NoFolderError{Path: filepath.Dir(path)}
	}
	if err != nil {
		return err
	}
	if _, err := s.Files.Stat(path); err == nil {
		b, err := s.open(path)
		if isUnread(err) {
			return err
		}
		if err != nil && !errors.Is(err, ErrBroken) {
			return ErrTaken
		}
		if err == nil {
			_ = b.Close() // only read
		}
		if !replace {
			return ErrExists
		}
	} else if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	need, err := s.Database.Size()
	if err != nil {
		return err
	}
	need *= 2
	err = s.eachAttachment(ctx, func(_ string, size int64) error {
		need += size
		return nil
	})
	if err != nil {
		return err
	}
	return room(filepath.Dir(path), need)
}

// eachAttachment visits the attachments that are completely stored here.
func (s Service) eachAttachment(ctx context.Context, visit func(name string, size int64) error) error {
	if s.Attachments == nil {
		return nil
	}
	return s.Attachments.Names(func(name string) error {
		size, there, err := s.Attachments.Size(name)
		if err != nil || !there || ctx.Err() != nil {
			return errors.Join(err, ctx.Err())
		}
		return visit(name, size)
	})
}

// writing is a backup being written.
type writing struct {
	zip         *zip.Writer
	moved       *moved
	manifest    manifest
	attachments int
}

func (w *writing) all(ctx context.Context, s Service, database io.Reader) error {
	if err := w.file(ctx, databaseName, zip.Deflate, database); err != nil {
		return err
	}
	err := s.eachAttachment(ctx, func(name string, _ int64) error {
		f, err := s.Attachments.Open(name)
		if errors.Is(err, fs.ErrNotExist) {
			return nil // it was removed in the meantime
		}
		if err != nil {
			return err
		}
		w.attachments++
		return errors.Join(w.file(ctx, attachmentsDir+name, zip.Store, f), f.Close())
	})
	if err == nil {
		err = w.writeWindow(ctx, s)
	}
	if err != nil {
		return err
	}
	text, err := json.MarshalIndent(w.manifest, "", "\t")
	if err != nil {
		return err
	}
	to, err := w.zip.Create(manifestName)
	if err == nil {
		_, err = to.Write(text)
	}
	return errors.Join(err, w.zip.Close())
}

// file writes a file and adds it to the manifest.
func (w *writing) file(ctx context.Context, name string, method uint16, body io.Reader) error {
	to, err := w.zip.CreateHeader(&zip.FileHeader{Name: name, Method: method, Modified: w.manifest.Made})
	if err != nil {
		return err
	}
	sum := sha256.New()
	n, err := io.Copy(io.MultiWriter(to, sum, w.moved), transport.Until(ctx, body))
	w.manifest.Files = append(w.manifest.Files, entry{name, n, hex.EncodeToString(sum.Sum(nil))})
	return err
}

// counter counts the bytes written.
type counter struct {
	to io.Writer
	n  int64
}

func (c *counter) Write(p []byte) (int, error) {
	n, err := c.to.Write(p)
	c.n += int64(n)
	return n, err
}
