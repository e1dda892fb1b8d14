package feedsync_test

import (
	"testing"

	"crossfeed/engine/feedsync"
	"crossfeed/engine/item"
	"crossfeed/engine/rules"
)

// The sequence is updates, or one more than the greatest that the endpoint used
// for the item, wherever that stands (SSE 0.93 §3.2 step 13).
func TestSequence_3_2(t *testing.T) {
	for _, c := range []struct {
		name  string
		it    *item.Item
		stamp rules.Stamp
		want  string
	}{
		{"updates, where the endpoint is new",
			held(t, "4|-|x|4@20@A;3@19@C"), stamp(30, "B"), "5@30@B"},
		{"updates, where the own are lesser",
			held(t, "4|-|x|4@20@A;2@18@B"), stamp(30, "B"), "5@30@B"},
		{"after the topmost own",
			held(t, "2|-|x|9@20@B;1@18@A"), stamp(30, "B"), "10@30@B"},
		{"after the greatest own, wherever it stands",
			held(t, "4|-|x|4@20@A;2@19@B;9@18@B"), stamp(30, "B"), "10@30@B"},
		{"after the own in a conflict's history",
			held(t, "3|-|x|3@20@A", "2|-|c|2@19@C;9@18@B"), stamp(30, "B"), "10@30@B"},
		{"after the own in any conflict's history",
			held(t, "3|-|x|3@20@A", "2|-|c|2@19@C;9@18@B", "2|-|d|2@19@D;12@18@B"), stamp(30, "B"), "13@30@B"},
		{"after what was used and taken back",
			held(t, "2|-|x|2@20@A"), used(stamp(30, "B"), 6), "7@30@B"},
		{"what was used long ago does not count",
			held(t, "8|-|x|8@20@A"), used(stamp(30, "B"), 6), "9@30@B"},
		{"another endpoint's do not count",
			held(t, "2|-|x|9@20@b;2@19@BB"), stamp(30, "B"), "3@30@B"},
		{"without by it is updates",
			held(t, "2|-|x|9@20@-"), rules.Stamp{When: unix(30)}, "3@30@-"},
	} {
		t.Run(c.name, func(t *testing.T) {
			it, err := feedsync.Update(c.it, rules.Change{}, c.stamp)
			if err != nil {
				t.Fatal(err)
			}
			if got := it.Winner.Top().String(); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

// Loser (A,9) with updates 2: the resolution must not be older than its loser,
// or the next merge throws it away. The resolution names the loser, because one
// endpoint made both.
func TestResolutionIsNotOlderThanItsLoser(t *testing.T) {
	before := held(t, "3|-|w|3@40@B;2@30@C;1@20@A", "2|-|l|9@30@A;1@20@A")
	after, err := feedsync.Resolve(before, rules.Change{Content: item.Plain("r", "")}, []int{0}, stamp(50, "A"))
	if err != nil {
		t.Fatal(err)
	}
	const want = "4|-|r|10@50@A;9@30@A;3@40@B;2@30@C;1@20@A"
	expect(t, after, want)
	expect(t, feedsync.Merge(before, after).Item, want)
	expect(t, feedsync.Merge(after, before).Item, want)
}
