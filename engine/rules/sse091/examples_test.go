package sse091_test

import (
	"testing"
	"time"

	"crossfeed/engine/item"
	"crossfeed/engine/rules"
	"crossfeed/engine/rules/sse091"
)

// The examples of the specification, by section.

// at parses a time in the format of the specification.
func at(t testing.TB, text string) time.Time {
	t.Helper()
	when, err := time.Parse(time.RFC1123, text)
	if err != nil {
		t.Fatal(err)
	}
	return when
}

// days returns stamps by REO1750 at 09:43:33 on these days of May 2005.
func days(t testing.TB, texts ...string) []rules.Stamp {
	t.Helper()
	var stamps []rules.Stamp
	for _, text := range texts {
		stamps = append(stamps, rules.Stamp{By: "REO1750", When: at(t, text+" 09:43:33 GMT")})
	}
	return stamps
}

const exampleID = "0a7903db47fb0ae8"

func created(t testing.TB) *item.Item {
	t.Helper()
	s := days(t, "Sat, 21 May 2005")[0]
	it, err := sse091.Create(exampleID, rules.Change{Content: item.Plain("", "This is a test item")}, s)
	if err != nil {
		t.Fatal(err)
	}
	return it
}

func updated(t testing.TB, it *item.Item, stamps ...rules.Stamp) *item.Item {
	t.Helper()
	for _, s := range stamps {
		next, err := sse091.Update(it, rules.Change{}, s)
		if err != nil {
			t.Fatal(err)
		}
		it = next
	}
	return it
}

// expectUpdates compares sx:history and each sx:update, as days of May 2005.
func expectUpdates(t *testing.T, v *item.Version, days ...int) {
	t.Helper()
	if len(v.History) != len(days) {
		t.Fatalf("%d entries, want %d", len(v.History), len(days))
	}
	for k, day := range days {
		want := item.History{
			Sequence: v.Updates - k,
			When:     item.At(time.Date(2005, time.May, day, 9, 43, 33, 0, time.UTC)),
			By:       "REO1750",
		}
		if !v.History[k].Same(want) {
			t.Errorf("entry %d is %s, want %s", k, v.History[k], want)
		}
	}
}

func TestExampleOfCreation_4_1(t *testing.T) {
	it := created(t)
	v := it.Winner
	if v.ID != exampleID || v.Updates != 1 || v.Deleted || it.Flagged || v.Content.Text() != "This is a test item" {
		t.Errorf("created %s", written(v))
	}
	expectUpdates(t, v, 21)
}

func TestExampleOfThreeMoreUpdates_4_2(t *testing.T) {
	it := updated(t, created(t), days(t, "Sun, 22 May 2005", "Mon, 23 May 2005", "Tue, 24 May 2005")...)
	if it.Winner.Updates != 4 {
		t.Errorf("version %d", it.Winner.Updates)
	}
	expectUpdates(t, it.Winner, 24, 23, 22, 21)
}

// "after having been updated two more times, but after the particular implementation only
// maintains a limited number of versions (4)": another program truncated the history, and the
// item is updated further from there.
func TestExampleOfTruncation_4_2(t *testing.T) {
	it := updated(t, created(t), days(t, "Sun, 22 May 2005", "Mon, 23 May 2005", "Tue, 24 May 2005", "Wed, 25 May 2005", "Thu, 26 May 2005")...)
	whole, cut := it, *it.Winner
	cut.History = cut.History[:4]
	if cut.Updates != 6 {
		t.Errorf("version %d", cut.Updates)
	}
	expectUpdates(t, &cut, 26, 25, 24, 23)
	truncated := &item.Item{Winner: &cut}
	expectUpdates(t, updated(t, truncated, days(t, "Fri, 27 May 2005")...).Winner, 27, 26, 25, 24, 23)
	for _, r := range []rules.Result{sse091.Merge(whole, truncated), sse091.Merge(truncated, whole)} {
		expectUpdates(t, r.Item.Winner, 26, 25, 24, 23, 22, 21)
		if len(r.Item.Conflicts)+len(r.Dropped)+len(r.Twice) != 0 || r.Item.Flagged {
			t.Errorf("copies of one version conflict: %+v", r)
		}
	}
}

// The example of §5.2: REO1750's fourth version wins over GPM7383's, which was made one hour
// and 43 minutes earlier from the same third version.
func TestExampleOfAConflict_5_2(t *testing.T) {
	third := updated(t, created(t), days(t, "Sun, 22 May 2005", "Mon, 23 May 2005")...)
	mine := updated(t, third, days(t, "Tue, 24 May 2005")...)
	theirs := updated(t, third, rules.Stamp{By: "GPM7383", When: at(t, "Tue, 24 May 2005 08:00:11 GMT")})
	for _, it := range []*item.Item{sse091.Merge(mine, theirs).Item, sse091.Merge(theirs, mine).Item} {
		expectUpdates(t, it.Winner, 24, 23, 22, 21)
		expectFlag(t, it, true)
		if len(it.Conflicts) != 1 || it.Conflicts[0] != theirs.Winner {
			t.Errorf("conflicts: %s", listing(it))
		}
		resolved := updated(t, it, days(t, "Wed, 25 May 2005")...)
		expectFlag(t, resolved, false)
		expectUpdates(t, resolved.Winner, 25, 24, 23, 22, 21)
	}
}
