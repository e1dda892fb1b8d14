package feed

import (
	"cmp"
	"crossfeed/engine/item"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Window is what a partial feed holds: what changed in the last Days, or the last Count
// changed items; both where both are given, whichever holds more. The zero Window is
// none: only the complete feed is published.
type Window struct {
	Days  int `json:"days,omitempty"`
	Count int `json:"count,omitempty"`
}

// NoWindow is what ParseWindow reads as the zero Window, and what people write.
const NoWindow = "none"

// The greatest windows: about a hundred years, and more items than a list has.
const (
	MaxWindowDays  = 36_500
	MaxWindowCount = 10_000_000
)

// ParseWindow reads "30d", "500", "30d,500", or "" and "none".
func ParseWindow(text string) (w Window, err error) {
	text = strings.TrimSpace(text)
	if text == "" || text == NoWindow {
		return Window{}, nil
	}
	for _, part := range strings.Split(text, ",") {
		part = strings.TrimSpace(part)
		into, limit := &w.Count, MaxWindowCount
		number, days := strings.CutSuffix(part, "d")
		if days {
			into, limit = &w.Days, MaxWindowDays
		}
		n, err := strconv.ParseUint(number, 10, 32)
		if err != nil || n == 0 || n > uint64(limit) || *into != 0 {
			return Window{}, fmt.Errorf("%q is no window: write 30d for what changed in the last 30 days, 500 for the 500 items that changed last, 30d,500 for whichever is more, or %s", text, NoWindow)
		}
		*into = int(n)
	}
	return w, nil
}

// String is what ParseWindow reads.
func (w Window) String() string {
	var parts []string
	if w.Days > 0 {
		parts = append(parts, strconv.Itoa(w.Days)+"d")
	}
	if w.Count > 0 {
		parts = append(parts, strconv.Itoa(w.Count))
	}
	if parts == nil {
		return NoWindow
	}
	return strings.Join(parts, ",")
}

// length is how long a change stays in the feed.
func (w Window) length() time.Duration { return time.Duration(w.Days) * 24 * time.Hour }

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
func NextStep(dialect item.Dialect, cached string, s *Sharing) Step {
	if cached == "" || dialect == item.SSE091 && instant(cached).IsZero() {
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
func LesserUntil(dialect item.Dialect, a, b string) string {
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
func compareBounds(dialect item.Dialect, a, b string) int {
	if dialect == item.SSE091 {
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
