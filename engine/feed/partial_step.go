package feed

import (
	"cmp"
	"time"
)

// Step is what a subscriber does about a feed that it has read.
type Step int

// The steps (SSE 0.93 §4.1).
const (
	// Initial consumption: read the complete feed as well, where one is named.
	Initial Step = iota
	// InStep: nothing was missed.
	InStep
	// OutOfSync: changes were purged before they were read.
	OutOfSync
	// Restored: the publisher goes on from an older state; read as for the first time.
	Restored
)

// NextStep is the step for a feed that says s (nil says nothing) where until was cached last
// ("" where none was). A feed that says no bounds has missed nothing to tell of
// (SSE 0.93 §4.1.2 step 2). Bounds of FeedSync are texts; those of SSE 0.91 are instants,
// and each may be missing: without since the feed goes back to the beginning
// (SSE 0.91 §2.1).
//
// A publisher of SSE 0.91 has one until for all that changes in a second. What it adds
// in the second of a cached until has that until as its time, and since is inclusive:
// where it was purged, since is later than the cached until. So being out of sync is
// since > cached there too, without a second to spare.
func NextStep(dialect Dialect, cached string, s *Sharing) Step {
	if cached == "" || dialect == SSE091 && instant(cached).IsZero() {
		return Initial
	}
	switch {
	case s == nil:
		return InStep
	case s.Until != "" && compareBounds(dialect, s.Until, cached) < 0:
		return Restored
	case s.Since != "" && compareBounds(dialect, s.Since, cached) > 0:
		return OutOfSync
	}
	return InStep
}

// LesserUntil is the lesser of two until values; the one that is there where one is "".
func LesserUntil(dialect Dialect, a, b string) string {
	switch {
	case a == "":
		return b
	case b == "" || compareBounds(dialect, a, b) <= 0:
		return a
	}
	return b
}

// compareBounds compares values of since or until: by code point (SSE 0.93 §2.1.4), which is
// the order of UTF-8, or as instants (SSE 0.91 §2.1). What is no instant is the earliest.
func compareBounds(dialect Dialect, a, b string) int {
	if dialect == SSE091 {
		return instant(a).Compare(instant(b))
	}
	return cmp.Compare(a, b)
}

// instant is a time of SSE 0.91 in whole seconds, or zero.
func instant(text string) time.Time {
	t, err := ParseInstant(text)
	if err != nil {
		return time.Time{}
	}
	return t
}
