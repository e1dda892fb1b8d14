package csx

import (
	"bytes"
	"errors"
	"io"
)

// errLarge means that a tag is too large.
var errLarge = errors.New("a tag in it is larger than 4 MB")

// shorter passes on a UTF-8 document, but cuts texts, CDATA sections, comments and processing
// instructions that are too long, so that a scanner can hold any of them. A document without
// any passes unchanged.
type shorter struct {
	from io.Reader
	// most is the length from which a run is cut.
	most    int
	in, out []byte
	left    []byte
	err     error

	state byte // the kind of the run: see the constants
	run   int  // its length so far
	// tail has the last bytes, at least 32 if there are as many.
	tail     []byte
	dropping bool
	dropped  int // lines left out
}

// The states: the kinds of a run.
const (
	inText byte = iota
	inTag
	inComment
	inCData
	inInstruction
)

const maxTag = 4 << 20

// newShorter cuts far enough beyond the limit of a text that the reader still gets all it
// keeps.
func newShorter(from io.Reader, text int) *shorter {
	return &shorter{from: from, most: 2*text + 64<<10, in: make([]byte, 32<<10)}
}

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

// pass returns what remains of some bytes. The result may be longer than b if an ending
// follows a cut. It is valid until the next call.
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

// whole returns how many bytes can be handled at once: they neither end the run nor, if passed
// on, make it too long.
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

// note records bytes that belong to the run.
func (s *shorter) note(b []byte) {
	const most, least = 256, 32
	s.run += len(b)
	if s.tail = append(s.tail, b[max(0, len(b)-least):]...); len(s.tail) > most {
		s.tail = s.tail[:copy(s.tail, s.tail[len(s.tail)-least:])]
	}
}

// byte handles a byte that may change the state.
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

// ends reports whether a byte completes the end of the run.
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

// begins and endings are the delimiters of runs.
var (
	begins  = [...][]byte{inText: nil, inTag: []byte("<"), inComment: []byte("<!--"), inCData: []byte("<![CDATA["), inInstruction: []byte("<?")}
	endings = [...][]byte{inText: []byte("<"), inTag: []byte(">"), inComment: []byte("-->"), inCData: []byte("]]>"), inInstruction: []byte("?>")}
)

// enter begins the next run after a byte that ended one.
func (s *shorter) enter(c byte) {
	s.state, s.run = inText, 0
	if c == '<' {
		s.state, s.run = inTag, 1
	}
}

// turn recognizes that a run that began like a tag is something else.
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

// mayDrop reports whether a run may be cut before the last recorded byte: not inside a
// character or a reference, and not inside a possible ending.
func (s *shorter) mayDrop(c byte) bool {
	if s.state == inTag || c&0xC0 == 0x80 || c == ']' || c == '-' || c == '?' || c == '>' {
		return false
	}
	last := s.tail[max(0, len(s.tail)-32):]
	return s.state != inText || bytes.LastIndexByte(last, '&') <= bytes.LastIndexByte(last[:len(last)-1], ';')
}
