package merge

import (
	"slices"
	"strings"
	"testing"

	"crossfeed/engine/enginetest/testsize"
)

// proposed is what proposals for stretches come to, or open.
func proposed(chunks []Chunk) (text string, open bool) {
	var b strings.Builder
	for _, c := range chunks {
		b.WriteString(c.Value)
		open = open || c.Open
	}
	return b.String(), open
}

// The third version is left out: it cuts the text and says nothing else.
func TestOfAllTriplesOfEditsTwoLoseNothingInTheStretchesOfThree(t *testing.T) {
	all := smalls(testsize.Of(2, 3))
	for _, base := range firsts(all) {
		for i, a := range all {
			for _, b := range all[:i+1] {
				for _, c := range all {
					chunks := ChunksAmong(&base.text, []string{a.text, c.text, b.text}, []int{0, 2})
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
		some := ChunksAmong(&base, values, who)
		same := slices.EqualFunc(whole, some, func(a, b Chunk) bool {
			return a.Base == b.Base && a.Alike == b.Alike && slices.Equal(a.Texts, b.Texts)
		})
		if !same {
			t.Errorf("%v propose for %+v, all for %+v", who, some, whole)
		}
	}
}
