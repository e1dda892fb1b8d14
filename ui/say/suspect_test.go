package say_test

import (
	"strings"
	"testing"

	"crossfeed/engine/trust"
	"crossfeed/ui/say"
)

func TestWhatIsOddAboutAnItemIsSaidInWords(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range []struct {
		alarm trust.Alarm
		want  string
	}{
		{trust.Alarm{Kind: trust.Forged, Sequence: 2, Number: 1}, "in your name"},
		{trust.Alarm{Kind: trust.Jump, Number: 90_000}, "90,000 times"},
		{trust.Alarm{Kind: trust.Histories, Number: 10_001}, "10,001 entries"},
		{trust.Alarm{Kind: trust.Conflicts, Number: 101}, "101 versions"},
		{trust.Alarm{Kind: trust.Flood, Number: 61}, "with 60 others"},
		{trust.Alarm{Kind: "more"}, "odd"},
	} {
		text := say.Oddity(c.alarm)
		if !strings.Contains(text, c.want) || seen[text] {
			t.Errorf("%s: %s", c.alarm.Kind, text)
		}
		seen[text] = true
	}
}
