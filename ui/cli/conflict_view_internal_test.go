package cli

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/ancestry"
	"crossfeed/engine/conflicts"
	"crossfeed/engine/enginetest/pace"
	"crossfeed/engine/item"
	"crossfeed/engine/lists"
)

var now = time.Date(2026, 11, 26, 12, 0, 0, 0, time.UTC)

// version returns a version of the item "eggs"; all share the same origin.
func versionBy(by string, ago time.Duration, title string) *item.Version {
	return &item.Version{ID: "eggs", Updates: 2, Content: item.Plain(title, ""), History: []item.History{
		{Sequence: 2, When: item.At(now.Add(-ago)), By: by},
		{Sequence: 1, When: item.At(now.Add(-72 * time.Hour)), By: "phone"},
	}}
}

// drawn renders the conflict of two versions with a common ancestor.
func drawnConflict(t *testing.T, base ancestry.Base, winner, conflict *item.Version) []string {
	t.Helper()
	s, err := conflicts.NewSession(&item.Item{Winner: winner, Conflicts: []*item.Version{conflict}}, "desk", conflicts.About{Base: base})
	if err != nil {
		t.Fatal(err)
	}
	return conflictView{width: 120, now: now}.draw(s)
}

func TestTheOriginalIsSaidOrWhyItIsNotKnown(t *testing.T) {
	gone := versionBy("phone", 72*time.Hour, "Eggs")
	gone.Deleted = true
	never := []item.History{{Sequence: 3, By: "laptop"}, {Sequence: 4, By: "tablet"}}
	var ancestors []ancestry.Base
	for range 3 {
		ancestors = append(ancestors, ancestry.Base{Version: versionBy("phone", 72*time.Hour, "Eggs")})
	}
	for want, base := range map[string]ancestry.Base{
		"Original: phone, 2026-11-23 12:00, 3 days ago.":                                     {Version: versionBy("phone", 72*time.Hour, "Eggs")},
		"Original: deleted, phone, 2026-11-23 12:00, 3 days ago.":                            {Version: gone},
		"Original not known: it was not determined.":                                         {},
		"Original not known: these versions have no common history.":                         {Unknown: ancestry.Apart},
		"Original not known: another program shortened the history of update 3 by laptop.":   {Unknown: ancestry.Cut, Missing: never[:1]},
		"Original not known: update 3 by laptop was never received.":                         {Unknown: ancestry.NeverSeen, Missing: never[:1]},
		"Original not known: update 3 by laptop and update 4 by tablet were never received.": {Unknown: ancestry.NeverSeen, Missing: never},
		"Merged from two originals.":                                                         {Of: ancestors[:2]},
		"Merged from 3 originals. Missing: update 3 by laptop and update 4 by tablet.":       {Of: ancestors, Missing: never},
	} {
		if got := drawnConflict(t, base, versionBy("laptop", 0, "Eggs ×12"), versionBy("tablet", 0, "Brown eggs")); got[1] != want {
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
		if got := drawnConflict(t, ancestry.Base{}, versionBy("laptop", 0, "Eggs ×12"), versionBy("tablet", ago, "Brown eggs")); !slices.Contains(got, want) {
			t.Errorf("it says\n%s\nand not %q", strings.Join(got, "\n"), want)
		}
	}
}

func TestNoLineIsWiderThanTheTerminal(t *testing.T) {
	long := strings.Repeat("卵を買う eggs and milk ", 9) + strings.Repeat("x", 200)
	for _, width := range []int{20, 33, 80, 200} {
		s, err := conflicts.NewSession(&item.Item{
			Winner: versionBy("laptop", 0, long), Conflicts: []*item.Version{versionBy("tablet", 0, long+"!"), versionBy("desk", 0, "Eggs")},
		}, "desk", conflicts.About{Base: ancestry.Base{Version: versionBy("phone", 72*time.Hour, "Eggs")}})
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range (conflictView{width: width, now: now, all: true}).draw(s) {
			if lineWidth(line) > width {
				t.Errorf("in %d columns a line has %d: %s", width, lineWidth(line), line)
			}
		}
	}
}

// versionAt returns a version at a position.
func versionAt(by string, ago time.Duration, p item.Place) *item.Version {
	v := versionBy(by, ago, "Heise")
	v.Place = p
	return v
}

// places describes the positions of these tests, by parent.
var places = map[string]lists.Position{
	"":     {Before: lists.Spot{ID: "z", Title: "Zoo"}},
	"news": {Path: []lists.Spot{{ID: "news", Title: "News"}}, Before: lists.Spot{ID: "g", Title: "Golem"}},
	"work": {Path: []lists.Spot{{ID: "all", Title: "All"}, {ID: "work", Title: "Work\a"}}, After: lists.Spot{ID: "u"}},
	"gone": {Deleted: lists.Spot{ID: "gone", Title: "Gone"}},
	"away": {Absent: true},
}

func where(_ string, asked ...item.Place) (found []lists.Position, err error) {
	for _, p := range asked {
		at, known := places[p.Parent]
		if !known {
			return nil, errors.New("not known")
		}
		found = append(found, at)
	}
	return found, nil
}

// placed renders an item that was moved from News to two different parents.
func drawnPlaces(t *testing.T, a, b string, find func(string, ...item.Place) ([]lists.Position, error)) string {
	t.Helper()
	base := versionAt("phone", 72*time.Hour, item.Place{Parent: "news", Key: "1"})
	it := &item.Item{
		Winner:    versionAt("laptop", time.Hour, item.Place{Parent: a, Key: "1"}),
		Conflicts: []*item.Version{versionAt("tablet", 2*time.Hour, item.Place{Parent: b, Key: "2"})},
	}
	s, err := conflicts.NewSession(it, "desk", conflicts.About{Base: ancestry.Base{Version: base}})
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(conflictView{width: 160, now: now, where: find}.draw(s), "\n")
}

func TestPlacesAreSaidByWhatTheyAreInAndBeside(t *testing.T) {
	for _, c := range []struct {
		a, b, want, moved string
	}{
		{"work", "", "All › Work�, before u │ top level, after Zoo │ choose…", "Moved to All › Work� by laptop, to the top level by tablet."},
		{"gone", "news", "Gone (deleted)", "Moved to Gone (deleted) by laptop, to News by tablet."},
		{"away", "work", "top level (its parent is missing)", "Moved to the top level by laptop, to All › Work� by tablet."},
		{"other", "work", "in other", "Moved to other by laptop, to All › Work� by tablet."},
	} {
		got := drawnPlaces(t, c.a, c.b, where)
		if !strings.Contains(got, "place │ News, after Golem │ ") || !strings.Contains(got, c.want) || !strings.Contains(got, c.moved) {
			t.Errorf("%s and %s are drawn as\n%s\nwant %s and %s", c.a, c.b, got, c.want, c.moved)
		}
	}
	if got := drawnPlaces(t, "work", "", nil); !strings.Contains(got, "in work") || !strings.Contains(got, "│ top level") || !strings.Contains(got, "Moved to work by laptop") {
		t.Errorf("where nobody knows the titles it is\n%s", got)
	}
}

func TestAllPlacesAreAskedForAtOnce(t *testing.T) {
	asked := 0
	drawnPlaces(t, "work", "", func(id string, p ...item.Place) ([]lists.Position, error) {
		asked++
		return where(id, p...)
	})
	if asked != 1 {
		t.Errorf("it was asked %d times", asked)
	}
}

func TestWhatIsOnlyMarkedIsConfirmed(t *testing.T) {
	for want, p := range map[string]item.Place{
		"“other” and “Heise” were each moved under the other": {Cycle: "other"},
		"Another program marked this item as a conflict":      {},
	} {
		s, err := conflicts.NewSession(&item.Item{Winner: versionAt("laptop", time.Hour, p), Flagged: true}, "desk", conflicts.About{})
		if err != nil {
			t.Fatal(err)
		}
		got := strings.Join(conflictView{width: 160, now: now}.draw(s), "\n")
		if !strings.HasPrefix(got, "Heise: marked as a conflict\n"+want) || !strings.Contains(got, "Saves the result as update 3.") {
			t.Errorf("drawn as\n%s", got)
		}
	}
}

func TestWidthsAreThoseOfATerminal(t *testing.T) {
	for text, want := range map[string]int{"": 0, "due": 3, "Übung": 5, "U\u0308bung": 5, "卵": 2, "👩‍👧": 2, "שלום": 4} {
		if got := lineWidth(text); got != want {
			t.Errorf("%q takes %d columns, want %d", text, got, want)
		}
	}
}

func TestLinesBreakBetweenWordsAndNeverInsideACluster(t *testing.T) {
	for _, c := range []struct {
		line  string
		width int
		want  []string
	}{
		{"", 5, []string{""}},
		{"eggs", 4, []string{"eggs"}},
		{"brown eggs", 7, []string{"brown", "eggs"}},
		{"brown eggs", 5, []string{"brown", "eggs"}},
		{"brown eggs from", 11, []string{"brown eggs", "from"}},
		{"breakfast", 4, []string{"brea", "kfas", "t"}},
		{"a breakfast", 4, []string{"a br", "eakf", "ast"}},
		{"卵を買う", 5, []string{"卵を", "買う"}},
		{"👩‍👧👩‍👧", 3, []string{"👩‍👧", "👩‍👧"}},
		{"👩‍👧", 1, []string{"👩‍👧"}},
		{"+ eggs from", 6, []string{"+ eggs", "from"}},
		{"+ breakfast", 6, []string{"+ brea", "kfast"}},
		{"  indented", 10, []string{"  indented"}},
	} {
		if got := wrapLine(c.line, c.width); !slices.Equal(got, c.want) {
			t.Errorf("%q in %d columns breaks into %q, want %q", c.line, c.width, got, c.want)
		}
	}
}

// long returns a conflict of titles with n words.
func long(t *testing.T, n int) *conflicts.Session {
	t.Helper()
	title := func(what string) string { return "Eggs " + what + " " + strings.Repeat("0123456789 ", n) }
	s, err := conflicts.NewSession(&item.Item{
		Winner: versionBy("laptop", 0, title("brown")), Conflicts: []*item.Version{versionBy("tablet", 0, title("white"))},
	}, "desk", conflicts.About{Base: ancestry.Base{Version: versionBy("phone", 72*time.Hour, title("fresh"))}})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Rendering a conflict of long titles takes time proportional to their length, not to its
// square.
func TestDrawingLongTitlesTakesLinearTime(t *testing.T) {
	for _, width := range []int{20, 80} {
		effort := func(n int) time.Duration {
			s := long(t, n)
			least := time.Duration(math.MaxInt64)
			for range 3 {
				least = min(least, pace.Spent(func() { conflictView{width: width, now: now}.draw(s) }))
			}
			return least
		}
		if short, long := effort(400), effort(4000); long > 30*short {
			t.Errorf("in %d columns a title takes %v, and one that is ten times as long %v", width, short, long)
		}
	}
}

// Long titles are shortened.
func TestOfLongTitlesTheBeginningIsDrawn(t *testing.T) {
	s := long(t, 4000)
	for _, width := range []int{20, 80} {
		if all := (conflictView{width: width, now: now}).draw(s); len(all) > 200 {
			t.Errorf("in %d columns it has %d lines:\n%s", width, len(all), strings.Join(all[:200], "\n"))
		}
	}
}
