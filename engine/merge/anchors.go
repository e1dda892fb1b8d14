package merge

import "slices"

// anchors finds tokens at which a long comparison can be split: tokens that occur exactly once
// on each side, as many of them as are in the same order on both.
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

// several marks tokens that occur more than once, and pairs without a predecessor.
const several = -1

// single maps each token to its index, or to several.
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

// ascending returns the longest selection of pairs that ascends on both sides; all is ordered
// by the left indices. ends[n] is the pair with the least right index at which a chain of n+1
// pairs ends, and before[i] is the predecessor of pair i.
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

// maxScan is the number of tokens scanned before and after a token to examine its
// surroundings.
const maxScan = 100

// matched is how often a token occurs on the other side.
type matched int

const (
	never matched = iota
	seldom
	often
)

// count counts the occurrences of each token.
func count(tokens []int, distinct int) []int {
	all := make([]int, distinct)
	for _, t := range tokens {
		all[t]++
	}
	return all
}

// common returns the tokens that are worth comparing and marks the others as changed: those
// that the other side lacks, and frequent ones, such as blank lines, that are surrounded by
// these. Chance matches would otherwise split changes.
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

// byChance reports whether most of the tokens around a token that is frequent on the other
// side are missing there.
func byChance(how []matched, i, from, to int) bool {
	before, oftenBefore := run(how, i, max(from, i-maxScan)-1, -1)
	after, oftenAfter := run(how, i, min(to, i+maxScan+1), 1)
	if before == 0 || after == 0 {
		return false
	}
	// Both runs count the token itself.
	return 3*(oftenBefore+oftenAfter+2) < before+after
}

// run counts the consecutive tokens in one direction that the other side either lacks or has
// often.
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

// roughRoot returns a power of two near the square root.
func roughRoot(n int) int {
	root := 1
	for ; n > 0; n >>= 2 {
		root <<= 1
	}
	return min(root, 1024)
}
