package grid_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/ancestry"
	"crossfeed/engine/conflicts"
	"crossfeed/engine/item"
	"crossfeed/engine/lists"
	"crossfeed/ui/cli/grid"
)

// versionAt returns a version at a position.
func versionAt(by string, ago time.Duration, p item.Place) *item.Version {
	v := version(by, ago, "Heise")
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
func placed(t *testing.T, a, b string, find func(string, ...item.Place) ([]lists.Position, error)) string {
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
	return strings.Join(grid.View{Width: 160, Now: now, Keys: true, Where: find}.Draw(s), "\n")
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
		got := placed(t, c.a, c.b, where)
		if !strings.Contains(got, "place │ News, after Golem │ ") || !strings.Contains(got, c.want) || !strings.Contains(got, c.moved) {
			t.Errorf("%s and %s are drawn as\n%s\nwant %s and %s", c.a, c.b, got, c.want, c.moved)
		}
	}
	if got := placed(t, "work", "", nil); !strings.Contains(got, "in work") || !strings.Contains(got, "│ top level") || !strings.Contains(got, "Moved to work by laptop") {
		t.Errorf("where nobody knows the titles it is\n%s", got)
	}
}

func TestAllPlacesAreAskedForAtOnce(t *testing.T) {
	asked := 0
	placed(t, "work", "", func(id string, p ...item.Place) ([]lists.Position, error) {
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
		got := strings.Join(grid.View{Width: 160, Now: now}.Draw(s), "\n")
		if !strings.HasPrefix(got, "Heise: marked as a conflict\n"+want) || !strings.Contains(got, "Saves the result as update 3.") {
			t.Errorf("drawn as\n%s", got)
		}
	}
}

func TestWidthsAreThoseOfATerminal(t *testing.T) {
	for text, want := range map[string]int{"": 0, "due": 3, "Übung": 5, "U\u0308bung": 5, "卵": 2, "👩‍👧": 2, "שלום": 4} {
		if got := grid.Width(text); got != want {
			t.Errorf("%q takes %d columns, want %d", text, got, want)
		}
	}
}
