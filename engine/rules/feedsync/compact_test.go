package feedsync_test

import (
	"fmt"
	"strings"
	"testing"

	"crossfeed/engine/item"
	"crossfeed/engine/rules"
	"crossfeed/engine/rules/feedsync"
)

// longHistory returns n entries, newest first: all are of A except the oldest four, which are
// one of C, two without by, and one of B.
func longHistory(n int) string {
	var b strings.Builder
	for s := n; s > 4; s-- {
		fmt.Fprintf(&b, "%d@%d@A;", s, s)
	}
	return b.String() + "4@4@C;3@3@-;2@2@-;1@1@B"
}

func TestCompactionKeepsWhatSubsumptionNeeds(t *testing.T) {
	long := longHistory(300)
	it := held(t, "300|-|x|"+long)
	next, err := feedsync.Resolve(it, rules.Change{}, nil, stamp(400, "D"))
	if err != nil {
		t.Fatal(err)
	}
	h := next.Winner.History
	if len(h) != 256 {
		t.Errorf("%d entries, want 256", len(h))
	}
	want := "301@400@D;" + strings.Join(strings.Split(long, ";")[:251], ";") + ";4@4@C;3@3@-;2@2@-;1@1@B"
	if got := writtenHistory(h); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}

// 255 entries and one more make 256, which is allowed; 257 are not.
func TestCompactionStartsAbove256(t *testing.T) {
	for before, after := range map[int]int{254: 255, 255: 256, 256: 256, 257: 256} {
		it, err := feedsync.Resolve(held(t, fmt.Sprintf("%d|-|x|%s", before, longHistory(before))), rules.Change{}, nil, stamp(400, "A"))
		if err != nil {
			t.Fatal(err)
		}
		if got := len(it.Winner.History); got != after {
			t.Errorf("%d entries and one more: %d, want %d", before, got, after)
		}
	}
}

// The highest sequence of an endpoint stays, wherever it is in the history.
func TestCompactionKeepsTheHighest(t *testing.T) {
	history := strings.Replace(longHistory(300), "150@150@A", "900@150@C", 1)
	it, err := feedsync.Resolve(held(t, "300|-|x|"+history), rules.Change{}, nil, stamp(400, "A"))
	if err != nil {
		t.Fatal(err)
	}
	text := writtenHistory(it.Winner.History)
	if !strings.Contains(text, ";900@150@C;") || strings.Contains(text, ";4@4@C") {
		t.Errorf("not the highest of C, and only that, is in %s", text)
	}
}

// Needed entries are never dropped, however many there are.
func TestCompactionMayLeaveMore(t *testing.T) {
	var entries []string
	for s := 300; s > 0; s-- {
		entries = append(entries, fmt.Sprintf("%d@%d@E%d", s, s, s))
	}
	it, err := feedsync.Resolve(held(t, "300|-|x|"+strings.Join(entries, ";")), rules.Change{}, nil, stamp(400, "E1"))
	if err != nil {
		t.Fatal(err)
	}
	want := "301@400@E1;" + strings.Join(entries[:299], ";")
	if got := writtenHistory(it.Winner.History); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}

// A merge never compacts: only an endpoint that makes an update may.
func TestMergeDoesNotCompact(t *testing.T) {
	long := "300|-|x|" + longHistory(300)
	r := feedsync.Merge(held(t, "1|-|a|1@1@B"), held(t, long))
	expect(t, r.Item, long)
}

// The sequence is updates, or one more than the greatest that the endpoint used for the item
// anywhere (SSE 0.93 §3.2 step 13).
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
			it, err := feedsync.Resolve(c.it, rules.Change{}, nil, c.stamp)
			if err != nil {
				t.Fatal(err)
			}
			if got := it.Winner.Top().String(); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

// The loser is (A,9) with updates 2: the resolution must not be older than its loser, or the
// next merge would drop it. The resolution names the loser, because both are from the same
// endpoint.
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
