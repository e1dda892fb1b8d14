package feedsync_test

import (
	"testing"

	"crossfeed/engine/feedsync"
	"crossfeed/engine/item"
)

func TestIncorporated(t *testing.T) {
	const w, c, d = "3|-|w|3@40@A;2@30@B", "2|-|c|2@30@C;1@20@A", "2|D|d|2@30@D"
	local := held(t, w, c, d)
	for _, x := range []struct {
		name     string
		local    *item.Item
		incoming *item.Item
		want     bool
	}{
		{"the same item", local, held(t, w, c, d), true},
		{"held as a conflict", local, held(t, c), true},
		{"a part", local, held(t, w, d), true},
		{"subsumed by the winner", local, held(t, "2|-|b|2@30@B"), true},
		{"subsumed by a conflict", local, held(t, "1|-|a|1@20@A"), true},
		{"a poorer tombstone", local, held(t, w, "2|D||2@30@D"), true},
		{"an item that is new here", nil, held(t, w), false},
		{"a newer winner", local, held(t, "4|-|n|4@50@A;3@40@A"), false},
		{"a conflict that is new here", local, held(t, w, "2|-|e|2@30@E"), false},
		{"a new version with a conflict that is held", local, held(t, "2|-|e|2@30@E", c), false},
		{"a fuller tombstone", local, held(t, w, "2|D|dd|2@30@D"), true},
		{"the same version with more history", local, held(t, "3|-|w|3@40@A;2@30@B;1@20@A"), false},
		{"the same version with less history", local, held(t, "3|-|w|3@40@A"), true},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := feedsync.Incorporated(x.local, x.incoming); got != x.want {
				t.Errorf("got %v", got)
			}
			if x.want && feedsync.Merge(x.local, x.incoming).Changed {
				t.Error("a merge would change the item")
			}
		})
	}
}
