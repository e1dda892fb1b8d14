package grid_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/ancestry"
	"crossfeed/engine/conflicts"
	"crossfeed/engine/item"
	"crossfeed/ui/cli/grid"
)

var now = time.Date(2026, 11, 26, 12, 0, 0, 0, time.UTC)

// version returns a version of the item "eggs"; all share the same origin.
func version(by string, ago time.Duration, title string) *item.Version {
	return &item.Version{ID: "eggs", Updates: 2, Content: item.Plain(title, ""), History: []item.History{
		{Sequence: 2, When: item.At(now.Add(-ago)), By: by},
		{Sequence: 1, When: item.At(now.Add(-72 * time.Hour)), By: "phone"},
	}}
}

// drawn renders the conflict of two versions with a common ancestor.
func drawn(t *testing.T, base ancestry.Base, winner, conflict *item.Version) []string {
	t.Helper()
	s, err := conflicts.NewSession(&item.Item{Winner: winner, Conflicts: []*item.Version{conflict}}, "desk", conflicts.About{Base: base})
	if err != nil {
		t.Fatal(err)
	}
	return grid.View{Width: 120, Now: now, Keys: true}.Draw(s)
}

func TestTheOriginalIsSaidOrWhyItIsNotKnown(t *testing.T) {
	gone := version("phone", 72*time.Hour, "Eggs")
	gone.Deleted = true
	never := []item.History{{Sequence: 3, By: "laptop"}, {Sequence: 4, By: "tablet"}}
	var ancestors []ancestry.Base
	for range 3 {
		ancestors = append(ancestors, ancestry.Base{Version: version("phone", 72*time.Hour, "Eggs")})
	}
	for want, base := range map[string]ancestry.Base{
		"Original: phone, 2026-11-23 12:00, 3 days ago.":                                     {Version: version("phone", 72*time.Hour, "Eggs")},
		"Original: deleted, phone, 2026-11-23 12:00, 3 days ago.":                            {Version: gone},
		"Original not known: it was not determined.":                                         {},
		"Original not known: these versions have no common history.":                         {Unknown: ancestry.Apart},
		"Original not known: another program shortened the history of update 3 by laptop.":   {Unknown: ancestry.Cut, Missing: never[:1]},
		"Original not known: update 3 by laptop was never received.":                         {Unknown: ancestry.NeverSeen, Missing: never[:1]},
		"Original not known: update 3 by laptop and update 4 by tablet were never received.": {Unknown: ancestry.NeverSeen, Missing: never},
		"Merged from two originals.":                                                         {Of: ancestors[:2]},
		"Merged from 3 originals. Missing: update 3 by laptop and update 4 by tablet.":       {Of: ancestors, Missing: never},
	} {
		if got := drawn(t, base, version("laptop", 0, "Eggs ×12"), version("tablet", 0, "Brown eggs")); got[1] != want {
			t.Errorf("it says %q, want %q", got[1], want)
		}
	}
}

func TestAClockThatCannotBeRightIsRemarkedOn(t *testing.T) {
	for want, ago := range map[string]time.Duration{
		"[x] B·2  tablet, 2026-11-27 12:00, in the future: that device’s clock must be wrong":                                    -24 * time.Hour,
		"[x] B·2  tablet, 2026-11-22 12:00, 4 days ago, earlier than the version it is based on: that device’s clock was behind": 96 * time.Hour,
		"[x] B·2  tablet, 2026-11-26 11:59, 1 minute ago":                                                                        time.Minute,
	} {
		if got := drawn(t, ancestry.Base{}, version("laptop", 0, "Eggs ×12"), version("tablet", ago, "Brown eggs")); !slices.Contains(got, want) {
			t.Errorf("it says\n%s\nand not %q", strings.Join(got, "\n"), want)
		}
	}
}

func TestNoLineIsWiderThanTheTerminal(t *testing.T) {
	long := strings.Repeat("卵を買う eggs and milk ", 9) + strings.Repeat("x", 200)
	for _, width := range []int{20, 33, 80, 200} {
		s, err := conflicts.NewSession(&item.Item{
			Winner: version("laptop", 0, long), Conflicts: []*item.Version{version("tablet", 0, long+"!"), version("desk", 0, "Eggs")},
		}, "desk", conflicts.About{Base: ancestry.Base{Version: version("phone", 72*time.Hour, "Eggs")}})
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range (grid.View{Width: width, Now: now, Keys: true, All: true}).Draw(s) {
			if grid.Width(line) > width {
				t.Errorf("in %d columns a line has %d: %s", width, grid.Width(line), line)
			}
		}
	}
}
