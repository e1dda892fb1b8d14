package xmlstream

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"
)

// input is a window of the document: bytes from hold on remain until they are released, and
// only vetted bytes may be scanned.
type input struct {
	src io.Reader
	// encoding is the encoding that src was decoded from, or "" if it was UTF-8.
	encoding string
	buf      []byte
	vetted   int   // buf[:vetted] are characters that XML allows
	pos      int   // the next byte to be scanned
	hold     int   // bytes before it may be dropped
	base     int64 // the document's offset of buf[0]
	end      error // why nothing follows the vetted bytes, or nil
	at       cursor
}

const (
	// firstWindow is the initial size of the window: most documents are short. It grows up to
	// windowSize with the document, and beyond that with the bytes that are held.
	firstWindow = 8 << 10
	windowSize  = 64 << 10
	// MaxBytes limits the bytes that are held at once: an item, or one piece of markup or text
	// outside of items.
	MaxBytes = 64 << 20
)

// visible returns the bytes that can be scanned.
func (in *input) visible() []byte { return in.buf[in.pos:in.vetted] }

func (in *input) offset() int64 { return in.base + int64(in.pos) }

// take consumes n bytes and returns them.
func (in *input) take(n int) []byte {
	b := in.buf[in.pos : in.pos+n]
	in.pos += n
	return b
}

// need makes n bytes visible, or returns why that is not possible.
func (in *input) need(n int) error {
	for in.vetted-in.pos < n {
		if err := in.fill(); err != nil {
			return err
		}
	}
	return nil
}

// through returns the distance to the end of the first delimiter that is at least "from" bytes
// ahead.
func (in *input) through(from int, delimiter string) (int, error) {
	for {
		b := in.visible()
		if from <= len(b) {
			if i := bytes.Index(b[from:], []byte(delimiter)); i >= 0 {
				return from + i + len(delimiter), nil
			}
			from = max(from, len(b)-len(delimiter)+1)
		}
		if err := in.fill(); err != nil {
			return 0, err
		}
	}
}

// fill makes at least one more byte visible.
func (in *input) fill() error {
	before := in.vetted
	for in.vetted == before {
		if in.end != nil {
			return in.end
		}
		if err := in.makeRoom(); err != nil {
			return err
		}
		before = in.vetted
		n, err := in.src.Read(in.buf[len(in.buf):cap(in.buf)])
		in.buf = in.buf[:len(in.buf)+n]
		in.vet(err)
	}
	return nil
}

// makeRoom drops released bytes, and grows the window if that is not enough.
func (in *input) makeRoom() error {
	if len(in.buf) < cap(in.buf) {
		return nil
	}
	held := len(in.buf) - in.hold
	if held >= MaxBytes {
		return &fault{in.base + int64(in.hold), RuleLimit, fmt.Sprintf("what begins here is larger than %d MB; split it up", MaxBytes>>20)}
	}
	in.advance(in.hold)
	to := in.buf
	if cap(in.buf) < windowSize || held > cap(in.buf)/2 && cap(in.buf) < MaxBytes {
		to = make([]byte, 2*cap(in.buf))
	}
	to = to[:cap(to)]
	copy(to, in.buf[in.hold:])
	in.buf = to[:held]
	in.base += int64(in.hold)
	in.vetted -= in.hold
	in.pos -= in.hold
	in.hold = 0
	return nil
}

// advance moves the cursor to buf[to].
func (in *input) advance(to int) {
	if from := int(in.at.offset - in.base); from < to {
		in.at.advance(in.buf[from:to])
	}
}

// vet vets the bytes that were read, up to the first that is not an XML character. err is the
// result of reading.
func (in *input) vet(err error) {
	n, problem := vet(in.buf[in.vetted:], err != nil, in.encoding)
	in.vetted += n
	switch {
	case problem != "":
		in.end = &fault{in.base + int64(in.vetted), RuleEncoding, problem}
	case errors.Is(err, io.EOF):
		in.end = io.EOF
	case err != nil:
		in.end = err
	}
}

// vet returns the number of bytes that are complete characters of XML (XML 1.0 §2.2), and what
// is wrong with the next one. Unless all is set, the last character may be incomplete. In a
// document that was decoded from another encoding, U+FFFD stands for invalid bytes.
func vet(b []byte, all bool, encoding string) (int, string) {
	for i := 0; i < len(b); {
		c := b[i]
		if c >= 0x20 && c < utf8.RuneSelf || c == '\n' || c == '\t' || c == '\r' {
			i++
			continue
		}
		r, size := utf8.DecodeRune(b[i:])
		switch {
		case r == utf8.RuneError && size == 1 && !all && !utf8.FullRune(b[i:]):
			return i, ""
		case r == utf8.RuneError && size == 1:
			return i, fmt.Sprintf("the byte 0x%02X is not UTF-8; save the file as UTF-8, or declare its encoding in its first line", c)
		case r == utf8.RuneError && encoding != "":
			return i, fmt.Sprintf("there are bytes here that mean nothing in the encoding %s", encoding)
		case !IsChar(r):
			return i, fmt.Sprintf("the character U+%04X is not allowed in XML", r)
		}
		i += size
	}
	return len(b), ""
}

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
