package transport

import (
	"errors"
	"io"
	"os"
)

// Spool makes files for documents on their way. They are gone once they are closed.
type Spool interface {
	// New makes an empty file.
	New() (Spooled, error)
}

// Spooled is a file that is written, then read from its start as often as need be.
type Spooled interface {
	io.ReadWriteSeeker
	io.Closer
}

// TempSpool keeps documents in unnamed files of a folder ("" is the system's for
// temporary files), readable by this user alone.
type TempSpool struct{ Folder string }

// New implements Spool. A disk without room is an *Error with Full, here and when the
// file is written.
func (s TempSpool) New() (Spooled, error) {
	f, err := os.CreateTemp(s.Folder, "crossfeed-*")
	if err != nil {
		return nil, s.roomless(err)
	}
	named, err := unname(f)
	if err != nil {
		return nil, errors.Join(err, f.Close(), os.Remove(f.Name()))
	}
	return &temporary{File: f, spool: s, named: named}, nil
}

// temporary is a file of a TempSpool. It is named where the system cannot take a name
// away from an open file.
type temporary struct {
	*os.File
	spool TempSpool
	named bool
}

func (t *temporary) Write(b []byte) (int, error) {
	n, err := t.File.Write(b)
	return n, t.spool.roomless(err)
}

// WriteString and ReadFrom hide those of os.File, which would go round Write.
func (t *temporary) WriteString(s string) (int, error) { return t.Write([]byte(s)) }

// ReadFrom writes all that comes from r.
func (t *temporary) ReadFrom(r io.Reader) (int64, error) {
	return io.Copy(struct{ io.Writer }{t}, r)
}

// Close takes the file away.
func (t *temporary) Close() error {
	err := t.File.Close()
	if t.named {
		err = errors.Join(err, os.Remove(t.File.Name()))
	}
	return err
}

// roomless gives an error of a full disk its name, and the folder that is full.
func (s TempSpool) roomless(err error) error {
	if err == nil || !full(err) {
		return err
	}
	folder := s.Folder
	if folder == "" {
		folder = os.TempDir()
	}
	return &Error{Trouble: Full, Address: folder, Err: err}
}
