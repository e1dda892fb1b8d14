package location

import (
	"context"
	"errors"
	"io"
	"time"
)

// atOnce is how many bytes of a file are read at once.
const atOnce = 128 << 10

var errWritten = errors.New("the file was written while it was read")

// flowing is a file on its way: it ends where the file ended when it was opened, and as
// soon as its folder does not answer any more.
type flowing struct {
	ctx      context.Context
	patience time.Duration
	file     *regular
	// left is how many bytes are still to be read, and held are those that were, in a
	// buffer that no reading that was left behind can write to once it is given out.
	left         int64
	buffer, held []byte
	arrived      func(int64)
	came         int64
	err          error
}

// Read implements io.Reader. Its errors are *Error, or the context's.
func (f *flowing) Read(b []byte) (int, error) {
	if len(f.held) == 0 && f.err == nil {
		f.err = f.fill()
	}
	if len(f.held) == 0 {
		return 0, f.err
	}
	n := copy(b, f.held)
	f.held = f.held[n:]
	f.came += int64(n)
	if f.arrived != nil {
		f.arrived(f.came)
	}
	return n, nil
}

// fill reads on.
func (f *flowing) fill() error {
	if f.buffer == nil {
		f.buffer = make([]byte, min(f.left, atOnce))
	}
	into := f.buffer[:min(int64(len(f.buffer)), f.left)]
	n, err := answered(f.ctx, f.patience, func() (int, error) { return f.file.next(into) }, nil)
	if err != nil {
		return f.trouble(err)
	}
	f.held = into[:n]
	f.left -= int64(n)
	return nil
}

// next reads some bytes. Where none is wanted any more the file has to be what it was.
func (f *regular) next(into []byte) (int, error) {
	if len(into) > 0 {
		n, err := f.Read(into)
		switch {
		case n > 0:
			return n, nil
		case err == io.EOF:
			return 0, errWritten
		}
		return 0, err
	}
	s, err := f.now()
	switch {
	case err != nil:
		return 0, err
	case s != f.was:
		return 0, errWritten
	}
	return 0, io.EOF
}

// trouble names an error of the reading.
func (f *flowing) trouble(err error) error {
	switch {
	case err == io.EOF:
		return err
	case errors.Is(err, errWritten):
		return &Error{Trouble: BrokenOff, Address: f.file.path, Err: err}
	}
	return troubled(f.file.path, err)
}

// Close implements io.Closer.
func (f *flowing) Close() error { return f.file.Close() }
