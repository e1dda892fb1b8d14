package wording_test

import (
	"strings"
	"testing"

	"crossfeed/engine/trust"
	"crossfeed/ui/wording"
)

func TestWhatIsOddAboutAnItemIsSaidInWords(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range []struct {
		alarm trust.Alarm
		want  string
	}{
		{trust.Alarm{Kind: trust.Forged, Sequence: 2, Number: 1}, "in your name"},
		{trust.Alarm{Kind: trust.Jump, Number: 90_000}, "claims 90,000 changes at once"},
		{trust.Alarm{Kind: trust.Histories, Number: 10_001}, "10,001 entries"},
		{trust.Alarm{Kind: trust.Conflicts, Number: 101}, "101 versions"},
		{trust.Alarm{Kind: trust.Flood, Number: 61}, "put 61 items of this list into conflict"},
		{trust.Alarm{Kind: trust.Flood, Part: trust.Deleted, Number: 61, Limit: 30}, "delete 61 items of this list within a day. Up to 30 "},
		{trust.Alarm{Kind: trust.Flood, Part: trust.Deleted, Number: 61, Limit: 30, Shown: 7}, "merged without review. The 7 items in the preview that you accepted are not counted."},
		{trust.Alarm{Kind: trust.Flood, Part: trust.Missing, Number: 61}, "no longer contains these items. 61 items would be removed "},
		{trust.Alarm{Kind: trust.Flood, Part: trust.Overwritten, Number: 61}, "overwrite 61 items"},
		{trust.Alarm{Kind: trust.Flood, Part: trust.Added, Number: 10_001}, "add 10,001 items"},
		{trust.Alarm{Kind: "more"}, "reason is unknown"},
	} {
		text := wording.Oddity(c.alarm)
		if !strings.Contains(text, c.want) || seen[text] {
			t.Errorf("%s: %s", c.alarm.Kind, text)
		}
		seen[text] = true
	}
}

func TestWhatIsHeldTogetherIsNamed(t *testing.T) {
	for part, want := range map[trust.Part]string{
		trust.Deleted: "49 items would be deleted", trust.Missing: "49 items would be removed from the list", trust.Overwritten: "49 items would be overwritten",
		trust.Added: "49 new items", trust.Disputed: "49 items would be in conflict",
	} {
		if got := wording.Flooded(part, 49); got != want {
			t.Errorf("%s: %s, want %s", part, got, want)
		}
	}
}
