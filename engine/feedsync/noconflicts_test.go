package feedsync_test

import (
	"testing"

	"crossfeed/engine/feedsync"
	"crossfeed/engine/item"
)

// A winner with noconflicts stays alone (SSE 0.93 §3.3 step 26); what it has
// not seen goes to the archive.
func TestMergeWithNoConflicts(t *testing.T) {
	const w, v = "2|N|w|2@40@B;1@20@A", "2|N|v|2@30@A;1@20@A"
	for _, c := range []struct {
		name            string
		local, incoming *item.Item
		winner          string
		dropped         []string
	}{
		{"the incoming wins", held(t, v), held(t, w), w, []string{v}},
		{"the local wins", held(t, w), held(t, v), w, []string{v}},
		{"conflicts are there all the same", held(t, w, v), held(t, w), w, []string{v}},
		{"on reading", nil, held(t, w, v), w, []string{v}},
		{"the winner was made from the other", held(t, "1|N|o|1@20@A"), held(t, w), w, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := feedsync.Merge(c.local, c.incoming)
			expect(t, r.Item, c.winner)
			expectVersions(t, "dropped", r.Dropped, c.dropped...)
			if r.FlagDiffers {
				t.Error("the versions are said to disagree on noconflicts")
			}
		})
	}
}

// A change of noconflicts after creation is reported, and the winner's counts.
func TestMergeReportsAChangeOfNoConflicts(t *testing.T) {
	plain, marked := held(t, "2|-|i|2@40@B;1@20@A"), held(t, "2|N|l|2@30@A;1@20@A")
	r := feedsync.Merge(marked, plain)
	expect(t, r.Item, "2|-|i|2@40@B;1@20@A", "2|N|l|2@30@A;1@20@A")
	if !r.FlagDiffers {
		t.Error("the change is not reported")
	}
	later := held(t, "3|N|n|3@50@C;2@40@B;1@20@A")
	if r := feedsync.Merge(plain, later); !r.FlagDiffers {
		t.Error("the change in a later version is not reported")
	}
}
