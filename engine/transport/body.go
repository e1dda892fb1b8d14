package transport

import (
	"errors"
	"fmt"
	"io"
	"path"
	"strconv"
	"strings"
	"time"
)

var (
	errLess = errors.New("the file is shorter than announced")
	errMore = errors.New("the file is longer than announced")
)

// Body is the body of a file being downloaded.
type Body struct {
	From  io.Reader
	Asked Download
	// At is the offset of the next byte in the file, and Size the file's size, or -1.
	At, Size int64
	// Named adds the trouble and the address to an error of From.
	Named func(error) error
	// End ends the request without waiting for the rest.
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

// within truncates what was read at the limit and at the size of the file.
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

// Range is the part of a file in a response (Content-Range, RFC 9110 §14.4).
type Range struct{ First, Last, Total int64 }

// ParseRange parses Content-Range. A range without a total length is rejected, because it
// does not show whether the file is complete.
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

// Follows reports whether a range starts at from and has the length of the response; -1 is an
// unknown length. It need not reach the end of the file.
func (r Range) Follows(from, length int64) bool {
	return r.First == from && (length < 0 || length == r.Last-r.First+1)
}

// BeyondRange reports whether a response says that nothing follows byte from, because the file
// ends there (RFC 9110 §15.5.17).
func BeyondRange(text string, from int64) bool {
	size, ok := strings.CutPrefix(text, "bytes */")
	n, err := digits(size)
	return ok && err == nil && n == from
}

// digits parses a number that consists only of digits.
func digits(text string) (int64, error) {
	n, err := strconv.ParseUint(text, 10, 63)
	return int64(n), err
}

// Unencoded reports whether the codings in Content-Encoding leave a file as it is on the
// server. "aws-chunked" only concerns the upload, but some servers retain it.
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

// Compressed reports whether a file is compressed by its nature. Servers describe such a file
// like one that they compress in transit, although here the compressed data is the file.
func Compressed(name string) bool {
	switch strings.ToLower(path.Ext(name)) {
	case ".gz", ".tgz", ".svgz", ".z", ".bz2", ".xz", ".zst", ".br":
		return true
	}
	return false
}

// The default bounds for reading a document, wherever it is.
const (
	// UsualSize is the maximum size in bytes.
	UsualSize = 512 << 20
	// usualTotal and usualRate are the defaults of a Pace.
	usualTotal = 2 * time.Minute
	usualRate  = 1 << 10
)

// Pace bounds the total time spent waiting for a document. Zero values mean the defaults.
type Pace struct {
	// Total is the time allowed in total, 2 minutes by default. Rate is the number of bytes
	// that add another second, by default 1 KiB.
	Total time.Duration
	Rate  int64
}

// OrUsual returns the pace with the defaults in place of zero values.
func (p Pace) OrUsual() Pace {
	if p.Total == 0 {
		p.Total = usualTotal
	}
	if p.Rate == 0 {
		p.Rate = usualRate
	}
	return p
}

// Allowed returns how long the transfer of a document may take if this many bytes have been
// sent and received so far: Total, plus time in proportion to the bytes at the minimum rate.
func (p Pace) Allowed(bytes int64) time.Duration {
	return p.Total + time.Duration(float64(bytes)/float64(p.Rate)*float64(time.Second))
}

// TooSlow means that a transfer was abandoned because it was too slow.
type TooSlow struct {
	Bytes int64
	After time.Duration
}

func (s TooSlow) Error() string {
	return fmt.Sprintf("only %d bytes in %s", s.Bytes, s.After.Round(time.Second))
}

// Beyond returns the error for a document larger than a limit in bytes.
func Beyond(limit int64) *Error {
	e := &Error{Trouble: TooLarge, Err: fmt.Errorf("the limit is %d MB", limit>>20)}
	if limit < 1<<20 {
		e.Err = fmt.Errorf("the limit is %d bytes", limit)
	}
	return e
}
