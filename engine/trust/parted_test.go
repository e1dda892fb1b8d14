package trust_test

import (
	"fmt"
	"testing"

	"crossfeed/engine/feedsync"
	"crossfeed/engine/item"
	"crossfeed/engine/rules"
	"crossfeed/engine/trust"
)

// digested is a version whose content matches its digest.
func digested(title string, history ...item.History) *item.Version {
	return rules.Digested(saying(title, history...))
}

func titlesOf(it *item.Item) (all []string) {
	for _, v := range it.Versions() {
		all = append(all, fmt.Sprintf("%s by %s", v.Title(), v.Top().By))
	}
	return all
}

func TestWhatTwoDevicesDidUnderAFormerIdentifierStaysApart(t *testing.T) {
	first := digested("First", by("old", 1, 1))
	mine := digested("Mine", by("old", 2, 9), by("old", 1, 1))
	later := digested("Later", by("me", 3, 10), by("old", 2, 9), by("old", 1, 1))
	theirs := func(n int) *item.Version {
		h := []item.History{by("old", 1, 1)}
		for i := 2; i <= n; i++ {
			h = append([]item.History{by("old", i, i)}, h...)
		}
		return digested("Theirs", h...)
	}
	for _, c := range []struct {
		name            string
		local, incoming *item.Item
		want            string
	}{
		{"they made more changes", of(mine), of(theirs(4)), "[Theirs by old Mine by me]"},
		{"they made as many", of(mine), of(theirs(2)), "[Mine by me Theirs by old]"},
		{"they made less", of(digested("Mine", by("old", 3, 10), by("old", 2, 9), by("old", 1, 1))), of(theirs(2)), "[Mine by me Theirs by old]"},
		{"mine went on under the new one", of(later), of(theirs(2)), "[Later by me Theirs by old]"},
		{"theirs went on with somebody else", of(mine), of(digested("Hers", by("her", 3, 5), by("old", 2, 2), by("old", 1, 1))), "[Hers by her Mine by me]"},
		{"the same time, and other words", of(digested("Mine", by("old", 2, 2), by("old", 1, 1))), of(theirs(2)), "[Theirs by old Mine by me]"},
		{"what both had", of(first), of(theirs(2)), "[Theirs by old]"},
		{"what I made", of(mine), of(first), "[Mine by old]"},
		{"what others made of it", of(mine), of(digested("Hers", by("her", 3, 10), by("old", 2, 9), by("old", 1, 1))), "[Hers by her]"},
	} {
		own := trust.Own{By: "me", Made: func() []*item.Version { return c.local.Versions() }}
		parted := own.Parted([]string{"older", "old"}, c.local, c.incoming, func() int { return 3 })
		merged := feedsync.Merge(parted, c.incoming).Item
		got := fmt.Sprint(titlesOf(merged))
		if c.name == "they made as many" || c.name == "the same time, and other words" {
			if len(merged.Conflicts) != 1 {
				t.Errorf("%s: %s", c.name, got)
			}
		} else if got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
		if again := own.Parted([]string{"old"}, merged, c.incoming, func() int { return 9 }); again != merged {
			t.Errorf("%s: said anew again: %s", c.name, titlesOf(again))
		}
	}
}
