package merge

import (
	"slices"
	"strings"
)

// diff3 compares the versions of a text with their base, or with the winner if the base is not
// known. It compares the text of lines and ignores their line ends. The words of a line are
// compared in the same way: then each line is a word.
type diff3 struct {
	base     []line
	versions []version
	// reach holds, for each position in the base, the position up to which changes are not
	// separated. It is nil if every line separates them; only words need it.
	reach []int
}

// version is a version and its differences from the base.
type version struct {
	lines   []line
	changes []change
}

// hunk is a section of the base, base[from:to], and the corresponding sections of all
// versions.
type hunk struct {
	stretch
	at []stretch
	// differs reports whether a version changed it. touches reports whether it was cut from
	// adjacent changes: then it is open even if only one version changed it.
	differs, touches bool
}

func newDiff3(base []line, versions [][]line, limit int) *diff3 {
	d := &diff3{base: base, versions: make([]version, len(versions))}
	tokens := texts(base)
	for i, v := range versions {
		d.versions[i] = version{v, changes(tokens, texts(v), limit)}
	}
	return d
}

// hunks divides the base into the sections that versions changed and those between them.
// Overlapping and adjacent changes of several versions form one hunk, because their order
// would be ambiguous. If every line was replaced by exactly one, the order is clear, and the
// hunk is divided line by line.
func (d *diff3) hunks() []hunk {
	var all []hunk
	next, shift := make([]int, len(d.versions)), make([]int, len(d.versions))
	at := 0
	for {
		from := d.nextFrom(next)
		if at < from {
			all = append(all, d.hunk(at, from, shift, shift))
		}
		if from == len(d.base) && !d.more(next) {
			return all
		}
		before, first := slices.Clone(shift), slices.Clone(next)
		at = d.gather(from, next, shift)
		h := d.hunk(from, at, before, shift)
		h.differs = true
		if d.reach == nil && at-from <= maxLines && d.lineByLine(first, next) {
			all = append(all, d.byLine(h)...)
		} else {
			all = append(all, d.atGaps(h, first, next)...)
		}
	}
}

// nextFrom returns the position of the next change, or the end if there is none.
func (d *diff3) nextFrom(next []int) int {
	from := len(d.base)
	for i, v := range d.versions {
		if next[i] < len(v.changes) {
			from = min(from, v.changes[next[i]].from)
		}
	}
	return from
}

func (d *diff3) more(next []int) bool {
	for i, v := range d.versions {
		if next[i] < len(v.changes) {
			return true
		}
	}
	return false
}

// gather consumes all adjacent changes from a position on, and returns the position after
// them. shift is the offset of each version relative to the base.
func (d *diff3) gather(to int, next, shift []int) int {
	for grown := true; grown; {
		grown = false
		for i, v := range d.versions {
			for next[i] < len(v.changes) && v.changes[next[i]].from <= d.reaches(to) {
				c := v.changes[next[i]]
				to, shift[i] = max(to, c.to), c.end-c.to
				next[i]++
				grown = true
			}
		}
	}
	return to
}

func (d *diff3) reaches(position int) int {
	if d.reach == nil {
		return position
	}
	return d.reach[position]
}

func (d *diff3) hunk(from, to int, before, after []int) hunk {
	h := hunk{stretch: stretch{from, to}, at: make([]stretch, len(d.versions))}
	for i := range h.at {
		h.at[i] = stretch{from + before[i], to + after[i]}
	}
	return h
}

// lineByLine reports whether several versions made the changes of a hunk, and each of them
// replaced every line with exactly one.
func (d *diff3) lineByLine(first, next []int) bool {
	by := 0
	for i, v := range d.versions {
		if first[i] < next[i] {
			by++
		}
		for _, c := range v.changes[first[i]:next[i]] {
			if !c.replaces() {
				return false
			}
		}
	}
	return by > 1
}

// byLine divides a hunk where the set of versions that changed a line, or their agreement,
// changes, and before and after gaps.
func (d *diff3) byLine(h hunk) []hunk {
	var all []hunk
	at := 0
	for n := 1; n <= h.to-h.from; n++ {
		if n == h.to-h.from || d.base[h.from+n-1].isGap() != d.base[h.from+n].isGap() || !d.alike(h.part(n-1, n), h.part(n, n+1)) {
			part := h.part(at, n)
			part.differs = len(d.changedBy(part)) > 0
			all = append(all, part)
			at = n
		}
	}
	return all
}

// alike reports whether the same versions changed two hunks, and agree in both or in neither.
func (d *diff3) alike(a, b hunk) bool {
	_, one := d.choose(a)
	_, other := d.choose(b)
	return one == other && slices.Equal(d.changedBy(a), d.changedBy(b))
}

// part returns a part of a hunk that has the same length in all versions.
func (h hunk) part(from, to int) hunk {
	p := hunk{stretch: stretch{h.from + from, h.from + to}, at: make([]stretch, len(h.at))}
	for i, s := range h.at {
		p.at[i] = stretch{s.from + from, s.from + to}
	}
	return p
}

// of returns the lines of a version in a hunk.
func (d *diff3) of(version int, h hunk) []line {
	return d.versions[version].lines[h.at[version].from:h.at[version].to]
}

// old returns the lines of the base in a hunk.
func (d *diff3) old(h hunk) []line { return d.base[h.from:h.to] }

// changedBy returns the indices of the versions that changed a hunk's lines.
func (d *diff3) changedBy(h hunk) []int {
	var all []int
	for i := range d.versions {
		if !sameLines(d.of(i, h), d.old(h)) {
			all = append(all, i)
		}
	}
	return all
}

// choose returns the first version that changed a hunk's lines, or the first of all if none
// did. It reports whether all versions that changed the hunk agree.
func (d *diff3) choose(h hunk) (chosen int, agreed bool) {
	changed := d.changedBy(h)
	for _, i := range changed {
		if !sameLines(d.of(i, h), d.of(changed[0], h)) {
			return changed[0], false
		}
	}
	if len(changed) == 0 {
		return 0, true
	}
	return changed[0], true
}

// sameLines compares lines by their text.
func sameLines(a, b []line) bool {
	return slices.EqualFunc(a, b, func(a, b line) bool { return a.text == b.text })
}

// only returns a diff3 of some of the versions with the same base.
func (d *diff3) only(who []int) *diff3 {
	some := &diff3{base: d.base, reach: d.reach}
	for _, n := range who {
		some.versions = append(some.versions, d.versions[n])
	}
	return some
}

// only returns the same hunk for some of the versions.
func (h hunk) only(who []int) hunk {
	at := make([]stretch, len(who))
	for i, n := range who {
		at[i] = h.at[n]
	}
	h.at = at
	return h
}

// Gap starts a placeholder line in a base for lines without a base. It is invalid in XML, so
// no text contains it, and every version differs from the placeholder.
const Gap = "\uffff"

func (l line) isGap() bool { return strings.HasPrefix(l.text, Gap) }

// atGaps divides a hunk before and after its gaps, so that lines next to a gap have their base
// if the corresponding lines of each version are certain. The parts still count as adjacent
// changes: a part that only one version changed is open.
func (d *diff3) atGaps(h hunk, first, next []int) []hunk {
	var all []hunk
	for p := h.from + 1; p < h.to; p++ {
		if !d.base[p-1].isGap() && !d.base[p].isGap() {
			continue
		}
		if left, right, known := d.cutAt(h, p, first, next); known {
			all, h = append(all, left), right
		}
	}
	return append(all, h)
}

// cutAt divides a hunk at a position in the base. known is false if a version replaced lines
// on both sides of the position with a different number of lines.
func (d *diff3) cutAt(h hunk, p int, first, next []int) (left, right hunk, known bool) {
	left = hunk{stretch: stretch{h.from, p}, differs: true, touches: true}
	right = hunk{stretch: stretch{p, h.to}, differs: true, touches: true}
	for i, v := range d.versions {
		at := p + h.at[i].from - h.from
		for _, c := range v.changes[first[i]:next[i]] {
			added := c.from == p && c.to == p && d.base[p-1].isGap() // after a gap: part of the gap
			switch {
			case c.to <= p && c.from < p, added:
				at = c.end + p - c.to
			case c.from < p && c.replaces():
				at = c.start + p - c.from
			case c.from < p:
				return left, right, false
			}
		}
		left.at = append(left.at, stretch{h.at[i].from, at})
		right.at = append(right.at, stretch{at, h.at[i].to})
	}
	return left, right, true
}
