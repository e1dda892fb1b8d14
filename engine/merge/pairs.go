package merge

import "slices"

// pair is a removed line and the added line that it corresponds to, as indexes.
type pair struct{ left, right int }

// maxPairs limits the number of pairs of lines that are weighed up in a block.
const maxPairs = 10_000

// pairs finds which removed lines became which added ones. Of all ways to pair
// lines in order, it takes the one whose pairs are most alike in sum; lines that
// are not alike are not paired. In a block of more than maxPairs possible pairs
// the lines are paired one by one from the top.
func pairs(removed, added []line) []pair {
	if len(removed) == 0 || len(added) == 0 {
		return nil
	}
	left, right := profiles(removed), profiles(added)
	if len(left)*len(right) > maxPairs {
		return inOrder(left, right)
	}
	return best(left, right)
}

func inOrder(left, right []profile) []pair {
	var all []pair
	for i := range min(len(left), len(right)) {
		if alike(left[i], right[i]) > 0 {
			all = append(all, pair{i, i})
		}
	}
	return all
}

// best weighs up all ways, from the end to the beginning: sum[i][j] is the most
// that can be had from left[i:] and right[j:]. Of equal ways it takes the one
// that pairs the earlier lines.
func best(left, right []profile) []pair {
	likeness, sum := weigh(left, right)
	var all []pair
	for i, j := 0, 0; i < len(left) && j < len(right); {
		switch {
		case likeness[i][j] > 0 && sum[i][j] == likeness[i][j]+sum[i+1][j+1]:
			all = append(all, pair{i, j})
			i++
			j++
		case sum[i][j] == sum[i][j+1]:
			j++
		default:
			i++
		}
	}
	return all
}

func weigh(left, right []profile) (likeness, sum [][]int) {
	likeness, sum = make([][]int, len(left)), make([][]int, len(left)+1)
	sum[len(left)] = make([]int, len(right)+1)
	for i := len(left) - 1; i >= 0; i-- {
		likeness[i], sum[i] = make([]int, len(right)), make([]int, len(right)+1)
		for j := len(right) - 1; j >= 0; j-- {
			likeness[i][j] = alike(left[i], right[j])
			sum[i][j] = max(sum[i+1][j], sum[i][j+1], likeness[i][j]+sum[i+1][j+1])
		}
	}
	return likeness, sum
}

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
