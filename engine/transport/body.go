package transport

import (
	"errors"
	"io"
	"path"
	"strconv"
	"strings"
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

// Range is which bytes of how many an answer holds (Content-Range, RFC 9110 §14.4).
type Range struct{ First, Last, Total int64 }

// ParseRange reads Content-Range. That of a file whose length the server does not know is of
// no use: nobody could tell whether the whole came.
func ParseRange(text string) (r Range, ok bool) {
	unit, rest, _ := strings.Cut(strings.TrimSpace(text), " ")
	span, total, _ := strings.Cut(strings.TrimSpace(rest), "/")
	first, last, _ := strings.Cut(span, "-")
	var errs [3]error
	r.First, errs[0] = digits(first)
	r.Last, errs[1] = digits(last)
	r.Total, errs[2] = digits(total)
	ok = strings.EqualFold(unit, "bytes") && errors.Join(errs[:]...) == nil && r.First <= r.Last && r.Last < r.Total
	return r, ok
}

// Follows tells whether a range is what follows so many bytes, where the answer is so long;
// -1 is a length that nobody knows. It need not reach the end of the file.
func (r Range) Follows(from, length int64) bool {
	return r.First == from && (length < 0 || length == r.Last-r.First+1)
}

// BeyondRange tells whether an answer says that nothing follows that many bytes, because the
// file has just as many (RFC 9110 §15.5.17).
func BeyondRange(text string, from int64) bool {
	size, ok := strings.CutPrefix(text, "bytes */")
	n, err := digits(size)
	return ok && err == nil && n == from
}

// digits reads a number that is written in digits alone.
func digits(text string) (int64, error) {
	n, err := strconv.ParseUint(text, 10, 63)
	return int64(n), err
}

// Unencoded tells whether codings, those of Content-Encoding, leave a file as it lies on the
// server. That of "aws-chunked" is one of sending alone, which some servers keep.
func Unencoded(codings []string) bool {
	for coding := range strings.SplitSeq(strings.Join(codings, ","), ",") {
		switch strings.ToLower(strings.TrimSpace(coding)) {
		case "", "identity", "aws-chunked":
		default:
			return false
		}
	}
	return true
}

// Compressed tells of a file that is compressed by its own nature. Servers say of it what they
// say of others that they compress on the way, but here it is the file.
func Compressed(name string) bool {
	switch strings.ToLower(path.Ext(name)) {
	case ".gz", ".tgz", ".svgz", ".z", ".bz2", ".xz", ".zst", ".br":
		return true
	}
	return false
}
