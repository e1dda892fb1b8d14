package web

import (
	"fmt"
	"time"
)

// tooSlow is the reason why a request was given up in which too little went and came.
type tooSlow struct {
	bytes int64
	after time.Duration
}

func (s tooSlow) Error() string {
	return fmt.Sprintf("only %d bytes in %s", s.bytes, s.after.Round(time.Second))
}

// allowed is how long may be waited in all for a request of which so many bytes went and
// came up to now: Total, and longer for as long as bytes keep arriving at the least rate.
func (l Limits) allowed(bytes int64) time.Duration {
	return l.Total + time.Duration(float64(bytes)/float64(l.Rate)*float64(time.Second))
}
