package storage

import (
	"context"
	"database/sql"
	"errors"
	"io"
	"os"
)

// inspect refuses a database that is damaged or newer before anything opens it
// for writing, because opening alone may change it. It reads the header, and
// where transactions wait in the log, also what they make of it.
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
	// While there is a log, another process may be folding it into the file,
	// and header and size do not tell the whole.
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

// readHeader reads the header and the size in bytes of the file.
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

// loggedVersion is the version of the database with the log taken into account.
// A connection that may only read leaves both files as they are.
func (s *Store) loggedVersion(ctx context.Context) (n int, err error) {
	db, err := sql.Open(s.driver(), inspectorName(s.path))
	if err != nil {
		return 0, err
	}
	err = s.patiently(ctx, func() error { return db.QueryRowContext(ctx, userVersion).Scan(&n) })
	return n, errors.Join(err, db.Close())
}
