package csx

import (
	"time"

	"crossfeed/engine/fetch"
)

// dawn is what a date that is missing counts as.
var dawn = time.Date(1601, time.January, 1, 0, 0, 0, 0, time.UTC)

// Newer tells whether a feed or an item is newer than the cached one, by their dates and,
// where neither has a date, by the hashes of what they say ("Newer (for item)", "Newer
// (for feed)"). A date further ahead of now than the longest interval is from a clock that was
// wrong: it would hold back all that is published until then, so the hashes decide.
func Newer(built, cached time.Time, mark, cachedMark string, now time.Time) bool {
	wrong := func(t time.Time) bool { return t.Sub(now) > fetch.Most }
	if built.IsZero() && cached.IsZero() || wrong(built) || wrong(cached) {
		return mark != cachedMark
	}
	return dated(built).After(dated(cached))
}

func dated(t time.Time) time.Time {
	if t.IsZero() {
		return dawn
	}
	return t
}
