package merge

import (
	"runtime/debug"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"crossfeed/engine/enginetest/testsize"
)

// small is a text of a few lines with one letter each: the occurrences of each letter, and the
// text.
type small struct {
	text  string
	lines []line
	count [3]int
}

// smalls returns all texts of up to n lines of the letters a, b and c.
func smalls(n int) []small {
	all, longest := []string{""}, []string{""}
	for range n {
		var longer []string
		for _, s := range longest {
			for _, letter := range []string{"a", "b", "c"} {
				longer = append(longer, s+letter)
			}
		}
		all, longest = append(all, longer...), longer
	}
	var texts []small
	for _, letters := range all {
		texts = append(texts, smallOf(letters))
	}
	return texts
}

func smallOf(letters string) small {
	var s small
	for _, letter := range letters {
		s.text += string(letter) + "\n"
		s.count[letter-'a']++
	}
	s.lines = body(s.text)
	return s
}

// firsts returns the texts in which the letters first occur in alphabetical order: renaming
// letters makes any other text one of these.
func firsts(all []small) []small {
	var kept []small
	for _, s := range all {
		next := byte('a')
		inOrder := true
		for _, l := range s.lines {
			inOrder = inOrder && l.text[0] <= next
			if l.text[0] == next {
				next++
			}
		}
		if inOrder {
			kept = append(kept, s)
		}
	}
	return kept
}

// result returns the merge of the versions, or open.
func (d *diff3) result(buffer []byte) (text []byte, open bool) {
	text = buffer[:0]
	for _, h := range d.hunks() {
		chosen, agreed := d.choose(h)
		if !agreed {
			return nil, true
		}
		for _, l := range d.of(chosen, h) {
			text = append(append(text, l.text...), l.end...)
		}
	}
	return text, false
}

// countLines counts the letters of a text; it reports false if a line is not a single letter.
func countLines(text []byte) (count [3]int, ok bool) {
	for i, c := range text {
		if i%2 == 1 && c != '\n' || i%2 == 0 && (c < 'a' || c > 'c') {
			return count, false
		}
		if i%2 == 0 {
			count[c-'a']++
		}
	}
	return count, len(text)%2 == 0
}

// explains checks, only by counting lines, whether a merge is consistent with a base and its
// versions. A line that one version added and no other removed must be in the result, a line
// that one removed and no other added must not, and no line may occur more often than all
// versions justify together. Equal changes of several versions may count once. If a version
// moved lines, counts do not describe its changes: then a line may occur at most as often as
// in all versions together.
func explains(base small, versions []small, got [3]int) bool {
	moved := slices.ContainsFunc(versions, func(v small) bool { return moves(base, v) })
	for i := range got {
		var added, removed, mostAdded, mostRemoved, have int
		for k, v := range versions {
			if slices.ContainsFunc(versions[:k], func(s small) bool { return s.text == v.text }) {
				continue
			}
			up, down := max(v.count[i]-base.count[i], 0), max(base.count[i]-v.count[i], 0)
			added, removed, have = added+up, removed+down, have+v.count[i]
			mostAdded, mostRemoved = max(mostAdded, up), max(mostRemoved, down)
		}
		least, most := base.count[i]+mostAdded-removed, base.count[i]+added-mostRemoved
		if moved {
			least, most = 0, have
		}
		if got[i] < least || got[i] > most {
			return false
		}
	}
	return true
}

// moves reports whether a version moved a line: then it inserted more lines than the counts
// increased.
func moves(base, v small) bool {
	more := 0
	for i := range base.count {
		more += max(v.count[i]-base.count[i], 0)
	}
	return more < len(v.lines)-common2(dense(base.text), dense(v.text))
}

// trials holds a base and all texts that it may have become, with their changes.
type trials struct {
	base     small
	versions []version
	diff     *diff3
	buffer   []byte
	got      []byte
	open     int
	refer    reference
}

func newTrials(base small, all []small) *trials {
	t := &trials{
		base: base, diff: &diff3{base: base.lines, versions: make([]version, 2)},
		buffer: make([]byte, 0, 100),
	}
	for _, s := range all {
		t.versions = append(t.versions, version{s.lines, changes(texts(base.lines), texts(s.lines), maxLines)})
	}
	return t
}

// try checks the merge of two versions.
func (t *trials) try(i, j int, a, b small) (problem string) {
	t.diff.versions[0], t.diff.versions[1] = t.versions[i], t.versions[j]
	got, open := t.diff.result(t.buffer)
	t.got = got
	one := ""
	switch t.base.text {
	case a.text:
		one = b.text
	case b.text:
		one = a.text
	}
	count, ok := countLines(got)
	switch {
	case open && (i == j || a.text == t.base.text || b.text == t.base.text):
		return "it is open, and only one side changed it"
	case open:
		t.open++
		return ""
	case !ok:
		return "it has a line that is in no version"
	case i == j && string(got) != a.text, (a.text == t.base.text || b.text == t.base.text) && string(got) != one:
		return "it is not what the one side says"
	case !explains(t.base, []small{a, b}, count):
		return "the lines do not count up"
	case !t.refer.follows(t.base.text, a.text, b.text, string(got)):
		return "it does not follow from what both did"
	}
	return ""
}

// longestOfAll is the maximum number of lines up to which all texts are tried.
func longestOfAll() int { return testsize.Of(4, 5) }

func TestOfAllPairsOfEditsOfShortTextsNothingIsLostAndNothingComesBack(t *testing.T) {
	// Garbage collection would otherwise take most of the time.
	defer debug.SetGCPercent(debug.SetGCPercent(800))
	all := smalls(longestOfAll())
	triples, open := 0, 0
	for _, base := range firsts(all) {
		trials := newTrials(base, all)
		for i, a := range all {
			for j, b := range all[:i+1] {
				if problem := trials.try(i, j, a, b); problem != "" {
					t.Fatalf("%q became %q and %q, %q is proposed: %s", base.text, a.text, b.text, trials.got, problem)
				}
				triples++
			}
		}
		open += trials.open
	}
	t.Logf("%d triples, %d of them left open", triples, open)
}

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

// A version that adds nothing new does not affect the merge of two others.
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

// anySmall draws a text of up to eight lines, and edited a version of it with one or two
// edits.
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
