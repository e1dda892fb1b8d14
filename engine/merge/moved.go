package merge

import (
	"slices"
	"strings"
	"unicode"
)

// settleMoves opens the regions with lines that the proposals would bring more
// often, or less often, than what the versions did explains. That happens where
// several removed a line in one place, which counts once, and one or more of them
// put it elsewhere: a line that one moved and another deleted must not come back,
// and one that two moved must not stand there twice. What all versions did alike
// stays as it is: the question is what some of them did besides.
func (l *loom) settleMoves(all []region) {
	if !slices.ContainsFunc(all, l.shared) {
		return
	}
	t := tallies{map[string]*tally{}, l.distinct()}
	for _, r := range all {
		if r.differs && !r.open {
			l.count(t, r)
		}
	}
	for i, r := range all {
		if r.differs && !r.open && !l.alike(r) {
			all[i].open = t.unexplained(l.base(r)) || t.unexplained(r.lines())
		}
	}
}

// shared tells whether several versions may have done the same in a region. Where
// they nowhere did, all is explained.
func (l *loom) shared(r region) bool {
	return r.differs && !r.open && len(l.changedBy(r)) > 1
}

// alike tells whether all versions changed a region to the same.
func (l *loom) alike(r region) bool {
	return !r.byWords && len(l.changedBy(r)) == len(l.versions)
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

// lines are those that a region becomes.
func (r *region) lines() []line {
	if r.byWords {
		return lines(text(r.joined))
	}
	return r.joined
}

// tally counts how often a line comes and goes: by what each version did, and in
// what is proposed.
type tally struct {
	// by are the versions that did anything to it.
	by       map[int]int
	proposed int
}

// tallies count the lines of versions of which none says what another does.
type tallies struct {
	lines    map[string]*tally
	distinct []int
}

// distinct numbers the versions, of those that have the same lines the first.
func (l *loom) distinct() []int {
	var all []int
	for i, v := range l.versions {
		if !slices.ContainsFunc(all, func(k int) bool { return sameLines(v.lines, l.versions[k].lines) }) {
			all = append(all, i)
		}
	}
	return all
}

// count counts what happened in a region. Of one that was joined word by word,
// lines that only the proposal has, or only versions have, were changed further:
// they do not count.
func (l *loom) count(t tallies, r region) {
	base, proposed := saying(l.base(r)), saying(r.lines())
	var of []string
	for i := range l.versions {
		if r.byWords {
			of = append(of, saying(l.of(i, r))...)
		}
	}
	counts := func(s string) bool {
		return !r.byWords || slices.Contains(base, s) || slices.Contains(proposed, s) && slices.Contains(of, s)
	}
	t.add(base, counts, func(c *tally) { c.proposed-- })
	t.add(proposed, counts, func(c *tally) { c.proposed++ })
	for _, i := range t.distinct {
		if sameLines(l.of(i, r), l.base(r)) {
			continue
		}
		t.add(base, counts, func(c *tally) { c.by[i]-- })
		t.add(saying(l.of(i, r)), counts, func(c *tally) { c.by[i]++ })
	}
}

func (t tallies) add(lines []string, counts func(string) bool, count func(*tally)) {
	for _, s := range lines {
		if !counts(s) {
			continue
		}
		if t.lines[s] == nil {
			t.lines[s] = &tally{by: map[int]int{}}
		}
		count(t.lines[s])
	}
}

func (t tallies) unexplained(lines []line) bool {
	return slices.ContainsFunc(saying(lines), func(s string) bool {
		return t.lines[s] != nil && !t.lines[s].explained()
	})
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

// saying are the lines that say anything: blank ones and rules do not.
func saying(lines []line) []string {
	var all []string
	for _, l := range lines {
		if strings.ContainsFunc(l.text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }) {
			all = append(all, l.text)
		}
	}
	return all
}
