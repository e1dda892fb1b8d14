package feedsync_test

import (
	"testing"

	"crossfeed/engine/feedsync"
	"crossfeed/engine/item"
)

// What a merge drops belongs in the archive unless what stays was made from it.
func TestDropped(t *testing.T) {
	for _, c := range []struct {
		name            string
		local, incoming *item.Item
		want            []string
	}{
		{"an older version, in the history",
			held(t, "1|-|x|1@20@A"), held(t, "2|-|y|2@30@B;1@20@A"), nil},
		{"an edit that the rules lose: no history names it",
			held(t, "2|-|x|2@30@A;1@20@A"), held(t, "3|-|w|3@50@A;2@40@B;1@20@A"), []string{"2|-|x|2@30@A;1@20@A"}},
		{"the same when it arrives",
			held(t, "3|-|w|3@50@A;2@40@B;1@20@A"), held(t, "2|-|x|2@30@A;1@20@A"), []string{"2|-|x|2@30@A;1@20@A"}},
		{"an entry of another time is another update",
			held(t, "2|-|x|2@30@A"), held(t, "3|-|w|3@50@A;2@40@A"), []string{"2|-|x|2@30@A"}},
		{"a later update of the same time is another update",
			held(t, "2|-|x|2@30@A"), held(t, "3|-|w|3@30@A"), []string{"2|-|x|2@30@A"}},
		{"the same below another's update",
			held(t, "2|-|x|2@30@A"), held(t, "4|-|w|4@50@B;3@30@A"), []string{"2|-|x|2@30@A"}},
		{"one update with two contents",
			held(t, "2|-|alpha|2@30@A"), held(t, "2|-|beta|2@30@A"), []string{"2|-|alpha|2@30@A"}},
		{"one update, deleted and not",
			held(t, "2|D|x|2@30@A"), held(t, "2|-|x|2@30@A"), []string{"2|D|x|2@30@A"}},
		{"one update with two counts",
			held(t, "2|-|x|2@30@A"), held(t, "3|-|x|2@30@A"), []string{"2|-|x|2@30@A"}},
		{"one update, with less history",
			held(t, "3|-|x|3@30@A"), held(t, "3|-|x|3@30@A;2@20@B"), nil},
		{"an entry without by",
			held(t, "2|-|x|2@30@-"), held(t, "3|-|y|3@40@A;2@30@-"), nil},
		{"an older conflict, in the history of a conflict",
			held(t, "5|-|w|5@50@B", "2|-|c|2@30@C"), held(t, "3|-|d|3@40@D;2@30@C"), nil},
		{"what arrives a second time", held(t, "2|-|x|2@30@A"), held(t, "2|-|x|2@30@A"), nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			expectVersions(t, "dropped", feedsync.Merge(c.local, c.incoming).Dropped, c.want...)
		})
	}
}
