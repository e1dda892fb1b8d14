package csx

import "time"

// dawn is what a date that is missing counts as.
var dawn = time.Date(1601, time.January, 1, 0, 0, 0, 0, time.UTC)

// Newer tells whether a feed or an item is newer than the cached one, by their dates and,
// where neither has a date, by the hashes of what they say ("Newer (for item)", "Newer
// (for feed)").
func Newer(built, cached time.Time, mark, cachedMark string) bool {
	if built.IsZero() && cached.IsZero() {
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
