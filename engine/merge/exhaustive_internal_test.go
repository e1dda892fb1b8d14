package merge

import (
	"runtime/debug"
	"strings"
	"testing"

	"crossfeed/engine/enginetest/testsize"
)

// small is a text of few lines, each a letter: how often each stands there, and
// the text.
type small struct {
	text  string
	lines []line
	count [3]int
}

// smalls are all texts of up to n lines of the letters a, b and c.
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
	s := small{text: strings.Join(strings.Split(letters, ""), "\n")}
	s.lines = lines(s.text)
	for _, letter := range letters {
		s.count[letter-'a']++
	}
	return s
}

// firsts are those texts in which the letters come in the order of the alphabet:
// every other text is one of them by another name.
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

// result is what a loom makes of its versions, or open. again is what it does with
// stretches that collide.
func (l *loom) result(buffer []byte, again func(region) ([]line, bool)) (text []byte, open bool) {
	text = buffer[:0]
	for _, r := range l.settled(l.withLastLine(l.regions()), again) {
		switch {
		case r.open:
			return nil, true
		case !r.differs:
			r.joined = l.of(0, r)
		}
		for _, w := range r.joined {
			text = append(append(text, w.text...), w.end...)
		}
	}
	return text, false
}

// countLines counts the letters of a text; it fails where a line is no letter.
func countLines(text []byte) (count [3]int, ok bool) {
	for i, c := range text {
		if i%2 == 1 && c != '\n' || i%2 == 0 && (c < 'a' || c > 'c') {
			return count, false
		}
		if i%2 == 0 {
			count[c-'a']++
		}
	}
	return count, len(text) == 0 || len(text)%2 == 1
}

// explains holds what a proposal owes to a base and two versions, by counting
// alone. What one side added and the other did not remove is there, what one side
// removed and the other did not add is gone, and no line is there more often than
// both together say. Where both did the same, it may count once.
func explains(base, a, b, got [3]int) bool {
	for i := range base {
		da, db := a[i]-base[i], b[i]-base[i]
		added, removed := max(da, 0)+max(db, 0), max(-da, 0)+max(-db, 0)
		least := base[i] + max(da, db, 0) - removed
		most := base[i] + added - max(-da, -db, 0)
		if got[i] < least || got[i] > most {
			return false
		}
	}
	return true
}

// trials holds a base and all texts that it may have become, with what changed.
type trials struct {
	base    small
	strands []strand
	loom    *loom
	buffer  []byte
	got     []byte
	open    int
	refer   reference
	// woven remembers what became of stretches that collided.
	woven map[[3]string]woven
}

type woven struct {
	lines []line
	whole bool
}

// again is weaveWords, which takes most of the time and is asked the same again
// and again.
func (t *trials) again(r region) ([]line, bool) {
	key := [3]string{text(t.loom.base(r)), text(t.loom.of(0, r)), text(t.loom.of(1, r))}
	w, there := t.woven[key]
	if !there {
		w.lines, w.whole = t.loom.weaveWords(r)
		t.woven[key] = w
	}
	return w.lines, w.whole
}

func newTrials(base small, all []small) *trials {
	t := &trials{
		base: base, loom: &loom{spine: base.lines, versions: make([]strand, 2)},
		buffer: make([]byte, 0, 100), woven: map[[3]string]woven{},
	}
	for _, s := range all {
		t.strands = append(t.strands, strand{s.lines, changes(texts(base.lines), texts(s.lines), maxLines)})
	}
	return t
}

// try checks what is made of two versions.
func (t *trials) try(i, j int, a, b small) (problem string) {
	t.loom.versions[0], t.loom.versions[1] = t.strands[i], t.strands[j]
	got, open := t.loom.result(t.buffer, t.again)
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
	case !explains(t.base.count, a.count, b.count, count):
		return "the lines do not count up"
	case !t.refer.follows(t.base.text, a.text, b.text, string(got)):
		return "it does not follow from what both did"
	}
	return ""
}

// longestOfAll is the number of lines of the longest texts of which all are tried.
func longestOfAll() int { return testsize.Of(4, 5) }

func TestOfAllPairsOfEditsOfShortTextsNothingIsLostAndNothingComesBack(t *testing.T) {
	// Most of the time would go by collecting what was allocated.
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
