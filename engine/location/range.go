package location

import (
	"errors"
	"strconv"
	"strings"
)

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
