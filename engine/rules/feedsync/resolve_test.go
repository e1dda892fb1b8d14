package feedsync_test

import (
	"slices"
	"testing"

	"crossfeed/engine/item"
	"crossfeed/engine/rules"
	"crossfeed/engine/rules/feedsync"
)

func TestResolve_3_4(t *testing.T) {
	r := rules.Change{Content: item.Plain("r", "")}
	const w = "2|-|w|2@40@A;1@20@A"
	const c, d = "2|-|c|2@30@C;1@20@A", "2|-|d|2@31@D;1@20@A"
	for _, x := range []struct {
		name   string
		it     *item.Item
		change rules.Change
		taken  []int
		by     string
		want   []string
	}{
		{"the conflict's entry goes below the topmost", held(t, w, c), r, []int{0}, "A",
			[]string{"3|-|r|3@50@A;2@30@C;2@40@A;1@20@A"}},
		{"conflicts in the order they stand", held(t, w, c, d), r, []int{1, 0}, "A",
			[]string{"3|-|r|3@50@A;2@31@D;2@30@C;2@40@A;1@20@A"}},
		{"naming one twice changes nothing", held(t, w, c), r, []int{0, 0}, "A",
			[]string{"3|-|r|3@50@A;2@30@C;2@40@A;1@20@A"}},
		{"what is left out stays open, whole", held(t, w, c, d), r, []int{1}, "A",
			[]string{"3|-|r|3@50@A;2@31@D;2@40@A;1@20@A", c}},
		{"every entry of the conflict's history is looked at",
			held(t, w, "3|-|c|3@35@C;2@30@A;2@25@E;1@20@A"), r, []int{0}, "B",
			[]string{"3|-|r|3@50@B;2@25@E;3@35@C;2@40@A;1@20@A"}},
		{"an entry that is subsumed drops itself, not those after it",
			held(t, "3|-|w|3@40@A;3@39@C", "3|-|c|2@30@C;1@21@D;1@20@A"), r, []int{0}, "A",
			[]string{"4|-|r|4@50@A;1@21@D;3@40@A;3@39@C"}},
		{"an own version is named, though the topmost subsumes it",
			held(t, w, "2|-|b|3@30@B;2@25@B;1@20@A"), r, []int{0}, "B",
			[]string{"3|-|r|4@50@B;3@30@B;2@40@A;1@20@A"}},
		{"an own version that is named already is named once",
			held(t, "2|-|w|2@40@A;2@30@B;1@20@A", "2|-|b|2@30@B;1@20@A"), r, []int{0}, "B",
			[]string{"3|-|r|3@50@B;2@40@A;2@30@B;1@20@A"}},
		{"entries without by are kept unless equal",
			held(t, "2|-|w|2@40@A;1@20@-", "2|-|c|2@30@-;1@20@-"), r, []int{0}, "A",
			[]string{"3|-|r|3@50@A;2@30@-;2@40@A;1@20@-"}},
		{"keeping the winner is an update too", held(t, w, c), rules.Change{}, []int{0}, "B",
			[]string{"3|-|w|3@50@B;2@30@C;2@40@A;1@20@A"}},
		{"a live version brings a tombstone back", held(t, "2|D|w|2@40@A;1@20@A", c), r, []int{0}, "B",
			[]string{"3|U|r|3@50@B;2@30@C;2@40@A;1@20@A"}},
		{"a tombstone is taken", held(t, w, "2|D|c|2@30@C;1@20@A"), rules.Change{Deleted: true}, []int{0}, "B",
			[]string{"3|D|w|3@50@B;2@30@C;2@40@A;1@20@A"}},
	} {
		t.Run(x.name, func(t *testing.T) {
			it, err := feedsync.Resolve(x.it, x.change, x.taken, stamp(50, x.by))
			if err != nil {
				t.Fatal(err)
			}
			expect(t, it, x.want[0], x.want[1:]...)
		})
	}
}

// A version without by has no owner: if the history already contains it, it is not added
// again, whatever a program added to its entry.
func TestResolveWithoutByNamesAVersionOnce(t *testing.T) {
	it := held(t, "2|-|w|2@40@A;1@20@-", "1|-|c|1@20@-")
	it.Conflicts[0].History[0].Extra = "<h/>"
	it, err := feedsync.Resolve(it, rules.Change{}, []int{0}, stamp(50, ""))
	if err != nil {
		t.Fatal(err)
	}
	expect(t, it, "3|-|w|3@50@-;2@40@A;1@20@-")
}

// An endpoint's own versions are always included.
func TestResolveRefusesToLeaveOutOwnVersions(t *testing.T) {
	it := held(t, "2|-|w|2@40@A;1@20@A", "2|-|b|2@30@B;1@20@A", "2|-|c|2@30@C;1@20@A")
	own := new(rules.OwnOpenError)
	if _, err := feedsync.Resolve(it, rules.Change{}, []int{1}, stamp(50, "B")); !as(&own)(err) {
		t.Errorf("the error is %v", err)
	}
	for _, taken := range [][]int{{0}, {0, 1}} {
		if _, err := feedsync.Resolve(it, rules.Change{}, taken, stamp(50, "B")); err != nil {
			t.Errorf("taking %v: %v", taken, err)
		}
	}
}

func TestResolveRefusesAnIndexOutOfRange(t *testing.T) {
	it := held(t, "2|-|w|2@40@A;1@20@A", "2|-|c|2@30@C;1@20@A")
	for _, taken := range [][]int{{1}, {-1}, {0, 1}} {
		index := new(rules.ConflictIndexError)
		if _, err := feedsync.Resolve(it, rules.Change{}, taken, stamp(50, "A")); !as(&index)(err) {
			t.Errorf("taking %v: the error is %v", taken, err)
		} else if index.Index != taken[len(taken)-1] || index.Open != 1 {
			t.Errorf("taking %v: the error names conflict %d of %d", taken, index.Index, index.Open)
		}
	}
}

func TestOwn(t *testing.T) {
	it := held(t, "2|-|w|2@40@A;1@20@A",
		"2|-|c|2@30@C;1@20@A", "2|-|b|2@30@B;1@20@A", "2|-|n|2@30@-;1@20@B", "3|-|b3|3@30@B;2@31@E;1@20@A", "2|-|l|2@30@b;1@20@A")
	for by, want := range map[string][]int{"B": {1, 3}, "C": {0}, "A": nil, "b": {4}, "": nil} {
		if got := feedsync.Own(it, by); !slices.Equal(got, want) {
			t.Errorf("%q owns %v, want %v", by, got, want)
		}
	}
}
