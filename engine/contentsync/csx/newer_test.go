package csx_test

import (
	"testing"
	"time"

	"crossfeed/engine/contentsync/csx"
)

func TestWhatIsNewer(t *testing.T) {
	none := time.Time{}
	day := time.Date(2006, time.October, 2, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		name             string
		built, cached    time.Time
		mark, cachedMark string
		want             bool
	}{
		{"a later date", day.Add(time.Second), day, "a", "a", true},
		{"an earlier date", day.Add(-time.Second), day, "a", "b", false},
		{"the same date, whatever it says", day, day, "a", "b", false},
		{"the same instant in another zone", day.In(time.FixedZone("", 7200)), day, "a", "b", false},
		{"a date against none, which is 1601", day, none, "a", "a", true},
		{"no date against one", none, day, "a", "b", false},
		{"1 January 1601 against none", dawn(), none, "a", "b", false},
		{"earlier than 1601 against none", dawn().Add(-time.Second), none, "a", "b", false},
		{"no date and other bytes", none, none, "a", "b", true},
		{"no date and the same bytes", none, none, "a", "a", false},
	} {
		if got := csx.Newer(c.built, c.cached, c.mark, c.cachedMark); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

func dawn() time.Time { return time.Date(1601, time.January, 1, 0, 0, 0, 0, time.UTC) }
