package grid_test

import (
	"testing"

	"crossfeed/ui/cli/grid"
)

func TestWidthsAreThoseOfATerminal(t *testing.T) {
	for text, want := range map[string]int{"": 0, "due": 3, "Übung": 5, "U\u0308bung": 5, "卵": 2, "👩‍👧": 2, "שלום": 4} {
		if got := grid.Width(text); got != want {
			t.Errorf("%q takes %d columns, want %d", text, got, want)
		}
	}
}
