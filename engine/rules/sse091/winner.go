package sse091

import (
	"cmp"
	"slices"
	"strings"

	"crossfeed/engine/item"
	"crossfeed/engine/rules"
)

// Compare orders the versions of an item by the keys that pick the winner: it is positive if x
// wins over y (SSE 0.91 §4.4 step 1).
//
// The specification's keys are version, and when and by of sx:history; by is compared by
// Unicode code point, which is the byte order of UTF-8. Ties are decided by content, so that
// every endpoint picks the same winner, and then by how much is known of the versions, until
// only equal versions tie (item.Version.Same).
func Compare(x, y *item.Version) int {
	if c := compareKeys(x, y); c != 0 {
		return c
	}
	if x.Same(y) && x.Missing == y.Missing {
		return 0
	}
	if c := compareContents(x, y); c != 0 {
		return c
	}
	return compareKnowledge(x, y)
}

// compareKeys compares the keys of the specification.
func compareKeys(x, y *item.Version) int {
	if c := cmp.Compare(x.Updates, y.Updates); c != 0 {
		return c
	}
	if c := x.History[0].When.Compare(y.History[0].When); c != 0 {
		return c
	}
	return strings.Compare(x.History[0].By, y.History[0].By)
}

// compareContents prefers a complete version over one of which only the keys are known, a live
// version over a tombstone, and then the copy that no program altered on the way, as far as
// that can be determined. The remaining data of a tombstone is not a key, because other
// endpoints may have dropped it.
func compareContents(x, y *item.Version) int {
	switch {
	case x.Missing != y.Missing:
		return rules.CompareFlags(!x.Missing, !y.Missing)
	case x.Deleted != y.Deleted:
		return rules.CompareFlags(!x.Deleted, !y.Deleted)
	case x.Deleted || x.Content.Compare(y.Content) == 0:
		return 0
	}
	return rules.CompareCopies(x, y)
}

// compareKnowledge orders copies of one version: the longer history was not truncated.
func compareKnowledge(x, y *item.Version) int {
	return cmp.Or(
		cmp.Compare(len(x.History), len(y.History)),
		slices.CompareFunc(x.History, y.History, rules.CompareEntries),
		strings.Compare(x.Extra, y.Extra),
		rules.CompareFlags(x.NoConflicts, y.NoConflicts),
	)
}

// relation is what a winner's history says about a version that is not greater (SSE 0.91
// §4.4.1).
type relation uint8

const (
	// unknown: the history does not reach back to the version, or the version is greater. No
	// conflict is assumed (step 4).
	unknown relation = iota
	// known: the history contains the version's update, so there is no conflict (step 5).
	known
	// apart: the history has another update with that number. This is a conflict (step 6).
	apart
)

// relate compares a version with the winner's nth update, where n is the difference of their
// versions; n = 0 is the winner's own update, sx:history. Updates are counted from 1, which is
// their index in History.
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
