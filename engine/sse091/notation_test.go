package sse091_test

import (
	"testing"

	"crossfeed/engine/item"
	"crossfeed/engine/rules/rulestest"
)

// notation is how the tests write a version:
//
//	version|flags|title|when@by;when@by…
//
// with sx:history first and then each sx:update, times as Unix seconds, and "-" for
// what is absent. Flags are D for a tombstone, U for a written deleted="false", M for a
// version of which only the keys are known.
var notation = rulestest.Notation{Counted: true}

// What the tests write and read with it, by short names.
var (
	version        = notation.Version
	written        = notation.Written
	listing        = notation.Listing
	expectVersions = notation.ExpectVersions

	update = rulestest.Entry
	unix   = rulestest.Unix
)

const id = rulestest.ID

// held is the item with that winner and those conflicts, flagged where it has some.
func held(t testing.TB, winner string, conflicts ...string) *item.Item {
	t.Helper()
	it := notation.Item(t, winner, conflicts...)
	it.Flagged = len(conflicts) > 0
	return it
}

// flagged is the item with its flag set.
func flagged(it *item.Item) *item.Item {
	it.Flagged = true
	return it
}

// expect compares an item with its notation; the order of conflicts means nothing, and
// the flag is set where there are some.
func expect(t testing.TB, it *item.Item, winner string, conflicts ...string) {
	t.Helper()
	expectFlag(t, it, len(conflicts) > 0)
	notation.Expect(t, it, winner, conflicts...)
}

func expectFlag(t testing.TB, it *item.Item, want bool) {
	t.Helper()
	if it.Flagged != want {
		t.Errorf("flagged is %v, want %v", it.Flagged, want)
	}
}
