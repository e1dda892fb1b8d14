package grid

import (
	"slices"
	"testing"
)

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
		if got := wrap(c.line, c.width); !slices.Equal(got, c.want) {
			t.Errorf("%q in %d columns breaks into %q, want %q", c.line, c.width, got, c.want)
		}
	}
}
