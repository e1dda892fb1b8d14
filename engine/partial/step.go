package partial

import (
	"cmp"
	"time"

	"crossfeed/engine/feed"
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

// Next is the step for a feed that says s (nil says nothing) where until was cached last
// ("" where none was). A feed that says no bounds has missed nothing to tell of
// (SSE 0.93 §4.1.2 step 2). Bounds of FeedSync are texts; those of SSE 0.91 are instants,
// and each may be missing: without since the feed goes back to the beginning
// (SSE 0.91 §2.1).
//
// A publisher of SSE 0.91 has one until for all that changes in a second. What it adds
// in the second of a cached until has that until as its time, and since is inclusive:
// where it was purged, since is later than the cached until. So being out of sync is
// since > cached there too, without a second to spare.
func Next(dialect feed.Dialect, cached string, s *feed.Sharing) Step {
	if cached == "" || dialect == feed.SSE091 && instant(cached).IsZero() {
		return Initial
	}
	switch {
	case s == nil:
		return InStep
	case s.Until != "" && compare(dialect, s.Until, cached) < 0:
		return Restored
	case s.Since != "" && compare(dialect, s.Since, cached) > 0:
		return OutOfSync
	}
	return InStep
}

// Lesser is the lesser of two until values; the one that is there where one is "".
func Lesser(dialect feed.Dialect, a, b string) string {
	switch {
	case a == "":
		return b
	case b == "" || compare(dialect, a, b) <= 0:
		return a
	}
	return b
}

// compare compares values of since or until: by code point (SSE 0.93 §2.1.4), which is
// the order of UTF-8, or as instants (SSE 0.91 §2.1). What is no instant is the earliest.
func compare(dialect feed.Dialect, a, b string) int {
	if dialect == feed.SSE091 {
		return instant(a).Compare(instant(b))
	}
	return cmp.Compare(a, b)
}

// instant is a time of SSE 0.91 in whole seconds, or zero.
func instant(text string) time.Time {
	t, err := feed.ParseInstant(text)
	if err != nil {
		return time.Time{}
	}
	return t
}
