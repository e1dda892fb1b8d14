package sse091

import "crossfeed/engine/item"

// relation is what a winner's history says of a version that is not greater
// (SSE 0.91 §4.4.1).
type relation uint8

const (
	// unknown: the history does not reach down to the version, or the version is the
	// greater one. No conflict is assumed (step 4).
	unknown relation = iota
	// known: the history names the version's update, so there is no conflict (step 5).
	known
	// apart: the history names another update in its place. It is a conflict (step 6).
	apart
)

// relate holds a version against the winner's nth update, where n is what their
// versions differ by; n = 0 is the winner's own update, sx:history. Updates are
// counted from 1, which is their index in History.
func relate(winner, v *item.Version) relation {
	return relateUpdate(winner, v.Updates, &v.History[0])
}

// relateUpdate is relate for the update that made a version.
func relateUpdate(winner *item.Version, version int, h *item.History) relation {
	n := winner.Updates - version
	if n < 0 || n >= len(winner.History) {
		return unknown
	}
	if nth := &winner.History[n]; nth.By == h.By && nth.When.Equal(h.When) {
		return known
	}
	return apart
}
