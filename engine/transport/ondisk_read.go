package transport

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"syscall"
	"time"
)

// limit is the maximum size of a document in bytes.
func (d OnDisk) limit() int64 {
	if d.Size > 0 {
		return d.Size
	}
	return UsualSize
}

// document opens a file and hashes it. It reads a file only up to the limit, because anything
// larger may be endless. A file that cannot be read twice is held in memory.
func (d OnDisk) document(ctx context.Context, files Lookup, path string, limit int64) (body io.ReadCloser, hash string, size int64, err error) {
	f, err := answered(ctx, d.patience(), func() (*regular, error) { return openRegular(files, path) }, func(f *regular) { _ = f.Close() })
	if err != nil {
		return nil, "", 0, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, f.Close())
		}
	}()
	if f.was.Size > limit {
		return nil, "", 0, beyond(path, limit)
	}
	in := &document{flowing: d.flowing(ctx, f, limit+1)}
	in.next = f.piece
	var again io.ReadCloser = in
	if !f.seeks() {
		var held bytes.Buffer
		again = heldBody{&held, f}
		hash, size, err = Hash(io.TeeReader(in, &held))
	} else if hash, size, err = Hash(in); err == nil {
		in.size = size
		in.ctx = context.WithoutCancel(ctx) // it is read after this call has returned
		_, err = in.Seek(0, io.SeekStart)
	}
	if err == nil && size > limit {
		err = beyond(path, limit)
	}
	return again, hash, size, err
}

func beyond(path string, limit int64) error {
	e := Beyond(limit)
	e.Address = path
	return e
}

// heldBody is a document in memory.
type heldBody struct {
	io.Reader
	io.Closer
}

// document is a file that was hashed, and can be read again up to the same end.
type document struct {
	*flowing
	size int64
}

// Seek implements io.Seeker, relative to the start only.
func (d *document) Seek(offset int64, whence int) (int64, error) {
	switch {
	case whence != io.SeekStart || offset < 0:
		return 0, fmt.Errorf("reading %s again from %d: %w", d.file.path, offset, errors.ErrUnsupported)
	case d.err != nil && d.err != io.EOF:
		return 0, d.err
	}
	if err := d.file.skip(offset); err != nil {
		return 0, troubled(d.file.path, err)
	}
	d.held, d.err, d.left = nil, nil, max(d.size-offset, 0)
	return offset, nil
}

// seeks reports whether a file can be read again.
func (f *regular) seeks() bool {
	s, ok := f.ReadCloser.(io.Seeker)
	if !ok {
		return false
	}
	_, err := s.Seek(0, io.SeekStart)
	return !errors.Is(err, syscall.ESPIPE)
}

// piece reads some bytes of a document, up to the end of the file.
func (f *regular) piece(into []byte) (int, error) {
	if len(into) == 0 {
		return 0, io.EOF
	}
	n, err := f.Read(into)
	if n > 0 {
		return n, nil // an error will recur
	}
	return 0, err
}

// emptyPatience is how long a read of a file may take whose stated size is zero. A real file
// ends at once; special files such as /proc/kmsg never do.
const emptyPatience = 5 * time.Second

// patient bounds the time for reading a file.
type patient struct {
	Pace
	// patience is how long one read may take.
	patience time.Duration
	// empty reports that the file's stated size is zero, and that no other program fetches its
	// contents.
	empty bool
	// waited is the time that all reads took, and came the number of bytes read.
	waited time.Duration
	came   int64
}

// read performs one read.
func (p *patient) read(ctx context.Context, piece func() (int, error)) (int, error) {
	left, patience := p.Allowed(p.came)-p.waited, p.patience
	if p.empty {
		patience = min(patience, emptyPatience)
	}
	if left <= 0 {
		return 0, TooSlow{p.came, p.waited}
	}
	begun := time.Now()
	n, err := answered(ctx, min(patience, left), piece, nil)
	p.waited += time.Since(begun)
	p.came += int64(n)
	switch {
	case !errors.Is(err, errHangs):
	case left < patience:
		err = TooSlow{p.came, p.waited}
	case p.empty:
		err = ErrNoFile
	}
	return n, err
}

// ErrNoFile means that there is something other than a file at an address, and that reading it
// may never end.
var ErrNoFile = errors.New("it is a pipe or a device, not a file: remove it, or give the path of a file")

// Other reasons why a path cannot be read.
var (
	ErrIsFolder = errors.New("it is a folder, not a file: remove it, or give the path of a file")
	ErrLoop     = errors.New("its links form a loop: remove them, or give the path of a file")
)

// mustBeFile rejects anything that is not a file, because reading it may never end. A file
// that the system calls irregular is one that another program fetches when it is read.
func mustBeFile(s Stat) error {
	switch {
	case s.Mode.IsDir():
		return ErrIsFolder
	case s.Mode.Type()&^fs.ModeIrregular != 0:
		return ErrNoFile
	}
	return nil
}

// Download implements Places. It does not open a file that has not changed. A file that is
// written to while it is read is reported as BrokenOff.
func (d OnDisk) Download(ctx context.Context, r Download) (*Stream, error) {
	if err := onDisk(ctx, r.Target); err != nil {
		return nil, err
	}
	files := d.lookup(r.Target)
	s, err := answered(ctx, d.patience(), func() (Stat, error) { return files.Stat(r.Address) }, nil)
	if err != nil {
		return nil, troubled(r.Address, err)
	}
	if is := validator(s, r.Now); !r.Whole && is != "" && is == r.Known.ETag {
		return &Stream{Unchanged: true, Size: s.Size, Known: r.Known}, nil
	}
	f, err := answered(ctx, d.patience(), func() (*regular, error) { return openRegular(files, r.Address) }, func(f *regular) { _ = f.Close() })
	if err != nil {
		return nil, troubled(r.Address, err)
	}
	stream, err := d.flow(ctx, r, f)
	if err != nil {
		return nil, errors.Join(troubled(r.Address, err), f.Close())
	}
	return stream, nil
}

// flow starts the stream of an open file.
func (d OnDisk) flow(ctx context.Context, r Download, f *regular) (*Stream, error) {
	if err := r.Admits(f.was.Size); err != nil {
		return nil, err
	}
	is := validator(f.was, r.Now)
	var from int64
	if is != "" && is == r.Of.ETag && r.From <= f.was.Size {
		from = max(r.From, 0)
	}
	if _, err := answered(ctx, d.patience(), func() (int64, error) { return from, f.skip(from) }, nil); err != nil {
		return nil, err
	}
	body := d.flowing(ctx, f, f.was.Size-from)
	body.arrived = r.Arrived
	return &Stream{Body: body, From: from, Size: f.was.Size, Known: Known{ETag: is, Whole: r.Now}}, nil
}

// regular is an open file, with its state at the time of opening.
type regular struct {
	io.ReadCloser
	files Lookup
	path  string
	was   Stat
}

// openRegular opens a file. It checks that it is a file before opening it, because opening a
// device can have effects, and again afterwards.
func openRegular(files Lookup, path string) (*regular, error) {
	s, err := files.Stat(path)
	if err == nil {
		err = mustBeFile(s)
	}
	if err != nil {
		return nil, err
	}
	opened, err := files.Open(path)
	if err != nil {
		return nil, err
	}
	f := &regular{ReadCloser: opened, files: files, path: path}
	if f.was, err = f.now(); err == nil {
		err = mustBeFile(f.was)
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// now returns the current state of the open file, even if another file has replaced it.
func (f *regular) now() (Stat, error) {
	if s, ok := f.ReadCloser.(interface{ Stat() (fs.FileInfo, error) }); ok {
		info, err := s.Stat()
		if err != nil {
			return Stat{}, err
		}
		return statOf(info), nil
	}
	return f.files.Stat(f.path)
}

// skip skips the first n bytes.
func (f *regular) skip(n int64) error {
	if s, ok := f.ReadCloser.(io.Seeker); ok {
		_, err := s.Seek(n, io.SeekStart)
		return err
	}
	_, err := io.CopyN(io.Discard, f.ReadCloser, n)
	return err
}
