// Package partial knows partial and complete feeds (SSE 0.93 §4, SSE 0.91 §2.2.1): what
// a publisher leaves out of a feed and says of it, and what a subscriber concludes.
package partial

import (
	"time"

	"crossfeed/engine/feed"
)

// Window is what a partial feed holds: what changed in the last Days, or the last Count
// changed items; both where both are given, whichever holds more. The zero Window is
// none: only the complete feed is published.
type Window struct {
	Days  int `json:"days,omitempty"`
	Count int `json:"count,omitempty"`
}

// ParseWindow reads "30d", "500", "30d,500", or "" and "none".
func ParseWindow(text string) (Window, error) { panic("to be written") }

// String is what ParseWindow reads.
func (w Window) String() string { panic("to be written") }

// Stamp is when an item was incorporated last: nanoseconds since 1970 in UTC, each used
// once and ever increasing in one store (SSE 0.93 §4.2.3).
type Stamp int64

// Text is the stamp as since and until carry it: of fixed width, so that the order of
// code points is that of time.
func (s Stamp) Text() string { panic("to be written") }

// Bounds are what a partial feed says of itself.
type Bounds struct {
	Since, Until string
	Expires      time.Time
}

// Cut tells which of the items of a set, by their stamps in ascending order, a partial
// feed holds: those from the index from on. now is the time of publishing
// (SSE 0.93 §4.2.1, §4.2.4).
func Cut(stamps []Stamp, w Window, now time.Time) (from int, b Bounds) { panic("to be written") }

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
// ("" where none was).
func Next(dialect feed.Dialect, cached string, s *feed.Sharing) Step { panic("to be written") }

// Lesser is the lesser of two until values; the one that is there where one is "".
func Lesser(dialect feed.Dialect, a, b string) string { panic("to be written") }
