package feedsync_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"crossfeed/engine/item"
	"crossfeed/engine/rules"
	"crossfeed/engine/rules/feedsync"
)

// Arguments and earlier results are never changed.
func TestArgumentsAreNeverChanged(t *testing.T) {
	check(t, 40, kind{}, func(m *mesh) {
		var before []string
		for _, it := range m.States {
			before = append(before, snapshot(it))
		}
		m.run(20)
		for i, text := range before {
			if after := snapshot(m.States[i]); after != text {
				m.T.Fatalf("changed:\n%s\n%s", text, after)
			}
		}
	})
}

// Nothing is written into the spare capacity of a slice either.
func TestSpareRoomIsNotWrittenTo(t *testing.T) {
	const w, c, d = "3|-|w|3@40@A;2@30@B", "2|-|c|2@30@C;1@20@A", "2|D|d|2@30@D"
	local, incoming := roomy(held(t, w, c, d)), roomy(held(t, "4|-|n|4@50@E;2@30@C", "2|D|dd|2@30@D"))
	want := snapshot(local) + snapshot(incoming)
	feedsync.Merge(local, incoming)
	feedsync.Merge(incoming, local)
	feedsync.Merge(nil, local)
	feedsync.IsMerged(local, incoming)
	feedsync.Own(local, "C")
	for _, taken := range [][]int{nil, {0}, {1}, {0, 1}} {
		if _, err := feedsync.Resolve(local, rules.Change{Deleted: true}, taken, stamp(60, "F")); err != nil {
			t.Fatal(err)
		}
	}
	if got := snapshot(local) + snapshot(incoming); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}

// roomy gives every slice of an item spare capacity.
func roomy(it *item.Item) *item.Item {
	it.Conflicts = slices.Grow(it.Conflicts, 4)
	for _, v := range it.Versions() {
		v.History = slices.Grow(v.History, 4)
	}
	return it
}

// snapshot returns everything that an item consists of, including spare capacity.
func snapshot(it *item.Item) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%p %d\n", it.Winner, len(it.Conflicts))
	for _, v := range append(it.Conflicts[:cap(it.Conflicts):cap(it.Conflicts)], it.Winner) {
		if v != nil {
			fmt.Fprintf(&b, "%p %+v %+v\n", v, *v, v.History[:cap(v.History)])
		}
	}
	return b.String()
}
