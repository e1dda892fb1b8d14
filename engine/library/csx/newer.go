package csx

import (
	"time"

	"crossfeed/engine/fetch"
)

// dawn stands for a missing date.
var dawn = time.Date(1601, time.January, 1, 0, 0, 0, 0, time.UTC)

// Newer reports whether a feed or an item is newer than the cached one. It compares their
// dates or, if neither has a date, the hashes of their content ("Newer (for item)", "Newer
// (for feed)"). A date further in the future than the longest interval comes from a wrong
// clock. It would hold back everything published until then, so the hashes decide.
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
