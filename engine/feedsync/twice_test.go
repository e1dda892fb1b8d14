package feedsync_test

import (
	"fmt"
	"slices"
	"testing"

	"crossfeed/engine/feedsync"
	"crossfeed/engine/item"
	"crossfeed/engine/rules"
)

// One endpoint identifier in use twice shows in by and sequence equal and
// anything else different.
func TestTwice(t *testing.T) {
	const base = "2|-|x|2@30@A;1@20@B"
	for _, c := range []struct {
		name string
		x, y *item.Item
		want []string
	}{
		{"the same version", held(t, base), held(t, base), nil},
		{"another time", held(t, base), held(t, "2|-|x|2@31@A;1@20@B"), []string{"A 2"}},
		{"no time", held(t, base), held(t, "2|-|x|2@-@A;1@20@B"), []string{"A 2"}},
		{"another content", held(t, base), held(t, "2|-|y|2@30@A;1@20@B"), []string{"A 2"}},
		{"deleted", held(t, base), held(t, "2|D|x|2@30@A;1@20@B"), []string{"A 2"}},
		{"other updates", held(t, base), held(t, "3|-|x|2@30@A;1@20@B"), []string{"A 2"}},
		{"two tombstones with other data", held(t, "2|D|x|2@30@A"), held(t, "2|D|y|2@30@A"), nil},
		{"one with more history", held(t, base), held(t, "2|-|x|2@30@A;1@20@B;1@10@C"), nil},
		{"topmost against an old entry", held(t, base), held(t, "3|-|w|3@40@C;2@31@A;1@20@B"), []string{"A 2"}},
		{"old entries, even in versions that conflict",
			held(t, "3|-|x|3@40@D;2@30@A"), held(t, "3|-|y|3@41@E;2@31@A"), []string{"A 2"}},
		{"several", held(t, base), held(t, "2|-|x|2@31@A;1@21@B"), []string{"A 2", "B 1"}},
		{"each update once", held(t, base, "2|-|c|2@29@C;1@20@B"), held(t, "3|-|y|3@31@D;1@21@B"), []string{"B 1"}},
		{"told by three, the oldest without its content",
			held(t, base), held(t, "3|-|w|3@40@C;2@30@A", "2|-|y|2@30@A;1@20@B"), []string{"A 2"}},
		{"in a conflict", held(t, base), held(t, "4|-|w|4@50@W;2@30@A", "2|-|c|2@29@C;1@21@B"), []string{"B 1"}},
		{"without by there is nobody to tell of", held(t, "2|-|x|2@30@-"), held(t, "2|-|y|2@30@-"), nil},
		{"an update and the next one", held(t, base), held(t, "3|-|y|3@40@A;2@30@A;1@20@B"), nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, r := range []rules.Result{feedsync.Merge(c.x, c.y), feedsync.Merge(c.y, c.x)} {
				if got := clashNames(r.Twice); !slices.Equal(got, c.want) {
					t.Errorf("got %q, want %q", got, c.want)
				}
			}
		})
	}
}

func clashNames(clashes []rules.Clash) []string {
	var names []string
	for _, c := range clashes {
		names = append(names, fmt.Sprint(c.By, " ", c.Sequence))
	}
	slices.Sort(names)
	return names
}

// A clash names both versions, the greater by the keys first.
func TestTwiceNamesTheVersions(t *testing.T) {
	x, y := held(t, "2|-|x|2@30@A"), held(t, "2|-|y|2@31@A")
	for _, r := range []rules.Result{feedsync.Merge(x, y), feedsync.Merge(y, x)} {
		if len(r.Twice) != 1 || r.Twice[0].Greater != y.Winner || r.Twice[0].Lesser != x.Winner {
			t.Errorf("got %v", r.Twice)
		}
	}
}

// A single history can tell two updates of one number.
func TestTwiceWithinOneHistory(t *testing.T) {
	odd := held(t, "4|-|w|4@40@B;2@31@A;2@30@A")
	r := feedsync.Merge(held(t, "1|-|x|1@20@C"), odd)
	if got := clashNames(r.Twice); !slices.Equal(got, []string{"A 2"}) || r.Twice[0].Greater != odd.Winner || r.Twice[0].Lesser != odd.Winner {
		t.Errorf("got %v", r.Twice)
	}
}

// What an item brings with it is checked when it arrives, and only then.
func TestTwiceWithinOneItem(t *testing.T) {
	odd := held(t, "3|-|w|3@40@B;1@20@A", "2|-|c|2@30@C;1@21@A")
	if got := clashNames(feedsync.Merge(nil, odd).Twice); !slices.Equal(got, []string{"A 1"}) {
		t.Errorf("on arrival: %q", got)
	}
	if got := clashNames(feedsync.Merge(odd, held(t, "2|-|d|2@30@D")).Twice); len(got) != 0 {
		t.Errorf("later: %q", got)
	}
}
