package transport

import (
	"fmt"
	"time"
)

// The usual bounds of reading a document, wherever it is.
const (
	// UsualSize is the greatest size in bytes.
	UsualSize = 512 << 20
	// usualTotal and usualRate are those of a Pace.
	usualTotal = 2 * time.Minute
	usualRate  = 1 << 10
)

// Pace bounds all waiting for a document. Zero values are the usual ones.
type Pace struct {
	// Total is how long may be waited in all, and Rate the number of bytes that allow a
	// second more. 2 minutes, 1 KiB.
	Total time.Duration
	Rate  int64
}

// OrUsual is the pace with the usual values in place of zero.
func (p Pace) OrUsual() Pace {
	if p.Total == 0 {
		p.Total = usualTotal
	}
	if p.Rate == 0 {
		p.Rate = usualRate
	}
	return p
}

// Allowed is how long may be waited in all for a document of which so many bytes went and
// came up to now: Total, and longer for as long as bytes keep arriving at the least rate.
func (p Pace) Allowed(bytes int64) time.Duration {
	return p.Total + time.Duration(float64(bytes)/float64(p.Rate)*float64(time.Second))
}

// TooSlow is the reason why a document was given up of which too few bytes went and came.
type TooSlow struct {
	Bytes int64
	After time.Duration
}

func (s TooSlow) Error() string {
	return fmt.Sprintf("only %d bytes in %s", s.Bytes, s.After.Round(time.Second))
}

// Beyond is the error of a document that is larger than a limit in bytes.
func Beyond(limit int64) *Error {
	e := &Error{Trouble: TooLarge, Err: fmt.Errorf("the limit is %d MB", limit>>20)}
	if limit < 1<<20 {
		e.Err = fmt.Errorf("the limit is %d bytes", limit)
	}
	return e
}
