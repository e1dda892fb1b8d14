package location

import (
	"errors"
	"io"
)

var (
	errLess = errors.New("the file ended before its end")
	errMore = errors.New("more came than the server said that the file has")
)

// Body is a file on its way.
type Body struct {
	From  io.Reader
	Asked Download
	// At is the next byte of the file, and Size how many it has, or -1.
	At, Size int64
	// Named gives an error of From its trouble and place.
	Named func(error) error
	// End ends the request. What did not come yet is not waited for.
	End func() error

	came int64
	err  error
}

// Read implements io.Reader. Its errors are *Error, or the context's.
func (b *Body) Read(p []byte) (int, error) {
	if b.err != nil || len(p) == 0 {
		return 0, b.err
	}
	n, err := b.From.Read(p)
	n, b.err = b.within(n, err)
	b.At += int64(n)
	b.came += int64(n)
	if b.Asked.Arrived != nil && n > 0 {
		b.Asked.Arrived(b.came)
	}
	return n, b.err
}

// within keeps what came to the limit and to the size of the file.
func (b *Body) within(n int, err error) (int, error) {
	end := b.At + int64(n)
	switch {
	case b.Asked.Limit > 0 && end > b.Asked.Limit:
		return int(b.Asked.Limit - b.At), b.Asked.Admits(end)
	case b.Size >= 0 && end > b.Size:
		return int(b.Size - b.At), b.broken(errMore)
	case err == io.EOF && b.Size >= 0 && end < b.Size:
		return n, b.broken(errLess)
	case err != nil && err != io.EOF:
		return n, b.Named(err)
	}
	return n, err
}

func (b *Body) broken(why error) error {
	return b.Named(&Error{Trouble: BrokenOff, Err: why})
}

// Close implements io.Closer.
func (b *Body) Close() error { return b.End() }
