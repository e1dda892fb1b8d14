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
