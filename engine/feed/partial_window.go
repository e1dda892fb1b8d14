package feed

import (
	"fmt"
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
