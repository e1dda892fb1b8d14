package xmlstream

import (
	"bytes"
	"fmt"
	"unicode/utf8"
)

// Position is a position in a document: line and column, both starting at 1. Columns are
// counted in characters.
type Position struct{ Line, Column int }

// cursor is a position that advances through a document.
type cursor struct {
	offset int64
	Position
	afterCR bool
}

var beginning = cursor{Position: Position{1, 1}}

// advance moves the cursor over b. A line ends with CR LF, with LF or with CR.
func (c *cursor) advance(b []byte) {
	c.offset += int64(len(b))
	for len(b) > 0 {
		if c.afterCR && b[0] == '\n' {
			b = b[1:]
		}
		c.afterCR = false
		i := lineBreak(b)
		if i < 0 {
			c.Column += utf8.RuneCount(b)
			return
		}
		c.Line, c.Column = c.Line+1, 1
		c.afterCR = b[i] == '\r'
		b = b[i+1:]
	}
}

// lineBreak returns the index of the first line break, or -1. It searches piece by piece: few
// documents have both kinds, and either may be far away.
func lineBreak(b []byte) int {
	const piece = 512
	for at := 0; at < len(b); at += piece {
		part := b[at:min(at+piece, len(b))]
		i := bytes.IndexByte(part, '\n')
		if i >= 0 {
			part = part[:i]
		}
		if j := bytes.IndexByte(part, '\r'); j >= 0 {
			i = j
		}
		if i >= 0 {
			return at + i
		}
	}
	return -1
}

// LineEnds returns the ends of the lines in b: the index after each line break.
func LineEnds(b []byte) []int {
	var ends []int
	for i, c := range b {
		if c == '\n' || c == '\r' && (i+1 == len(b) || b[i+1] != '\n') {
			ends = append(ends, i+1)
		}
	}
	return ends
}

// SyntaxError says why and where a document cannot be read: it is not well-formed, not in its
// declared encoding, or exceeds the limits.
type SyntaxError struct {
	File         string
	Line, Column int
	// Rule names the violated rule, such as "not-well-formed".
	Rule string
	Text string
}

// Error returns the position, in the form that editors recognize, and the reason.
func (e *SyntaxError) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Column, e.Text)
}

// The values of SyntaxError.Rule.
const (
	RuleWellFormed = "not-well-formed"
	RuleEncoding   = "wrong-encoding"
	RuleLimit      = "too-large"
)

// fault is a reason with an offset, before line and column are computed.
type fault struct {
	at   int64
	rule string
	text string
}

func (f *fault) Error() string { return f.text }

func malformed(at int64, format string, args ...any) error {
	return &fault{at: at, rule: RuleWellFormed, text: fmt.Sprintf(format, args...)}
}
