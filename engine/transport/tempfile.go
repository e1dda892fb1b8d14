package transport

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"os"
)

// TempFiles creates temporary files for documents. They are gone once they are closed.
type TempFiles interface {
	// New creates an empty file.
	New() (TempFile, error)
}

// TempFile is a file that is written, and then read from its start as often as needed.
type TempFile interface {
	io.ReadWriteSeeker
	io.Closer
}

// Composed is a document in a temporary file.
type Composed struct {
	TempFile
	Size int64
	// Hash is the SHA-256 of the document, in hexadecimal.
	Hash string
}

// Compose writes a document into a new temporary file.
func Compose(files TempFiles, write func(io.Writer) error) (c Composed, err error) {
	if c.TempFile, err = files.New(); err != nil {
		return Composed{}, err
	}
	sum, file := sha256.New(), bufio.NewWriterSize(c.TempFile, 64<<10)
	if err = write(io.MultiWriter(file, sum, (*counter)(&c.Size))); err == nil {
		err = file.Flush()
	}
	if err != nil {
		return Composed{}, errors.Join(err, c.Close())
	}
	c.Hash = hex.EncodeToString(sum.Sum(nil))
	return c, nil
}

// counter counts the bytes written.
type counter int64

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}

// TempFolder creates unnamed files in a folder ("" is the system's folder for temporary files),
// readable by this user only.
type TempFolder struct{ Folder string }

// New implements TempFiles. A full disk is an *Error with Full, both here and when the file is
// written.
func (s TempFolder) New() (TempFile, error) {
	f, err := os.CreateTemp(s.Folder, "crossfeed-*")
	if err != nil {
		return nil, s.roomless(err)
	}
	named, err := unname(f)
	if err != nil {
		return nil, errors.Join(err, f.Close(), os.Remove(f.Name()))
	}
	return &temporary{File: f, from: s, named: named}, nil
}

// temporary is a file of a TempFolder. It has a name if the system cannot unlink an open file.
type temporary struct {
	*os.File
	from  TempFolder
	named bool
}

func (t *temporary) Write(b []byte) (int, error) {
	n, err := t.File.Write(b)
	return n, t.from.roomless(err)
}

// WriteString and ReadFrom hide the methods of os.File, which would bypass Write.
func (t *temporary) WriteString(s string) (int, error) { return t.Write([]byte(s)) }

// ReadFrom writes everything from r.
func (t *temporary) ReadFrom(r io.Reader) (int64, error) {
	return io.Copy(struct{ io.Writer }{t}, r)
}

// Close removes the file.
func (t *temporary) Close() error {
	err := t.File.Close()
	if t.named {
		err = errors.Join(err, os.Remove(t.File.Name()))
	}
	return err
}

// roomless turns an error about a full disk into an *Error that names the full folder.
func (s TempFolder) roomless(err error) error {
	if err == nil || !NoRoom(err) {
		return err
	}
	folder := s.Folder
	if folder == "" {
		folder = os.TempDir()
	}
	return &Error{Trouble: Full, Address: folder, Err: err}
}
