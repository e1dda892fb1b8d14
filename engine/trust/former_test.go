package trust_test

import (
	"fmt"
	"testing"

	"crossfeed/engine/item"
	"crossfeed/engine/rules"
	"crossfeed/engine/rules/feedsync"
	"crossfeed/engine/trust"
)

// digested returns a version whose content matches its digest.
func digested(title string, history ...item.History) *item.Version {
	return rules.Digested(titled(title, history...))
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
		parted := own.Separate([]string{"older", "old"}, c.local, c.incoming, func() int { return 3 })
		merged := feedsync.Merge(parted, c.incoming).Item
		got := fmt.Sprint(titlesOf(merged))
		if c.name == "they made as many" || c.name == "the same time, and other words" {
			if len(merged.Conflicts) != 1 {
				t.Errorf("%s: %s", c.name, got)
			}
		} else if got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
		if again := own.Separate([]string{"old"}, merged, c.incoming, func() int { return 9 }); again != merged {
			t.Errorf("%s: said anew again: %s", c.name, titlesOf(again))
		}
	}
}

func TestWhatWasNeverPublishedIsSaidUnderTheNewIdentifier(t *testing.T) {
	first := digested("First", by("old", 1, 1))
	mine := digested("Mine", by("old", 2, 9), by("old", 1, 1))
	later := digested("Later", by("me", 3, 10), by("old", 2, 9), by("old", 1, 1))
	hers := digested("Hers", by("her", 3, 10), by("old", 2, 9), by("old", 1, 1))
	for _, c := range []struct {
		name      string
		counted   bool
		published []*item.Item
		local     *item.Item
		want      string
	}{
		{"what was published", false, []*item.Item{of(first)}, of(first), "[old]"},
		{"a change since", false, []*item.Item{of(first)}, of(mine), "[me old]"},
		{"an item since", false, nil, of(first), "[me]"},
		{"a change of that under the new one", false, []*item.Item{of(first)}, of(later), "[me me old]"},
		{"what others made of it", false, []*item.Item{of(first)}, of(hers), "[her old old]"},
		{"the same time, and other words", false, []*item.Item{of(digested("Theirs", by("old", 2, 9), by("old", 1, 1)))}, of(mine), "[me old]"},
		{"the same where entries are counted", true, []*item.Item{of(digested("Theirs", by("old", 2, 9), by("old", 1, 1)))}, of(mine), "[me old]"},
		{"where entries are counted", true, []*item.Item{of(first)}, of(later), "[me me old]"},
	} {
		told := trust.FeedChanges{}
		for _, it := range c.published {
			told.Add("old", it)
		}
		own := trust.Own{By: "me", Counted: c.counted}
		got := own.Unpublished("old", told, c.local, func() int { return 0 })
		var authors []string
		for _, h := range got.Winner.History {
			authors = append(authors, h.By)
		}
		if fmt.Sprint(authors) != c.want {
			t.Errorf("%s: %v, want %s", c.name, authors, c.want)
		}
		if again := own.Unpublished("old", told, got, func() int { return 9 }); again != got {
			t.Errorf("%s: said anew again", c.name)
		}
	}
}
