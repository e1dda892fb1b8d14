package merge

import (
	"context"
	"strings"
)

// step is a section of two token sequences: equal tokens on both sides, or removed and added
// tokens.
type step struct{ equal, removed, added int }

// diffTokens compares two token sequences. Common tokens at the beginning and the end are
// equal. If more than limit tokens remain, they are split at anchors; if there are none, all
// of them count as removed and added. The same happens once ctx is done, because then nobody
// needs the result.
//
// The result is a shortest edit script, except for chance matches (anchors.go), with each
// change moved as far down as possible (slide.go). If there are several such scripts, it is
// the same as git's, so that both agree on what two people changed.
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
	// tokens are numbers: equal tokens have the same number.
	tokens []int
	// from and to delimit the tokens between the common beginning and end.
	from, to int
	// changed marks the tokens that the other side lacks.
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

// diffSplit splits long sequences at anchors and compares the parts.
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

// steps converts the marks of both sides to steps.
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

// joined merges adjacent steps of the same kind and drops empty ones.
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

// change is a section of the base, base[from:to], and its replacement in a version,
// version[start:end]. Either may be empty.
type change struct{ from, to, start, end int }

// replaces reports whether each line is replaced by exactly one.
func (c change) replaces() bool { return c.to-c.from == c.end-c.start }

// changes returns the differences between the base and a version in order. Any two of them
// have equal tokens between them.
func changes(base, version []string, limit int) []change {
	var all []change
	at, there := 0, 0
	for _, s := range diffTokens(context.Background(), base, version, limit) {
		if s.equal == 0 {
			all = append(all, change{at, at + s.removed, there, there + s.added})
		}
		at += s.equal + s.removed
		there += s.equal + s.added
	}
	return all
}

// maxLines is the maximum number of lines of two texts to compare exactly. The time grows with
// the square of the number.
const maxLines = 4_000

// line is a line of a text and its line end.
type line struct{ text, end string }

// lines splits a text at CRLF, LF and CR.
func lines(s string) []line {
	if s == "" {
		return nil
	}
	var all []line
	for {
		i := strings.IndexAny(s, "\r\n")
		if i < 0 {
			return append(all, line{text: s})
		}
		n := 1
		if strings.HasPrefix(s[i:], "\r\n") {
			n = 2
		}
		all = append(all, line{text: s[:i], end: s[i : i+n]})
		s = s[i+n:]
	}
}

// body returns the lines of a text, without the empty one after the last line end.
func body(s string) []line {
	all := lines(s)
	if n := len(all); n > 0 && all[n-1] == (line{}) {
		return all[:n-1]
	}
	return all
}

// diffLines compares lines by their text.
func diffLines(ctx context.Context, left, right []line) []step {
	return diffTokens(ctx, texts(left), texts(right), maxLines)
}

func texts(lines []line) []string {
	all := make([]string, len(lines))
	for i, l := range lines {
		all[i] = l.text
	}
	return all
}

// side returns a line without its spans; index counts from 0.
func side(l line, index int) Side { return Side{Number: index + 1, End: l.end} }

// whole returns a line as a single span.
func whole(l line, index int) Side {
	s := side(l, index)
	if l.text != "" {
		s.Spans = []Span{{Text: l.text}}
	}
	return s
}
