package merge

import "strings"

// Gap begins a line of a base that stands for lines which have no base. No text can
// contain it, as XML cannot: every version differs from it.
const Gap = "\uffff"

func (l line) isGap() bool { return strings.HasPrefix(l.text, Gap) }

// atGaps cuts a hunk before and after its gaps, so that the lines next to one have their
// base, where it is certain which lines of each version are whose. What every version
// did there is still one change that touches others: a part that one of them changed is
// open.
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

// cutAt cuts a hunk at a position in the base. known is false where a version replaced
// what is before and after the position by another number of lines.
func (d *diff3) cutAt(h hunk, p int, first, next []int) (left, right hunk, known bool) {
	left = hunk{stretch: stretch{h.from, p}, differs: true, touches: true}
	right = hunk{stretch: stretch{p, h.to}, differs: true, touches: true}
	for i, v := range d.versions {
		at := p + h.at[i].from - h.from
		for _, c := range v.changes[first[i]:next[i]] {
			added := c.from == p && c.to == p && d.base[p-1].isGap() // after a gap, to the gap
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
