package xmlstream

import (
	"bytes"
	"unicode/utf8"
)

// Position is a place in a document: line and column, both from 1. Columns
// count characters.
type Position struct{ Line, Column int }

// cursor is a position that goes forward through a document.
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
		i := bytes.IndexAny(b, "\r\n")
		if i < 0 {
			c.Column += utf8.RuneCount(b)
			return
		}
		c.Line, c.Column = c.Line+1, 1
		c.afterCR = b[i] == '\r'
		b = b[i+1:]
	}
}

// LineEnds lists where lines end in b: the index after each line break.
func LineEnds(b []byte) []int {
	var ends []int
	for i, c := range b {
		if c == '\n' || c == '\r' && (i+1 == len(b) || b[i+1] != '\n') {
			ends = append(ends, i+1)
		}
	}
	return ends
}
