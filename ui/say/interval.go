package say

import (
	"slices"
	"time"

	"fyne.io/fyne/v2/lang"
)

// intervals are how often a feed can be read; 0 is as often as usual.
var intervals = []time.Duration{0, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 24 * time.Hour}

// Intervals are how often a feed can be read, in words, to choose from.
func Intervals() []string {
	return []string{
		lang.L("as often as usual"), lang.L("every 5 minutes"), lang.L("every half hour"),
		lang.L("every 2 hours"), lang.L("once a day"),
	}
}

// Interval is the one that was chosen, the first where none was.
func Interval(chosen int) time.Duration {
	if chosen < 0 || chosen >= len(intervals) {
		return 0
	}
	return intervals[chosen]
}

// IntervalAt is the place of an interval among those to choose from; the nearest longer one
// of an interval that is not there.
func IntervalAt(d time.Duration) int {
	if d == 0 {
		return 0
	}
	at := slices.IndexFunc(intervals, func(i time.Duration) bool { return i >= d })
	if at < 0 {
		return len(intervals) - 1
	}
	return at
}
