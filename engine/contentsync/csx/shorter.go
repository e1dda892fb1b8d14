package csx

import (
	"bytes"
	"errors"
	"io"
)

// errLarge tells of a tag that is larger than what is read.
var errLarge = errors.New("a tag in it is larger than 4 MB")

// shorter passes a document in UTF-8 on, and leaves out what is too long of its texts,
// CDATA sections, comments and processing instructions, so that a scanner may hold any of
// them. A document that has nothing so long passes as it is.
type shorter struct {
	from io.Reader
	// most is from where on a run is shortened.
	most int
	in   []byte
	left []byte
	err  error

	state byte // what the run is: see the constants
	run   int  // its length up to here
	last  [9]byte
	// reference is how many bytes a reference in a text may have from here on.
	reference int
	dropping  bool
	dropped   int // lines that were left out
}

// The states: what a run is.
const (
	inText byte = iota
	inTag
	inComment
	inCData
	inInstruction
)

const maxTag = 4 << 20

// newShorter leaves room for what a reader keeps of a text.
func newShorter(from io.Reader, text int) *shorter {
	return &shorter{from: from, most: 2*text + 64<<10, in: make([]byte, 32<<10)}
}

// lines is how many lines were left out up to here.
func (s *shorter) lines() int { return s.dropped }

func (s *shorter) Read(p []byte) (int, error) {
	for len(s.left) == 0 {
		if s.err != nil {
			return 0, s.err
		}
		n, err := s.from.Read(s.in)
		s.err = err
		if s.left = s.pass(s.in[:n]); errors.Is(s.err, errLarge) {
			s.left = nil
		}
	}
	n := copy(p, s.left)
	s.left = s.left[n:]
	return n, nil
}

// pass gives what stays of some bytes, in their place; where an end follows what was left
// out, it is longer by that.
func (s *shorter) pass(b []byte) []byte {
	if s.state == inText && !s.dropping && s.run+len(b) < s.most && bytes.IndexByte(b, '<') < 0 {
		s.run += len(b)
		return b
	}
	out := make([]byte, 0, len(b)+3)
	for _, c := range b {
		out = s.byte(out, c)
	}
	return out
}

// byte takes the next byte.
func (s *shorter) byte(out []byte, c byte) []byte {
	copy(s.last[:], s.last[1:])
	s.last[len(s.last)-1] = c
	s.run++
	ends := s.ends(c)
	switch {
	case s.dropping && ends:
		s.dropping = false
		out = append(out, s.ending()...)
	case s.dropping:
		if c == '\n' {
			s.dropped++
		}
	case s.run > s.most && !ends && s.mayDrop(c):
		s.dropping = true
		if c == '\n' {
			s.dropped++
		}
	default:
		out = append(out, c)
	}
	if ends {
		s.enter(c)
	} else if s.state == inTag {
		s.turn()
	}
	return out
}

// ends tells whether a byte is the last of what ends the run.
func (s *shorter) ends(c byte) bool {
	switch s.state {
	case inText:
		return c == '<'
	case inTag:
		return c == '>'
	}
	return c == '>' && s.run >= 2+len(s.ending()) && bytes.HasSuffix(s.last[:], s.ending())
}

func (s *shorter) ending() []byte { return endings[s.state] }

var endings = [...][]byte{inText: []byte("<"), inTag: []byte(">"), inComment: []byte("-->"), inCData: []byte("]]>"), inInstruction: []byte("?>")}

// enter begins the run after the one that a byte ended.
func (s *shorter) enter(c byte) {
	s.run, s.reference = 0, 0
	s.state = inText
	if c == '<' {
		s.state, s.run = inTag, 1
	}
}

// turn finds out that what begins like a tag is something else.
func (s *shorter) turn() {
	for state, begin := range map[byte]string{inComment: "<!--", inCData: "<![CDATA[", inInstruction: "<?"} {
		if s.run == len(begin) && string(s.last[len(s.last)-len(begin):]) == begin {
			s.state = state
		}
	}
	if s.run > maxTag {
		s.err = errLarge
	}
}

// mayDrop tells whether a run may be cut before a byte: not in a character, nor in a
// reference, nor in what may end it.
func (s *shorter) mayDrop(c byte) bool {
	if s.state == inTag || c&0xC0 == 0x80 || c == ']' || c == '-' || c == '?' || c == '>' {
		return false
	}
	if s.state != inText {
		return true
	}
	if c == '&' {
		s.reference = 32
	}
	if s.reference > 0 {
		s.reference--
		if c == ';' {
			s.reference = 0
		}
		return false
	}
	return true
}
