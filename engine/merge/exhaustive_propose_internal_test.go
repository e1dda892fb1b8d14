package merge

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"crossfeed/engine/enginetest/testsize"
)

func propose(base string, values ...string) Proposal {
	return Propose(Field{Join: JoinText, Base: &base, Values: values})
}

func TestOfAllPairsOfEditsTheOrderDoesNotMatter(t *testing.T) {
	var refer reference
	all := smalls(testsize.Of(2, 3))
	for _, base := range firsts(all) {
		for i, a := range all {
			for _, b := range all[:i+1] {
				one, other := propose(base.text, a.text, b.text), propose(base.text, b.text, a.text)
				if one.Value != other.Value || one.Open != other.Open || one.Reason != other.Reason {
					t.Fatalf("%q became %q and %q: %+v, and turned round %+v", base.text, a.text, b.text, one, other)
				}
				if !one.Open && !refer.follows(base.text, a.text, b.text, one.Value) {
					t.Fatalf("%q became %q and %q: %+v does not follow", base.text, a.text, b.text, one)
				}
			}
		}
	}
}

func TestOfAllTriplesOfEditsNothingIsLostAndNothingComesBack(t *testing.T) {
	all := smalls(testsize.Of(2, 3))
	for _, base := range firsts(all) {
		for i, a := range all {
			for j, b := range all[:i+1] {
				for _, c := range all[:j+1] {
					got := propose(base.text, a.text, b.text, c.text)
					if got.Open {
						continue
					}
					count, ok := countLines([]byte(got.Value))
					if !ok || !explains(base, []small{a, b, c}, count) {
						t.Fatalf("%q became %q, %q and %q: %+v", base.text, a.text, b.text, c.text, got)
					}
				}
			}
		}
	}
}

// A version that says nothing new changes nothing about what two others did.
func TestOfAllPairsOfEditsAThirdThatIsOneOfThemOrTheBaseChangesNothing(t *testing.T) {
	all := smalls(testsize.Of(2, 3))
	for _, base := range firsts(all) {
		for i, a := range all {
			for _, b := range all[:i+1] {
				two := propose(base.text, a.text, b.text)
				for _, third := range []string{base.text, a.text, b.text} {
					if three := propose(base.text, a.text, b.text, third); three.Value != two.Value || three.Open != two.Open {
						t.Fatalf("%q became %q and %q: %+v, and with %q %+v", base.text, a.text, b.text, two, third, three)
					}
				}
			}
		}
	}
}

// anySmall draws a text of up to eight lines, and edited is one with an edit or
// two.
func anySmall(t *rapid.T) []byte {
	return rapid.SliceOfN(rapid.SampledFrom([]byte("abc")), 0, 8).Draw(t, "letters")
}

func edited(t *rapid.T, base []byte) []byte {
	for range rapid.IntRange(1, 2).Draw(t, "edits") {
		from := rapid.IntRange(0, len(base)).Draw(t, "from")
		to := rapid.IntRange(from, min(from+2, len(base))).Draw(t, "to")
		put := rapid.SliceOfN(rapid.SampledFrom([]byte("abc")), 0, 2).Draw(t, "put")
		base = slices.Replace(slices.Clone(base), from, to, put...)
	}
	return base
}

func TestOfThreeToSixVersionsNothingIsLostAndNothingComesBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		letters := anySmall(t)
		base := smallOf(string(letters))
		var versions []small
		var values []string
		for range rapid.IntRange(3, 6).Draw(t, "versions") {
			v := smallOf(string(edited(t, letters)))
			versions, values = append(versions, v), append(values, v.text)
		}
		got := propose(base.text, values...)
		if got.Open {
			return
		}
		count, ok := countLines([]byte(got.Value))
		if !ok || !explains(base, versions, count) {
			t.Fatalf("%q became %q: %+v", base.text, values, got)
		}
	})
}
