package feed

import (
	"cmp"
	"slices"
	"time"
)

// Stamp is when an item was incorporated last: nanoseconds since 1970 in UTC, each used
// once and ever increasing in one store (SSE 0.93 §4.2.3).
type Stamp int64

// Text is the stamp as since and until carry it: of fixed width, so that the order of
// code points is that of time.
func (s Stamp) Text() string { return s.Time().Format("2006-01-02T15:04:05.000000000Z") }

// Time is the instant of the stamp, in UTC.
func (s Stamp) Time() time.Time { return time.Unix(0, int64(s)).UTC() }

// Bounds are what a partial feed says of itself.
type Bounds struct {
	// Since and Until are both "" where there are no items.
	Since, Until string
	// Expires is when what changes right after now leaves the feed; zero where that is no
	// matter of time.
	Expires time.Time
}

// Cut tells which of the items of a set, by their stamps in ascending order, a partial
// feed holds: those from the index from on, the newest always. now is the time of
// publishing. Since is the greatest stamp of what is left out (SSE 0.93 §4.2.4), and the
// least of all where nothing is (SSE 0.93 §4.2.1 step 1a).
func Cut(stamps []Stamp, w Window, now time.Time) (from int, b Bounds) {
	if w.Days > 0 {
		b.Expires = now.Add(w.length())
	}
	if len(stamps) == 0 {
		return 0, b
	}
	from = w.from(stamps, now)
	b.Since = stamps[max(from-1, 0)].Text()
	b.Until = stamps[len(stamps)-1].Text()
	return from, b
}

// from is the index of the oldest item in the window.
func (w Window) from(stamps []Stamp, now time.Time) int {
	if w == (Window{}) {
		return 0
	}
	from := len(stamps) - max(w.Count, 1)
	if w.Days > 0 {
		oldest := Stamp(now.Add(-w.length()).UnixNano())
		young, _ := slices.BinarySearchFunc(stamps, oldest, cmp.Compare[Stamp])
		from = min(from, young)
	}
	return max(from, 0)
}
