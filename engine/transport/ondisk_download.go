package transport

import (
	"context"
	"errors"
	"io"
	"io/fs"
)

// ErrNoFile means that there is something other than a file at an address, and that reading it
// may never end.
var ErrNoFile = errors.New("it is a pipe or a device, not a file: remove it, or give the path of a file")

var (
	errIsFolder = errors.New("it is a folder, not a file: remove it, or give the path of a file")
	errCircle   = errors.New("its links form a loop: remove them, or give the path of a file")
)

// mustBeFile rejects anything that is not a file, because reading it may never end. A file
// that the system calls irregular is one that another program fetches when it is read.
func mustBeFile(s Stat) error {
	switch {
	case s.Mode.IsDir():
		return errIsFolder
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
