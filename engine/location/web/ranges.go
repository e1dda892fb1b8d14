package web

import (
	"errors"
	"strconv"
	"strings"
)

// byteRange is which bytes of how many an answer holds (Content-Range, RFC 9110 §14.4).
type byteRange struct{ first, last, total int64 }

// parseRange reads Content-Range. That of a file whose length the server does not know is
// of no use: nobody could tell whether the whole came.
func parseRange(text string) (r byteRange, ok bool) {
	unit, rest, _ := strings.Cut(strings.TrimSpace(text), " ")
	span, total, _ := strings.Cut(strings.TrimSpace(rest), "/")
	first, last, _ := strings.Cut(span, "-")
	var errs [3]error
	r.first, errs[0] = digits(first)
	r.last, errs[1] = digits(last)
	r.total, errs[2] = digits(total)
	ok = strings.EqualFold(unit, "bytes") && errors.Join(errs[:]...) == nil && r.first <= r.last && r.last < r.total
	return r, ok
}

// digits reads a number that is written in digits alone.
func digits(text string) (int64, error) {
	n, err := strconv.ParseUint(text, 10, 63)
	return int64(n), err
}
