package merge

import (
	"github.com/rivo/uniseg"
	"github.com/sergi/go-diff/diffmatchpatch"
)

// stretch is a part of a line, in bytes, or of a sequence, in places.
type stretch struct{ from, to int }

// mark cuts two lines where they differ. What both sides have in common is
// narrowed until it begins and ends between grapheme clusters on both.
func mark(left, right string, diffs []diffmatchpatch.Diff) (l, r []Span) {
	onLeft, onRight := borders(left), borders(right)
	var sameLeft, sameRight []stretch
	a, b := 0, 0
	for _, d := range diffs {
		n := len(d.Text)
		if d.Type == diffmatchpatch.DiffEqual {
			if s := narrow(onLeft[a:a+n+1], onRight[b:b+n+1]); s.from < s.to {
				sameLeft = append(sameLeft, stretch{a + s.from, a + s.to})
				sameRight = append(sameRight, stretch{b + s.from, b + s.to})
			}
		}
		if d.Type != diffmatchpatch.DiffInsert {
			a += n
		}
		if d.Type != diffmatchpatch.DiffDelete {
			b += n
		}
	}
	return spans(left, sameLeft), spans(right, sameRight)
}

// borders tells of each byte, and of the end, whether a grapheme cluster begins
// or ends before it.
func borders(s string) []bool {
	all := make([]bool, len(s)+1)
	all[0] = true
	for state, rest := -1, s; rest != ""; {
		_, rest, _, state = uniseg.FirstGraphemeClusterInString(rest, state)
		all[len(s)-len(rest)] = true
	}
	return all
}

// narrow finds the first and the last border of both sides.
func narrow(left, right []bool) stretch {
	s := stretch{0, len(left) - 1}
	for s.from < s.to && !(left[s.from] && right[s.from]) {
		s.from++
	}
	for s.from < s.to && !(left[s.to] && right[s.to]) {
		s.to--
	}
	return s
}

// spans marks all of a line but what is the same on the other side.
func spans(s string, same []stretch) []Span {
	var all []Span
	at := 0
	add := func(to int, marked bool) {
		if n := len(all); at < to && n > 0 && all[n-1].Marked == marked {
			all[n-1].Text += s[at:to]
		} else if at < to {
			all = append(all, Span{s[at:to], marked})
		}
		at = to
	}
	for _, k := range same {
		add(k.from, true)
		add(k.to, false)
	}
	add(len(s), true)
	return all
}
