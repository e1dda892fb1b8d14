package feed

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"crossfeed/engine/item"
)

// Window is the extent of a partial feed: the changes of the last Days, or the last Count
// changed items. If both are given, the larger one counts. The zero Window means that only the
// complete feed is published.
type Window struct {
	Days  int `json:"days,omitempty"`
	Count int `json:"count,omitempty"`
}

// NoWindow is the text for the zero Window.
const NoWindow = "none"

// The largest windows: about a hundred years, and more items than any list has.
const (
	MaxWindowDays  = 36_500
	MaxWindowCount = 10_000_000
)

// ParseWindow parses "30d", "500", "30d,500", "" or "none".
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

// String returns the window in the syntax of ParseWindow.
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

func (w Window) length() time.Duration { return time.Duration(w.Days) * 24 * time.Hour }

// Stamp is when an item was last incorporated, in nanoseconds since 1970 in UTC. Each value is
// used once, and values only increase in a store (SSE 0.93 §4.2.3).
type Stamp int64

// Text returns the stamp in the format of since and until. It has a fixed width, so that the
// order by code point is the order in time.
func (s Stamp) Text() string { return s.Time().Format("2006-01-02T15:04:05.000000000Z") }

// Time returns the stamp as a time in UTC.
func (s Stamp) Time() time.Time { return time.Unix(0, int64(s)).UTC() }

// Bounds are the bounds that a partial feed declares.
type Bounds struct {
	// Since and Until are both "" if there are no items.
	Since, Until string
	// Expires is when a change made right after publishing leaves the feed; zero if changes do
	// not leave with time.
	Expires time.Time
}

// Cut determines which items of a set a partial feed holds, given their stamps in ascending
// order: those from index from on, which always includes the newest. now is the time of
// publishing. Since is the greatest stamp left out (SSE 0.93 §4.2.4), or the least of all if
// none is (SSE 0.93 §4.2.1 step 1a).
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

// from returns the index of the oldest item in the window.
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

// Step is what a subscriber has to do about a feed that it has read.
type Step int

// The steps (SSE 0.93 §4.1).
const (
	// Initial means initial consumption: read the complete feed as well, if one is named.
	Initial Step = iota
	// InStep means that nothing was missed.
	InStep
	// OutOfSync means that changes were purged before they were read.
	OutOfSync
	// Restored means that the publisher continues from an older state: read as if for the
	// first time.
	Restored
)

// NextStep returns the step for a feed with the sharing s, which may be nil, when cached is
// the last cached until, or "". A feed without bounds cannot indicate that changes were missed
// (SSE 0.93 §4.1.2 step 2). Bounds of FeedSync are texts; those of SSE 0.91 are instants, and
// either may be missing: without since, the feed goes back to the beginning (SSE 0.91 §2.1).
//
// A publisher of SSE 0.91 has the same until for all changes within a second. An item that it
// adds in the second of a cached until has that until as its time, and since is inclusive: if
// the item was purged, since is later than the cached until. So being out of sync means since
// > cached there, too, without an extra second.
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

// LesserUntil returns the lesser of two until values. If one is "", it returns the other.
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
// the order of UTF-8, or as instants (SSE 0.91 §2.1). An invalid instant is the earliest.
func compareBounds(dialect item.Dialect, a, b string) int {
	if dialect == item.SSE091 {
		return instant(a).Compare(instant(b))
	}
	return cmp.Compare(a, b)
}

// instant returns a time of SSE 0.91 in whole seconds, or zero if it is invalid.
func instant(text string) time.Time {
	t, err := ParseInstant(text)
	if err != nil {
		return time.Time{}
	}
	return t
}
