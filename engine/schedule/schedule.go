// Package schedule says when feeds are read, and reads many at once within limits. It is
// pure but for Run, which takes its clock.
package schedule

import "time"

// Facts are what the next try depends on.
type Facts struct {
	// Every is the interval that the user set, or 0: the default then.
	Every time.Duration
	// LastTry is when the feed was tried last.
	LastTry time.Time
	// Failures in a row so far.
	Failures int
	// RetryAfter is what the server asked for at the last try, or 0.
	RetryAfter time.Duration
	// Fresh is how long the server says the answer stays fresh (Cache-Control), TTL
	// what the feed says (RSS ttl), each 0 where unknown.
	Fresh, TTL time.Duration
	// Expires is when changes will begin to be missed (sx:sharing expires), or zero.
	Expires time.Time
	// Gone tells that the server said 410: the feed is not tried again by itself.
	Gone bool
}

// The default interval, its bounds, and the greatest back-off.
const (
	Default = 15 * time.Minute
	Least   = time.Minute
	Most    = 7 * 24 * time.Hour
	Cap     = 6 * time.Hour
)

// Next is when a feed is to be tried next. jitter, from 0 to 1, spreads those that would
// meet. The zero time is never.
func Next(f Facts, jitter float64) time.Time { panic("to be written") }
