package grid_test

import (
	"math"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/ancestry"
	"crossfeed/engine/conflicts"
	"crossfeed/engine/enginetest/pace"
	"crossfeed/engine/item"
	"crossfeed/ui/cli/grid"
)

// long returns a conflict of titles with n words.
func long(t *testing.T, n int) *conflicts.Session {
	t.Helper()
	title := func(what string) string { return "Eggs " + what + " " + strings.Repeat("0123456789 ", n) }
	s, err := conflicts.NewSession(&item.Item{
		Winner: version("laptop", 0, title("brown")), Conflicts: []*item.Version{version("tablet", 0, title("white"))},
	}, "desk", conflicts.About{Base: ancestry.Base{Version: version("phone", 72*time.Hour, title("fresh"))}})
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
				least = min(least, pace.Spent(func() { grid.View{Width: width, Now: now}.Draw(s) }))
			}
			return least
		}
		if short, long := effort(400), effort(4000); long > 30*short {
			t.Errorf("in %d columns a title takes %v, and one that is ten times as long %v", width, short, long)
		}
	}
}

// Long titles are shortened, and shown completely if the field is requested.
func TestOfLongTitlesTheBeginningIsDrawn(t *testing.T) {
	s := long(t, 4000)
	for _, width := range []int{20, 80} {
		v := grid.View{Width: width, Now: now}
		if all := v.Draw(s); len(all) > 200 {
			t.Errorf("in %d columns it has %d lines:\n%s", width, len(all), strings.Join(all[:200], "\n"))
		}
		whole, err := v.Field(s, "title")
		if text := strings.Join(whole, ""); err != nil || strings.Count(text, "9") < 3*4000 {
			t.Errorf("in %d columns the field has %d characters (%v)", width, len(text), err)
		}
	}
}
