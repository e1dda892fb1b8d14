package merge

import (
	"slices"
	"strings"
	"testing"
)

func TestWhatWasOnlyAddedOrRemovedIsFoundAsFarDownAsItCanBe(t *testing.T) {
	for _, c := range []struct {
		base, version string
		want          []change
	}{
		{"a b c", "a b c", nil},
		{"a b c", "a x c", []change{{1, 2, 1, 2}}},
		{"a a b", "a b", []change{{1, 2, 1, 1}}},
		{"x p a a y", "z p a y", []change{{0, 1, 0, 1}, {3, 4, 3, 3}}},
		{"x p a y", "z p a a y", []change{{0, 1, 0, 1}, {3, 3, 3, 4}}},
		{"x p a b y", "z p a b a b y", []change{{0, 1, 0, 1}, {4, 4, 4, 6}}},
		{"p a a x", "p a z", []change{{2, 4, 2, 3}}},
		{"x a y z", "x a a v z", []change{{2, 3, 2, 4}}},
	} {
		if got := changes(strings.Fields(c.base), strings.Fields(c.version), 100); !slices.Equal(got, c.want) {
			t.Errorf("%q became %q: got %v, want %v", c.base, c.version, got, c.want)
		}
	}
}
