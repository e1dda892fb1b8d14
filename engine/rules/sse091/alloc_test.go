//go:build !raced

package sse091_test

import (
	"testing"

	"crossfeed/engine/item"
	"crossfeed/engine/rules/sse091"
)

// Most items of most refreshes are unchanged; merging them allocates nothing.
func TestUnchangedMergeAllocatesNothing(t *testing.T) {
	local, older := held(t, winner), held(t, past)
	for name, pair := range map[string][2]*item.Item{
		"the same item":       {local, held(t, winner)},
		"an older version":    {local, older},
		"with open conflicts": {held(t, winner, "3|-|c|31@C", "4|-|d|39@D"), held(t, winner, "3|-|c|31@C", "4|-|d|39@D")},
	} {
		if n := testing.AllocsPerRun(100, func() { sse091.Merge(pair[0], pair[1]) }); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}
