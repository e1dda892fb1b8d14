package merge

import (
	"slices"
	"strings"
	"testing"
)

func TestAnchorsStandOnceOnEachSideAndInTheSameOrder(t *testing.T) {
	for _, c := range []struct {
		left, right string
		want        []pair
	}{
		{"", "", nil},
		{"a b c", "a b c", []pair{{0, 0}, {1, 1}, {2, 2}}},
		{"a b c d", "b c d a", []pair{{1, 0}, {2, 1}, {3, 2}}},
		{"a x b x c", "a b x c", []pair{{0, 0}, {2, 1}, {4, 3}}},
		{"a b c", "a a b c c", []pair{{1, 2}}},
		{"a b", "c d", nil},
		{"c b a", "a b c", []pair{{2, 0}}},
	} {
		if got := anchors(strings.Fields(c.left), strings.Fields(c.right)); !slices.Equal(got, c.want) {
			t.Errorf("%q and %q: got %v, want %v", c.left, c.right, got, c.want)
		}
	}
}
