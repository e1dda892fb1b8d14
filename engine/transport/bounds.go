package transport

import (
	"fmt"
	"time"
)

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
