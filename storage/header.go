package storage

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
)

const headerSize = 100

// applicationID is "CrFd"; the first migration writes it.
const applicationID = 0x43724664

// mostVersions is more than there will ever be: a database with a greater version is not newer
// but damaged, for example by a flipped highest bit.
const mostVersions = 127

// header is the beginning of an SQLite database (sqlite.org/fileformat.html §1.3). Only an
// undamaged one of ours passes its check.
type header [headerSize]byte

func (h *header) word(at int) uint32 { return binary.BigEndian.Uint32(h[at:]) }

// version returns the number of migrations that have been applied.
func (h *header) version() int { return int(int32(h.word(60))) }

// pages returns the number of pages in the file, or 0 if the header does not say.
func (h *header) pages() int64 {
	if h.word(24) != h.word(92) {
		return 0
	}
	return int64(h.word(28))
}

// pageSize returns the size of a page in bytes.
func (h *header) pageSize() int64 {
	size := int64(binary.BigEndian.Uint16(h[16:]))
	if size == 1 {
		return 1 << 16
	}
	return size
}

// check returns why the header cannot be of a store, or nil. It ignores fields that SQLite
// recounts or that are only hints.
func (h *header) check() error {
	size := h.pageSize()
	switch {
	case string(h[:16]) != "SQLite format 3\x00":
		return errors.New("it is not a database")
	case h.word(68) != applicationID:
		return errors.New("it is the database of another program")
	case size < 512 || size&(size-1) != 0:
		return fmt.Errorf("pages of %d bytes", size)
	case !bytes.Equal(h[18:20], []byte{1, 1}) && !bytes.Equal(h[18:20], []byte{2, 2}):
		return fmt.Errorf("file format %v", h[18:20])
	case !bytes.Equal(h[20:24], []byte{0, 64, 32, 32}):
		return fmt.Errorf("page layout %v", h[20:24])
	case h.word(44) != 4 || h.word(56) != 1:
		return fmt.Errorf("schema format %d, text encoding %d", h.word(44), h.word(56))
	case h.version() < 1 || h.version() > mostVersions:
		return fmt.Errorf("version %d", h.version())
	case h.word(52) != 0 || h.word(64) != 0 || !bytes.Equal(h[72:92], make([]byte, 20)):
		return errors.New("the header has bytes set that never are")
	}
	return h.checkFree()
}

// checkFree checks that the list of free pages is plausible.
func (h *header) checkFree() error {
	first, count := int64(h.word(32)), int64(h.word(36))
	if pages := h.pages(); pages > 0 && (first > pages || count >= pages || (first == 0) != (count == 0)) {
		return fmt.Errorf("%d free pages of %d", count, pages)
	}
	return nil
}

// checkSize checks that the file has the size in the header.
func (h *header) checkSize(size int64) error {
	if want := h.pages() * h.pageSize(); want > 0 && size != want {
		return fmt.Errorf("the file has %d bytes, and should have %d", size, want)
	}
	return nil
}

// inspect refuses a database that is damaged or newer before anything opens it for writing,
// because opening alone may change it. It reads the header and, if the log has transactions,
// also their effect.
func (s *Store) inspect(ctx context.Context) error {
	before := logged(s.path)
	h, size, err := readHeader(s.path)
	if err != nil {
		return err
	}
	if err := h.check(); err != nil {
		return damaged(s.path, err)
	}
	version := h.version()
	// While there is a log, another process may be checkpointing it, so header and size are
	// incomplete.
	if before || logged(s.path) {
		if version, err = s.loggedVersion(ctx); err != nil {
			return s.explain(ctx, err)
		}
	} else if err := h.checkSize(size); err != nil {
		return damaged(s.path, err)
	}
	if version > len(migrations()) {
		return newer(s.path, version)
	}
	return nil
}

// readHeader reads the header, and returns it with the size of the file in bytes.
func readHeader(path string) (h header, size int64, err error) {
	info, err := os.Stat(path)
	if err != nil {
		return h, 0, err
	}
	if !info.Mode().IsRegular() {
		return h, 0, damaged(path, errors.New("it is not a file"))
	}
	f, err := os.Open(path)
	if err != nil {
		return h, 0, err
	}
	defer func() { _ = f.Close() }() // only read
	_, err = io.ReadFull(f, h[:])
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = damaged(path, errors.New("the file is shorter than a header"))
	}
	return h, info.Size(), err
}

// loggedVersion returns the version of the database including the log. A read-only connection
// leaves both files unchanged.
func (s *Store) loggedVersion(ctx context.Context) (n int, err error) {
	db, err := sql.Open(s.driver(), inspectorName(s.path))
	if err != nil {
		return 0, err
	}
	err = s.patiently(ctx, func() error { return db.QueryRowContext(ctx, userVersion).Scan(&n) })
	return n, errors.Join(err, db.Close())
}
