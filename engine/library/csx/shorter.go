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
	most    int
	in, out []byte
	left    []byte
	err     error

	state byte // what the run is: see the constants
	run   int  // its length up to here
	// tail are the last bytes, 32 at least where there are so many.
	tail     []byte
	dropping bool
	dropped  int // lines that were left out
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

// pass gives what stays of some bytes; where an end follows what was left out, it is longer
// by that. It is valid until the next call.
func (s *shorter) pass(b []byte) []byte {
	s.out = s.out[:0]
	for len(b) > 0 {
		n := s.whole(b)
		switch {
		case n > 0 && s.dropping:
			s.dropped += bytes.Count(b[:n], []byte("\n"))
			s.note(b[:n])
		case n > 0:
			s.out = append(s.out, b[:n]...)
			s.note(b[:n])
		default:
			n = 1
			s.byte(b[:1])
		}
		b = b[n:]
	}
	return s.out
}

// whole is how many bytes neither end the run nor, where they stay, make it too long.
func (s *shorter) whole(b []byte) int {
	end, most := byte('>'), s.most
	switch {
	case s.state == inTag && s.run < len("<![CDATA["):
		return 0
	case s.state == inTag:
		most = maxTag
	case s.state == inText:
		end = '<'
	}
	if s.dropping {
		most = s.run + len(b)
	}
	b = b[:max(0, min(len(b), most-s.run))]
	if n := bytes.IndexByte(b, end); n >= 0 {
		return n
	}
	return len(b)
}

// note remembers bytes that belong to the run.
func (s *shorter) note(b []byte) {
	const most, least = 256, 32
	s.run += len(b)
	if s.tail = append(s.tail, b[max(0, len(b)-least):]...); len(s.tail) > most {
		s.tail = s.tail[:copy(s.tail, s.tail[len(s.tail)-least:])]
	}
}

// byte takes a byte at which something may happen.
func (s *shorter) byte(b []byte) {
	s.note(b)
	ends := s.ends(b[0])
	switch {
	case s.dropping && ends:
		s.dropping = false
		s.out = append(s.out, endings[s.state]...)
	case s.dropping || s.run > s.most && !ends && s.mayDrop(b[0]):
		s.dropping = true
		if b[0] == '\n' {
			s.dropped++
		}
	default:
		s.out = append(s.out, b[0])
	}
	switch {
	case ends:
		s.enter(b[0])
	case s.state == inTag:
		s.turn()
	}
}

// ends tells whether a byte is the last of what ends the run.
func (s *shorter) ends(c byte) bool {
	switch s.state {
	case inText:
		return c == '<'
	case inTag:
		return c == '>'
	}
	ending := endings[s.state]
	return c == '>' && s.run >= len(begins[s.state])+len(ending) && bytes.HasSuffix(s.tail, ending)
}

// begins and endings are what a run begins and ends with.
var (
	begins  = [...][]byte{inText: nil, inTag: []byte("<"), inComment: []byte("<!--"), inCData: []byte("<![CDATA["), inInstruction: []byte("<?")}
	endings = [...][]byte{inText: []byte("<"), inTag: []byte(">"), inComment: []byte("-->"), inCData: []byte("]]>"), inInstruction: []byte("?>")}
)

// enter begins the run after the one that a byte ended.
func (s *shorter) enter(c byte) {
	s.state, s.run = inText, 0
	if c == '<' {
		s.state, s.run = inTag, 1
	}
}

// turn finds out that what begins like a tag is something else.
func (s *shorter) turn() {
	for state := inComment; state <= inInstruction; state++ {
		if s.run == len(begins[state]) && bytes.HasSuffix(s.tail, begins[state]) {
			s.state = state
			return
		}
	}
	if s.run > maxTag {
		s.err = errLarge
	}
}

// mayDrop tells whether a run may be cut before the byte that was noted last: not in a
// character, nor in a reference, nor in what may end it.
func (s *shorter) mayDrop(c byte) bool {
	if s.state == inTag || c&0xC0 == 0x80 || c == ']' || c == '-' || c == '?' || c == '>' {
		return false
	}
	last := s.tail[max(0, len(s.tail)-32):]
	return s.state != inText || bytes.LastIndexByte(last, '&') <= bytes.LastIndexByte(last[:len(last)-1], ';')
}
