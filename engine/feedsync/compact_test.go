package feedsync_test

import (
	"fmt"
	"strings"
	"testing"

	"crossfeed/engine/feedsync"
	"crossfeed/engine/rules"
)

// longHistory has n entries, the newest first: of A, but for the oldest four,
// which are one of C, two without by, and one of B.
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
	next, err := feedsync.Update(it, rules.Change{}, stamp(400, "D"))
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

// 255 entries and one more are 256, and stay; 257 do not.
func TestCompactionStartsAbove256(t *testing.T) {
	for before, after := range map[int]int{254: 255, 255: 256, 256: 256, 257: 256} {
		it, err := feedsync.Update(held(t, fmt.Sprintf("%d|-|x|%s", before, longHistory(before))), rules.Change{}, stamp(400, "A"))
		if err != nil {
			t.Fatal(err)
		}
		if got := len(it.Winner.History); got != after {
			t.Errorf("%d entries and one more: %d, want %d", before, got, after)
		}
	}
}

// The highest sequence of an endpoint stays wherever it stands.
func TestCompactionKeepsTheHighest(t *testing.T) {
	history := strings.Replace(longHistory(300), "150@150@A", "900@150@C", 1)
	it, err := feedsync.Update(held(t, "300|-|x|"+history), rules.Change{}, stamp(400, "A"))
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
	it, err := feedsync.Update(held(t, "300|-|x|"+strings.Join(entries, ";")), rules.Change{}, stamp(400, "E1"))
	if err != nil {
		t.Fatal(err)
	}
	want := "301@400@E1;" + strings.Join(entries[:299], ";")
	if got := writtenHistory(it.Winner.History); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}

// A merge compacts nothing: only who makes an update may.
func TestMergeDoesNotCompact(t *testing.T) {
	long := "300|-|x|" + longHistory(300)
	r := feedsync.Merge(held(t, "1|-|a|1@1@B"), held(t, long))
	expect(t, r.Item, long)
}
