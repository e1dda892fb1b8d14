// Package fetch says when feeds, files and libraries are fetched, fetches many at once within
// limits, and classifies their failures.
package fetch

import "time"

// Facts are what the next try depends on.
type Facts struct {
	// Every is the interval that the user set, or 0: the default then, or longer where
	// the server or the feed says that nothing changes so soon.
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
	// Offline reports whether the last try failed because this computer reached no network:
	// no failure of the feed, and soon tried again.
	Offline bool
	// Gone reports whether the server answered 410: the feed is not tried again by itself.
	Gone bool
}

// The default interval, its bounds, and the greatest back-off.
const (
	Default = 15 * time.Minute
	Least   = time.Minute
	Most    = 7 * 24 * time.Hour
	Cap     = 6 * time.Hour
)

// spread is how much of a pause jitter adds to it at most: one part of so many.
const spread = 10

// margin is how much of the time until a feed expires is left for trying again, where
// the first try in that time fails: one part of so many.
const margin = 4

// Next is when a feed is to be tried next. jitter, from 0 to 1, spreads those that would
// meet. The zero time is never.
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

// Due is when a stored time for the next try is due. A try in the future, or a next one
// further ahead than the longest interval, was stored by a clock that was wrong: it is due
// now.
func Due(next, lastTry, now time.Time) time.Time {
	if lastTry.After(now) || next.Sub(now) > Most {
		return now
	}
	return next
}

// pause is the time until the next try, as far as it is bound by nothing else.
func (f Facts) pause() time.Duration {
	if f.Offline {
		return Least
	}
	return f.backOff(f.interval())
}

// interval is the time between two tries that succeed. What the user set counts for more
// than what the server says of itself, and what the server says is bounded: a wrong
// number there must not keep a list from being in step.
func (f Facts) interval() time.Duration {
	if f.Every > 0 {
		return min(max(f.Every, Least), Most)
	}
	return min(max(f.Fresh, f.TTL, Default), Cap)
}

// backOff doubles the interval with each failure after the first, up to Cap, or the
// interval itself where that is longer.
func (f Facts) backOff(interval time.Duration) time.Duration {
	pause, most := interval, max(interval, Cap)
	for range f.Failures - 1 {
		if pause *= 2; pause >= most {
			return most
		}
	}
	return pause
}

// beforeExpiry is the time until a try that still leaves room for more of them before
// changes are missed. What is missed already is missed however soon it is read.
func (f Facts) beforeExpiry() (time.Duration, bool) {
	left := f.Expires.Sub(f.LastTry)
	if f.Expires.IsZero() || left <= 0 {
		return 0, false
	}
	return left - left/margin, true
}

// spreadOut makes a pause longer by up to one part of spread.
func spreadOut(pause time.Duration, jitter float64) time.Duration {
	return pause + time.Duration(float64(pause/spread)*min(max(jitter, 0), 1))
}
