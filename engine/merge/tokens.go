package merge

import (
	"context"
	"unicode/utf8"

	"github.com/sergi/go-diff/diffmatchpatch"
)

// alphabet gives each distinct token of two texts a letter of its own, so that
// letters can be compared instead of tokens. The limits of what is compared keep
// it below the surrogates, which are no letters.
type alphabet map[string]rune

// encode writes tokens as letters.
func (a alphabet) encode(tokens []string) []rune {
	letters := make([]rune, len(tokens))
	for i, t := range tokens {
		r, known := a[t]
		if !known {
			r = rune(len(a) + 1)
			a[t] = r
		}
		letters[i] = r
	}
	return letters
}

// step is a stretch of two token sequences: equal tokens on both sides, or
// removed ones and added ones.
type step struct{ equal, removed, added int }

// diffTokens compares two token sequences. What both begin and end with is
// equal. Where more than limit tokens are left, they are split at anchors, and
// where there are none, all are removed and added: as where ctx is done, and
// nobody waits for the result.
func diffTokens(ctx context.Context, left, right []string, limit int) []step {
	head := common(left, right, func(s []string, i int) string { return s[i] })
	left, right = left[head:], right[head:]
	tail := common(left, right, func(s []string, i int) string { return s[len(s)-1-i] })
	left, right = left[:len(left)-tail], right[:len(right)-tail]

	steps := []step{{equal: head}}
	switch {
	case ctx.Err() != nil, len(left) == 0, len(right) == 0:
		steps = append(steps, step{removed: len(left), added: len(right)})
	case len(left)+len(right) > limit:
		steps = append(steps, diffSplit(ctx, left, right, limit)...)
	default:
		steps = append(steps, diffLetters(left, right)...)
	}
	return joined(append(steps, step{equal: tail}))
}

// diffSplit compares long sequences stretch by stretch.
func diffSplit(ctx context.Context, left, right []string, limit int) []step {
	var steps []step
	l, r := 0, 0
	for _, a := range anchors(left, right) {
		steps = append(steps, diffTokens(ctx, left[l:a.left], right[r:a.right], limit)...)
		steps = append(steps, step{equal: 1})
		l, r = a.left+1, a.right+1
	}
	if l == 0 {
		return []step{{removed: len(left), added: len(right)}}
	}
	return append(steps, diffTokens(ctx, left[l:], right[r:], limit)...)
}

// common counts the equal tokens from one end.
func common(left, right []string, at func([]string, int) string) int {
	n := 0
	for n < len(left) && n < len(right) && at(left, n) == at(right, n) {
		n++
	}
	return n
}

// diffLetters finds a shortest way from one token sequence to the other. It has
// no time limit, because that would make the result depend on the machine.
func diffLetters(left, right []string) []step {
	letters := alphabet{}
	from, to := letters.encode(left), letters.encode(right)
	var steps []step
	for _, d := range differ().DiffMainRunes(from, to, false) {
		n := utf8.RuneCountInString(d.Text)
		switch d.Type {
		case diffmatchpatch.DiffEqual:
			steps = append(steps, step{equal: n})
		case diffmatchpatch.DiffDelete:
			steps = append(steps, step{removed: n})
		default:
			steps = append(steps, step{added: n})
		}
	}
	return steps
}

func differ() *diffmatchpatch.DiffMatchPatch {
	d := diffmatchpatch.New()
	d.DiffTimeout = 0
	return d
}

// joined makes one step of neighbours of the same kind, and drops empty ones.
func joined(steps []step) []step {
	var all []step
	for _, s := range steps {
		if s == (step{}) {
			continue
		}
		if n := len(all); n > 0 && (all[n-1].equal > 0) == (s.equal > 0) {
			all[n-1].equal += s.equal
			all[n-1].removed += s.removed
			all[n-1].added += s.added
			continue
		}
		all = append(all, s)
	}
	return all
}
