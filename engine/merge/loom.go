package merge

import "slices"

// loom holds the versions of a text against one spine: the base, or the winner
// where the base is not known. Its lines are compared by what stands in them, not
// by their ends. Words are woven on it as well: as lines without an end.
type loom struct {
	spine    []line
	versions []strand
	// reach gives for each place of the spine the one up to which nothing
	// stands that keeps changes apart; nil where everything does.
	reach []int
}

// strand is a version and where it differs from the spine.
type strand struct {
	lines   []line
	changes []change
}

// region is a stretch of the spine, spine[from:to], and the place of what each
// version has there.
type region struct {
	stretch
	at []stretch
	// differs tells that a version changed it.
	differs bool
	// joined is then what it becomes; byWords tells that it was put together
	// word by word, open that nothing is proposed.
	joined        []line
	byWords, open bool
}

func newLoom(spine []line, versions [][]line, limit int) *loom {
	l := &loom{spine: spine, versions: make([]strand, len(versions))}
	tokens := texts(spine)
	for i, v := range versions {
		l.versions[i] = strand{v, changes(tokens, texts(v), limit)}
	}
	return l
}

// regions cuts the spine into the stretches that versions changed and those
// between them. Changes of several versions that overlap or touch are in one
// region: in which order should they follow each other?
func (l *loom) regions() []region {
	var all []region
	next, shift := make([]int, len(l.versions)), make([]int, len(l.versions))
	at := 0
	for {
		from := l.nextFrom(next)
		if at < from {
			all = append(all, l.region(at, from, shift, shift))
		}
		if from == len(l.spine) && !l.more(next) {
			return all
		}
		before := slices.Clone(shift)
		at = l.gather(from, next, shift)
		r := l.region(from, at, before, shift)
		r.differs = true
		all = append(all, r)
	}
}

// nextFrom is where the next change begins; the end, where there is none.
func (l *loom) nextFrom(next []int) int {
	from := len(l.spine)
	for i, v := range l.versions {
		if next[i] < len(v.changes) {
			from = min(from, v.changes[next[i]].from)
		}
	}
	return from
}

func (l *loom) more(next []int) bool {
	for i, v := range l.versions {
		if next[i] < len(v.changes) {
			return true
		}
	}
	return false
}

// gather takes all changes that hang together from a place on, and gives the
// place behind them. shift is by how much a version is ahead of the spine.
func (l *loom) gather(to int, next, shift []int) int {
	for grown := true; grown; {
		grown = false
		for i, v := range l.versions {
			for next[i] < len(v.changes) && v.changes[next[i]].from <= l.reaches(to) {
				c := v.changes[next[i]]
				to, shift[i] = max(to, c.to), c.end-c.to
				next[i]++
				grown = true
			}
		}
	}
	return to
}

func (l *loom) reaches(place int) int {
	if l.reach == nil {
		return place
	}
	return l.reach[place]
}

func (l *loom) region(from, to int, before, after []int) region {
	r := region{stretch: stretch{from, to}, at: make([]stretch, len(l.versions))}
	for i := range r.at {
		r.at[i] = stretch{from + before[i], to + after[i]}
	}
	return r
}

// base is what the spine has in a region, of what a version has there.
func (l *loom) base(r region) []line { return l.spine[r.from:r.to] }

func (l *loom) of(version int, r region) []line {
	return l.versions[version].lines[r.at[version].from:r.at[version].to]
}

// choose finds the first version that changed a region's lines, or the first of
// all where none did; agreed tells that all that did made the same of them.
func (l *loom) choose(r region) (chosen int, agreed bool) {
	chosen = -1
	for i := range l.versions {
		switch {
		case sameLines(l.of(i, r), l.base(r)):
		case chosen < 0:
			chosen = i
		case !sameLines(l.of(i, r), l.of(chosen, r)):
			return chosen, false
		}
	}
	return max(chosen, 0), true
}

// sameLines compares lines by what stands in them.
func sameLines(a, b []line) bool {
	return slices.EqualFunc(a, b, func(a, b line) bool { return a.text == b.text })
}
