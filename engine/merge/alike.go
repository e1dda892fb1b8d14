package merge

import "slices"

// profile is what two lines are compared by to see whether one became the
// other: the pairs of neighbouring characters in it, sorted.
type profile []uint64

// maxProfile is the number of pairs that count, from the beginning of a line.
const maxProfile = 1_000

// leastAlike is how alike, in thousandths, lines are that correspond.
const leastAlike = 333

func profiles(lines []line) []profile {
	all := make([]profile, len(lines))
	for i, l := range lines {
		all[i] = profileOf(l.text)
	}
	return all
}

func profileOf(s string) profile {
	var p profile
	before := uint64(0)
	for _, r := range s {
		if len(p) == maxProfile {
			break
		}
		p = append(p, before<<32|uint64(r))
		before = uint64(r)
	}
	slices.Sort(p)
	return p
}

// alike says how alike two lines are, in thousandths of what they consist of,
// or 0 where they are not alike enough to correspond.
func alike(a, b profile) int {
	if len(a)+len(b) == 0 {
		return 0
	}
	same := 2000 * shared(a, b) / (len(a) + len(b))
	if same < leastAlike {
		return 0
	}
	return same
}

// shared counts what stands in both.
func shared(a, b profile) int {
	n := 0
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0] < b[0]:
			a = a[1:]
		case a[0] > b[0]:
			b = b[1:]
		default:
			n++
			a, b = a[1:], b[1:]
		}
	}
	return n
}
