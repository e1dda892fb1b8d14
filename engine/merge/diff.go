package merge

import "context"

// step is a stretch of two token sequences: equal tokens on both sides, or
// removed ones and added ones.
type step struct{ equal, removed, added int }

// diffTokens compares two token sequences. What both begin and end with is
// equal. Where more than limit tokens are left, they are split at anchors, and
// where there are none, all are removed and added, as they are where ctx is done
// and nobody waits for the result.
//
// The way from left to right is a shortest one, but for tokens that are equal by
// chance (rare.go), with each change as far down as it goes (slide.go). Of several
// such ways it is git's, so that both agree on what two people
// changed.
func diffTokens(ctx context.Context, left, right []string, limit int) []step {
	numbers := map[string]int{}
	l, r := newSequence(left, numbers), newSequence(right, numbers)
	head := 0
	for head < min(len(left), len(right)) && l.tokens[head] == r.tokens[head] {
		head++
	}
	tail := 0
	for tail < min(len(left), len(right))-head && l.tokens[len(left)-1-tail] == r.tokens[len(right)-1-tail] {
		tail++
	}
	l.from, l.to = head, len(left)-tail
	r.from, r.to = head, len(right)-tail
	if l.to-l.from+r.to-r.from > limit {
		return diffSplit(ctx, left, right, head, tail, limit)
	}
	compare(ctx, l, r, len(numbers))
	slide(l, r)
	slide(r, l)
	return steps(l.changed, r.changed)
}

// sequence is one side of a comparison.
type sequence struct {
	// tokens are numbers: equal tokens have the same.
	tokens []int
	// from and to are what is left between what both sides begin and end with.
	from, to int
	// changed marks the tokens that the other side does not have.
	changed []bool
}

func newSequence(tokens []string, numbers map[string]int) *sequence {
	s := &sequence{tokens: make([]int, len(tokens)), changed: make([]bool, len(tokens))}
	for i, t := range tokens {
		n, known := numbers[t]
		if !known {
			n = len(numbers)
			numbers[t] = n
		}
		s.tokens[i] = n
	}
	return s
}

// diffSplit compares long sequences stretch by stretch.
func diffSplit(ctx context.Context, left, right []string, head, tail, limit int) []step {
	all := []step{{equal: head}}
	endLeft, endRight := len(left)-tail, len(right)-tail
	l, r := head, head
	for _, a := range anchors(left[head:endLeft], right[head:endRight]) {
		all = append(all, diffTokens(ctx, left[l:head+a.left], right[r:head+a.right], limit)...)
		all = append(all, step{equal: 1})
		l, r = head+a.left+1, head+a.right+1
	}
	if l == head {
		all = append(all, step{removed: endLeft - l, added: endRight - r})
	} else {
		all = append(all, diffTokens(ctx, left[l:endLeft], right[r:endRight], limit)...)
	}
	return joined(append(all, step{equal: tail}))
}

// steps walks along both sides.
func steps(removed, added []bool) []step {
	var all []step
	l, r := 0, 0
	for l < len(removed) || r < len(added) {
		s := step{}
		for ; l < len(removed) && removed[l]; l++ {
			s.removed++
		}
		for ; r < len(added) && added[r]; r++ {
			s.added++
		}
		if s == (step{}) {
			for ; l < len(removed) && r < len(added) && !removed[l] && !added[r]; l, r = l+1, r+1 {
				s.equal++
			}
		}
		all = append(all, s)
	}
	return all
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
