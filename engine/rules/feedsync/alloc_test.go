//go:build !raced

package feedsync_test

import (
	"testing"

	"crossfeed/engine/item"
	"crossfeed/engine/rules/feedsync"
)

// Most items of most refreshes are unchanged; merging them allocates nothing.
func TestUnchangedMergeAllocatesNothing(t *testing.T) {
	local, same, _, _ := pairs(t)
	conflicts := [2]*item.Item{}
	for i := range conflicts {
		conflicts[i] = held(t, "3|-|w|3@40@A;2@30@B", "2|-|c|2@30@C;1@20@A", "2|-|d|2@30@D")
	}
	older := held(t, "3|-|x|3@30@C;2@20@B;1@10@A")
	digested := [2]*item.Item{}
	for i := range digested {
		digested[i] = copyOf(t, whole, whole)
	}
	for name, pair := range map[string][2]*item.Item{
		"the same item":       {local, same},
		"an older version":    {local, older},
		"with open conflicts": conflicts,
		"with digests":        digested,
	} {
		if n := testing.AllocsPerRun(100, func() { feedsync.Merge(pair[0], pair[1]) }); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}
