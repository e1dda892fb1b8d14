package merge

// pair is a removed line and the added line that it corresponds to, as indexes.
type pair struct{ left, right int }

// maxPairs limits the number of pairs of lines that are weighed up in a block.
const maxPairs = 10_000

// pairs finds which removed lines became which added ones. Of all ways to pair
// lines in order, it takes the one whose pairs are most alike in sum; lines that
// are not alike are not paired. In a block of more than maxPairs possible pairs
// the lines are paired one by one from the top.
func pairs(removed, added []line) []pair {
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
