package reconcile

import (
	"strings"
	"unicode"
)

// tally counts how often a line comes and goes: by what each version did, and in
// what is proposed.
type tally struct {
	by       []int
	proposed int
}

// moved marks the regions with lines that the proposals would bring more often,
// or less often, than what the versions did explains. That happens where several
// removed a line in one place, which counts once, and one or more of them put it
// elsewhere: a line that one moved and another deleted must not come back, and
// one that two moved must not stand there twice. What all versions did alike
// stays as it is: the question is what some of them did besides.
func (l *loom) moved(all []region) {
	if !l.shared(all) {
		return
	}
	counts := map[string]*tally{}
	for _, r := range all {
		if chosen, agreed := l.choose(r); r.differs && agreed {
			l.count(counts, r, chosen)
		}
	}
	for i, r := range all {
		chosen, agreed := l.choose(r)
		if r.differs && agreed && len(l.changedBy(r)) < len(l.versions) {
			all[i].moved = unexplained(counts, l.base(r)) || unexplained(counts, l.of(chosen, r))
		}
	}
}

// shared tells whether several versions did the same anywhere; else all is
// explained.
func (l *loom) shared(all []region) bool {
	for _, r := range all {
		if _, agreed := l.choose(r); r.differs && agreed && len(l.changedBy(r)) > 1 {
			return true
		}
	}
	return false
}

// changedBy numbers the versions that changed a region's lines.
func (l *loom) changedBy(r region) []int {
	var all []int
	for i := range l.versions {
		if !sameLines(l.of(i, r), l.base(r)) {
			all = append(all, i)
		}
	}
	return all
}

func (l *loom) count(counts map[string]*tally, r region, chosen int) {
	by := l.changedBy(r)
	add := func(lines []line, n int) {
		for _, t := range lines {
			if !says(t.text) {
				continue
			}
			c := counts[t.text]
			if c == nil {
				c = &tally{by: make([]int, len(l.versions))}
				counts[t.text] = c
			}
			c.proposed += n
			for _, i := range by {
				c.by[i] += n
			}
		}
	}
	add(l.base(r), -1)
	add(l.of(chosen, r), 1)
}

func unexplained(counts map[string]*tally, lines []line) bool {
	for _, t := range lines {
		if c := counts[t.text]; c != nil && !c.explained() {
			return true
		}
	}
	return false
}

// explained tells whether all that was removed is gone and all that was added is
// there, where several may have done the same.
func (c *tally) explained() bool {
	var added, removed, mostAdded, mostRemoved int
	for _, n := range c.by {
		added, removed = added+max(n, 0), removed+max(-n, 0)
		mostAdded, mostRemoved = max(mostAdded, n), max(mostRemoved, -n)
	}
	return mostAdded-removed <= c.proposed && c.proposed <= added-mostRemoved
}

// says tells whether a line says anything: blank ones and rules do not.
func says(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) })
}
