package merge

import "slices"

// pair is a removed line and the corresponding added line, as indices.
type pair struct{ left, right int }

// maxPairs limits the number of possible pairs of lines that are evaluated in a block.
const maxPairs = 10_000

// pairs matches removed lines with the added lines that they became. Of all ordered matchings,
// it returns the one with the highest total similarity; dissimilar lines are not paired. In a
// block with more than maxPairs possible pairs, lines are paired one by one from the top.
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

// best evaluates all matchings from the end to the beginning: sum[i][j] is the maximum for
// left[i:] and right[j:]. Of equal matchings, it prefers pairs of earlier lines.
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

// profile is the basis for comparing two lines: the sorted pairs of adjacent characters of a
// line.
type profile []uint64

// maxProfile is the maximum number of pairs, counted from the beginning of a line.
const maxProfile = 1_000

// leastAlike is the minimum similarity, in thousandths, of corresponding lines.
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

// alike returns the similarity of two lines in thousandths, or 0 if it is too low for
// corresponding lines.
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

// shared counts the common elements.
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
