package merge

// reference determines which results may follow from two edits of a text by trying every
// possible edit script. It is independent of the implementation. Texts consist of one-letter
// lines.
type reference struct {
	base, a, b, got string
	// best is the maximum number of lines of the base that are preserved in a and b, counted
	// separately, over all paths from a position in each of the four texts to their ends.
	best [6][6][6][12]int8
}

// impossible marks positions from which no path leads to the ends.
const impossible = -100

// follows reports whether there are shortest edit scripts from the base to a and to b such
// that got contains every insertion and deletion exactly once, and nothing else.
func (r *reference) follows(base, a, b, got string) bool {
	r.base, r.a, r.b, r.got = dense(base), dense(a), dense(b), dense(got)
	if len(r.got) > 11 {
		return false
	}
	for o := len(r.base); o >= 0; o-- {
		for i := len(r.a); i >= 0; i-- {
			for j := len(r.b); j >= 0; j-- {
				for g := len(r.got); g >= 0; g-- {
					r.best[o][i][j][g] = r.from(o, i, j, g)
				}
			}
		}
	}
	return int(r.best[0][0][0][0]) == common2(r.base, r.a)+common2(r.base, r.b)
}

// from advances by one line: preserved by both, deleted by one or both, or inserted by one or
// both.
func (r *reference) from(o, i, j, g int) int8 {
	if o == len(r.base) && i == len(r.a) && j == len(r.b) && g == len(r.got) {
		return 0
	}
	best := int8(impossible)
	inBase, inA, inB, inGot := o < len(r.base), i < len(r.a), j < len(r.b), g < len(r.got)
	if inBase {
		best = max(best, r.best[o+1][i][j][g])
	}
	if inBase && inA && r.base[o] == r.a[i] {
		best = max(best, 1+r.best[o+1][i+1][j][g])
		if inB && inGot && r.base[o] == r.b[j] && r.base[o] == r.got[g] {
			best = max(best, 2+r.best[o+1][i+1][j+1][g+1])
		}
	}
	if inBase && inB && r.base[o] == r.b[j] {
		best = max(best, 1+r.best[o+1][i][j+1][g])
	}
	if inA && inGot && r.a[i] == r.got[g] {
		best = max(best, r.best[o][i+1][j][g+1])
		if inB && r.a[i] == r.b[j] {
			best = max(best, r.best[o][i+1][j+1][g+1])
		}
	}
	if inB && inGot && r.b[j] == r.got[g] {
		best = max(best, r.best[o][i][j+1][g+1])
	}
	return best
}

// dense returns a text without its line ends.
func dense(text string) string {
	var all []byte
	for i := 0; i < len(text); i += 2 {
		all = append(all, text[i])
	}
	return string(all)
}

// common2 returns the length of the longest common subsequence.
func common2(a, b string) int {
	var best [20][20]int
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			best[i][j] = max(best[i+1][j], best[i][j+1])
			if a[i] == b[j] {
				best[i][j] = 1 + best[i+1][j+1]
			}
		}
	}
	return best[0][0]
}
