package merge

import (
	"context"
	"strings"
)

// maxLines is the number of lines of two texts that are compared exactly. Twice
// as many take four times as long.
const maxLines = 4_000

// line is a line of a text, and its end.
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

// body are the lines of a text. What follows the last line end is none.
func body(s string) []line {
	all := lines(s)
	if n := len(all); n > 0 && all[n-1] == (line{}) {
		return all[:n-1]
	}
	return all
}

// diffLines compares lines by what stands in them.
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

// side is a line without its spans, index counting from 0.
func side(l line, index int) Side { return Side{Number: index + 1, End: l.end} }

// whole is a line as one piece.
func whole(l line, index int) Side {
	s := side(l, index)
	if l.text != "" {
		s.Spans = []Span{{Text: l.text}}
	}
	return s
}
