package reconcile

import (
	"slices"
	"testing"
)

func propose(base string, values ...string) Proposal {
	return Propose(Field{Join: JoinText, Base: &base, Values: values})
}

func TestOfAllPairsOfEditsTheOrderDoesNotMatter(t *testing.T) {
	var refer reference
	all := smalls(3)
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

// explainsAll is explains for any number of versions; what stands twice among them
// counts once.
func explainsAll(base small, versions []small, got [3]int) bool {
	for i := range got {
		base := base.count[i]
		var added, removed, mostAdded, mostRemoved int
		for k, v := range versions {
			if slices.ContainsFunc(versions[:k], func(s small) bool { return s.text == v.text }) {
				continue
			}
			up, down := max(v.count[i]-base, 0), max(base-v.count[i], 0)
			added, removed = added+up, removed+down
			mostAdded, mostRemoved = max(mostAdded, up), max(mostRemoved, down)
		}
		if got[i] < base+mostAdded-removed || got[i] > base+added-mostRemoved {
			return false
		}
	}
	return true
}

func TestOfAllTriplesOfEditsNothingIsLostAndNothingComesBack(t *testing.T) {
	all := smalls(3)
	for _, base := range firsts(all) {
		for i, a := range all {
			for j, b := range all[:i+1] {
				for _, c := range all[:j+1] {
					got := propose(base.text, a.text, b.text, c.text)
					if got.Open {
						continue
					}
					count, ok := countLines([]byte(got.Value))
					if !ok || !explainsAll(base, []small{a, b, c}, count) {
						t.Fatalf("%q became %q, %q and %q: %+v", base.text, a.text, b.text, c.text, got)
					}
				}
			}
		}
	}
}

// A version that says nothing new changes nothing about what two others did.
func TestOfAllPairsOfEditsAThirdThatIsOneOfThemOrTheBaseChangesNothing(t *testing.T) {
	all := smalls(3)
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
