package sse091_test

import (
	"testing"

	"crossfeed/engine/enginetest/rulestest"
	"crossfeed/engine/item"
	"crossfeed/engine/rules/sse091"
)

// The keys of the winner (SSE 0.91 §4.4 step 1), and the additional ones.
func TestCompare(t *testing.T) {
	for _, c := range []struct{ key, greater, lesser string }{
		{"version before all", "10|-|a|1@A", "9|-|z|99@Z;98@Z"},
		{"then when", "2|-|a|21@A", "2|-|z|20@Z;10@Z"},
		{"a time beats none", "2|-|a|1@A", "2|-|z|-@Z"},
		{"then by", "2|-|a|20@B", "2|-|z|20@A;10@A"},
		{"by is compared by code point", "2|-|a|20@a", "2|-|z|20@Z"},
		{"by is not normalized", "2|-|a|20@\u00e9", "2|-|z|20@e\u0301"},
		{"a name beats none", "2|-|a|20@A", "2|-|z|20@-"},
		{"then what lives", "2|-|a|20@A", "2|D|z|20@A;10@A"},
		{"then the greater content", "2|-|b|20@A", "2|-|a|20@A;10@A"},
		{"something beats nothing known", "2|D|a|20@A", "2|M|z|20@A;10@A"},
		{"known to be empty beats nothing known", "2|-||20@A", "2|M||20@A"},
		{"then the longer history", "2|-|a|20@A;10@A", "2|-|a|20@A"},
		{"then the greater history", "3|-|a|30@A;20@A;10@A", "3|-|a|30@A;20@A;9@Z"},
		{"of tombstones the longer history", "2|D|a|20@A;10@A", "2|D|z|20@A"},
	} {
		t.Run(c.key, func(t *testing.T) {
			g, l := version(t, c.greater), version(t, c.lesser)
			if sse091.Compare(g, l) <= 0 || sse091.Compare(l, g) >= 0 {
				t.Errorf("%s does not win over %s", c.greater, c.lesser)
			}
			if sse091.Compare(g, g) != 0 || sse091.Compare(g, version(t, c.greater)) != 0 {
				t.Errorf("%s does not equal itself", c.greater)
			}
		})
	}
}

func TestCompareGoesOnToExtensions(t *testing.T) {
	plain, extended, below := version(t, "2|-|a|20@A;10@A"), version(t, "2|-|a|20@A;10@A"), version(t, "2|-|a|20@A;10@A")
	extended.Extra = "<x></x>"
	below.History[1].Extra = "<y></y>"
	for _, pair := range [][2]*item.Version{{extended, plain}, {below, plain}} {
		if sse091.Compare(pair[0], pair[1]) <= 0 || sse091.Compare(pair[1], pair[0]) >= 0 {
			t.Error("an extension does not tell versions apart")
		}
	}
}

// Tombstones of one update are equal, whatever data remains.
func TestCompareTombstones(t *testing.T) {
	if sse091.Compare(version(t, "2|D|a|20@A"), version(t, "2|D|b|20@A")) != 0 {
		t.Error("the dropped data of a tombstone is a key")
	}
}

// notation is the notation for a version in the tests:
//
//	version|flags|title|when@by;when@by…
//
// with sx:history first and then each sx:update, times as Unix seconds, and "-" for absent
// parts. Flags are D for a tombstone, U for a written deleted="false", and M for a version of
// which only the keys are known.
var notation = rulestest.Notation{Counted: true}

// Short names for the notation's methods.
var (
	version        = notation.Version
	written        = notation.Written
	listing        = notation.Listing
	expectVersions = notation.ExpectVersions

	update = rulestest.Entry
	unix   = rulestest.Unix
)

const id = rulestest.ID

// held returns the item with that winner and those conflicts, flagged if it has any.
func held(t testing.TB, winner string, conflicts ...string) *item.Item {
	t.Helper()
	it := notation.Item(t, winner, conflicts...)
	it.Flagged = len(conflicts) > 0
	return it
}

// flagged sets the item's flag and returns it.
func flagged(it *item.Item) *item.Item {
	it.Flagged = true
	return it
}

// expect compares an item with its notation; the order of conflicts does not matter, and the
// flag must be set if there are any.
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
