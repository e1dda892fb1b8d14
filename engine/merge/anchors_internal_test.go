package merge

import (
	"slices"
	"strings"
	"testing"

	"crossfeed/engine/enginetest/testsize"
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

// proposed returns the joined values of the chunks, and whether one of them is open.
func proposed(chunks []Chunk) (text string, open bool) {
	var b strings.Builder
	for _, c := range chunks {
		b.WriteString(c.Value)
		open = open || c.Open
	}
	return b.String(), open
}

// The third version is not merged: it only affects the division into chunks.
func TestOfAllTriplesOfEditsTwoLoseNothingInTheStretchesOfThree(t *testing.T) {
	all := smalls(testsize.Of(2, 3))
	for _, base := range firsts(all) {
		for i, a := range all {
			for _, b := range all[:i+1] {
				for _, c := range all {
					chunks := Compare(&base.text, []string{a.text, c.text, b.text}).Among([]int{0, 2})
					got, open := proposed(chunks)
					if count := smallOf(strings.ReplaceAll(got, "\n", "")).count; !open && !explains(base, []small{a, b}, count) {
						t.Fatalf("%q became %q and %q, cut with %q: %q", base.text, a.text, b.text, c.text, got)
					}
				}
			}
		}
	}
}

func TestWhoeverProposesTheStretchesAreTheSame(t *testing.T) {
	base, values := "a\nb\nc\nd\n", []string{"a\nx\nc\nd\n", "a\nb\nc\ny\n", "b\nc\nd\na\n"}
	whole := Chunks(&base, values)
	for _, who := range [][]int{{0}, {0, 1}, {1, 2}, {2, 0}, {}} {
		some := Compare(&base, values).Among(who)
		same := slices.EqualFunc(whole, some, func(a, b Chunk) bool {
			return a.Base == b.Base && a.Alike == b.Alike && slices.Equal(a.Texts, b.Texts)
		})
		if !same {
			t.Errorf("%v propose for %+v, all for %+v", who, some, whole)
		}
	}
}
