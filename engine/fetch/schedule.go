// Package fetch schedules the fetching of feeds, files and libraries, fetches many
// concurrently within limits, and classifies their failures.
package fetch

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"time"

	"crossfeed/engine/transport"
)

// Facts are what the time of the next try depends on.
type Facts struct {
	// Every is the interval that the user set. 0 means the default, or longer if the server or
	// the feed says that nothing changes so soon.
	Every time.Duration
	// Usual is the interval that the user set for all feeds without one; 0 means Default.
	Usual time.Duration
	// LastTry is the time of the last try.
	LastTry time.Time
	// Failures is the number of consecutive failures so far.
	Failures int
	// RetryAfter is what the server asked for at the last try, or 0.
	RetryAfter time.Duration
	// Fresh is how long the response stays fresh according to the server (Cache-Control), and
	// TTL according to the feed (RSS ttl). Both are 0 if unknown.
	Fresh, TTL time.Duration
	// Expires is when changes will begin to be missed (sx:sharing expires), or zero.
	Expires time.Time
	// Offline reports whether the last try failed because this computer had no network. That
	// is not a failure of the feed, and is retried soon.
	Offline bool
	// Gone reports whether the server responded with 410: the feed is not retried
	// automatically.
	Gone bool
}

// The default interval, its bounds, and the maximum back-off.
const (
	Default = 15 * time.Minute
	Least   = time.Minute
	Most    = 7 * 24 * time.Hour
	Cap     = 6 * time.Hour
)

// spread bounds the jitter: it adds up to 1/spread of a pause.
const spread = 10

// margin is the share of the time until a feed expires that is reserved for retries: 1/margin.
const margin = 4

// Next returns when to try a feed next, or the zero time for never. jitter, from 0 to 1,
// spreads tries that would otherwise coincide.
func Next(f Facts, jitter float64) time.Time {
	if f.Gone {
		return time.Time{}
	}
	pause := spreadOut(f.pause(), jitter)
	if soon, expires := f.beforeExpiry(); expires {
		pause = min(pause, soon)
	}
	pause = max(pause, f.RetryAfter, Least)
	return f.LastTry.Add(min(pause, Most))
}

// Due returns when a stored next try is due. If the last try is in the future, or the next one
// further ahead than the longest interval, the stored time comes from a wrong clock, and Due
// returns now.
func Due(next, lastTry, now time.Time) time.Time {
	if lastTry.After(now) || next.Sub(now) > Most {
		return now
	}
	return next
}

// pause returns the time until the next try, before other bounds apply.
func (f Facts) pause() time.Duration {
	if f.Offline {
		return Least
	}
	return f.backOff(f.interval())
}

// interval returns the time between successful tries. The user's setting takes precedence over
// the server's hints, which are bounded: a wrong number there must not prevent a list from
// staying in sync.
func (f Facts) interval() time.Duration {
	if f.Every > 0 {
		return min(max(f.Every, Least), Most)
	}
	usual := cmp.Or(f.Usual, Default)
	return min(max(f.Fresh, f.TTL, usual, Least), max(Cap, min(usual, Most)))
}

// backOff doubles the interval with each failure after the first, up to Cap, or to the
// interval itself if that is longer.
func (f Facts) backOff(interval time.Duration) time.Duration {
	pause, most := interval, max(interval, Cap)
	for range f.Failures - 1 {
		if pause *= 2; pause >= most {
			return most
		}
	}
	return pause
}

// beforeExpiry returns the time until a try that leaves room for retries before changes are
// missed. It returns false if the feed has expired, because reading it sooner no longer helps.
func (f Facts) beforeExpiry() (time.Duration, bool) {
	left := f.Expires.Sub(f.LastTry)
	if f.Expires.IsZero() || left <= 0 {
		return 0, false
	}
	return left - left/margin, true
}

// spreadOut lengthens a pause by up to 1/spread.
func spreadOut(pause time.Duration, jitter float64) time.Duration {
	return pause + time.Duration(float64(pause/spread)*min(max(jitter, 0), 1))
}

// Reason returns the text of an error in one line, or "" for nil.
func Reason(err error) string {
	if err == nil {
		return ""
	}
	return strings.ReplaceAll(err.Error(), "\n", "; ")
}

// Offline reports whether everything failed only because this computer has no network.
func Offline(err error) bool { return Only(err, transport.Offline) }

// Only reports whether all failures in an error concern places, and have one of these
// troubles.
func Only(err error, troubles ...transport.Trouble) bool {
	all := Failures(err)
	if len(all) == 0 || len(all) < leaves(err) {
		return false
	}
	return !slices.ContainsFunc(all, func(e *transport.Error) bool { return !slices.Contains(troubles, e.Trouble) })
}

// leaves counts the failures that an error joins.
func leaves(err error) (n int) {
	joined, is := err.(interface{ Unwrap() []error })
	if !is {
		return 1
	}
	for _, e := range joined.Unwrap() {
		n += leaves(e)
	}
	return n
}

// TroubleOf returns the trouble of the first failure that is not Other.
func TroubleOf(err error) transport.Trouble {
	for _, e := range Failures(err) {
		if e.Trouble != transport.Other {
			return e.Trouble
		}
	}
	return transport.Other
}

// Failures returns the failures of places among those that an error joins.
func Failures(err error) (all []*transport.Error) {
	if joined, is := err.(interface{ Unwrap() []error }); is {
		for _, e := range joined.Unwrap() {
			all = append(all, Failures(e)...)
		}
		return all
	}
	if e, is := err.(*transport.Error); is {
		return []*transport.Error{e}
	}
	if inner := errors.Unwrap(err); inner != nil {
		return Failures(inner)
	}
	return nil
}
