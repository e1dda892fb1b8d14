package merge

import "slices"

// anchors finds tokens to split a long comparison at: those that stand exactly
// once on each side, as many of them as come in the same order on both.
func anchors(left, right []string) []pair {
	var all []pair
	onLeft, onRight := single(left), single(right)
	for i, t := range left {
		j, there := onRight[t]
		if there && j != several && onLeft[t] != several {
			all = append(all, pair{i, j})
		}
	}
	return ascending(all)
}

// several is the place of what has more than one.
const several = -1

// single gives each token its place, or several.
func single(tokens []string) map[string]int {
	places := make(map[string]int, len(tokens))
	for i, t := range tokens {
		if _, twice := places[t]; twice {
			i = several
		}
		places[t] = i
	}
	return places
}

// ascending picks, from pairs in the order of their left places, as many as
// ascend on the right as well. ends[n] is the pair with the least right place
// that n pairs before it lead up to; each pair remembers which one it follows.
func ascending(all []pair) []pair {
	var ends []int
	before := make([]int, len(all))
	for i, p := range all {
		n, _ := slices.BinarySearchFunc(ends, p.right, func(end, right int) int { return all[end].right - right })
		before[i] = several
		if n > 0 {
			before[i] = ends[n-1]
		}
		if n == len(ends) {
			ends = append(ends, i)
		} else {
			ends[n] = i
		}
	}
	if len(ends) == 0 {
		return nil
	}
	var picked []pair
	for i := ends[len(ends)-1]; i != several; i = before[i] {
		picked = append(picked, all[i])
	}
	slices.Reverse(picked)
	return picked
}

// maxScan is the number of tokens before and after a token that are scanned to see
// what surrounds it.
const maxScan = 100

// matched says how often a token is on the other side.
type matched int

const (
	never matched = iota
	seldom
	often
)

// count counts each token.
func count(tokens []int, distinct int) []int {
	all := make([]int, distinct)
	for _, t := range tokens {
		all[t]++
	}
	return all
}

// common lists the tokens that are worth comparing, and marks the others as
// changed: those that the other side does not have, and those that it has often,
// such as blank lines, in the middle of such. What is equal by chance would
// otherwise tear changes apart.
func common(s *sequence, there []int) []int {
	how := make([]matched, len(s.tokens))
	many := roughRoot(len(s.tokens))
	for i := s.from; i < s.to; i++ {
		switch n := there[s.tokens[i]]; {
		case n >= many:
			how[i] = often
		case n > 0:
			how[i] = seldom
		}
	}
	var kept []int
	for i := s.from; i < s.to; i++ {
		if how[i] == never || how[i] == often && byChance(how, i, s.from, s.to) {
			s.changed[i] = true
		} else {
			kept = append(kept, i)
		}
	}
	return kept
}

// byChance reports whether what surrounds a token that is often on the other side
// is mostly not there at all.
func byChance(how []matched, i, from, to int) bool {
	before, oftenBefore := run(how, i, max(from, i-maxScan)-1, -1)
	after, oftenAfter := run(how, i, min(to, i+maxScan+1), 1)
	if before == 0 || after == 0 {
		return false
	}
	// The token itself was counted in both runs.
	return 3*(oftenBefore+oftenAfter+2) < before+after
}

// run counts the tokens on one side of one, as far as the other side never or
// often has them.
func run(how []matched, i, end, step int) (absent, frequent int) {
	for k := i + step; k != end && how[k] != seldom; k += step {
		if how[k] == never {
			absent++
		} else {
			frequent++
		}
	}
	return absent, frequent
}

// roughRoot is about the square root: a power of two.
func roughRoot(n int) int {
	root := 1
	for ; n > 0; n >>= 2 {
		root <<= 1
	}
	return min(root, 1024)
}
