// Package xmlstream reads XML 1.0 with namespaces as a stream of tokens with their bytes and
// positions, so that a document can be rewritten while preserving every byte that does not
// change.
//
// encoding/xml provides neither the bytes nor the position of an attribute. It accepts
// duplicate attributes, undeclared prefixes, a second root and text after the root, and does
// not normalize attribute values. This package reports a document that is not well-formed as
// an error with line and column, and refuses a document type declaration, so that no entity is
// ever expanded.
package xmlstream

import (
	"errors"
	"fmt"
	"io"
)

// MaxDepth is the maximum nesting of elements, unless Deepen allows more.
const MaxDepth = 256

// Scanner reads one document. It reads ahead no further than what its source returns at a
// time, so that data can be used while the rest is still being received.
type Scanner struct {
	file   string
	in     input
	src    io.Reader    // nil once reading has begun
	names  *[128]string // see intern
	tok    Token
	open   []element
	scope  Scope
	empty  bool      // an empty-element tag awaits its End
	held   bool      // bytes are held for Bytes
	marked bool      // a byte order mark was seen
	rooted bool      // the root was seen
	deeper int       // how much deeper than MaxDepth elements may be nested
	copy   io.Writer // see Copy
	err    error
}

// element is an open element.
type element struct {
	name  Name
	scope int // number of bindings in force outside
}

// NewScanner returns a scanner of the document in r. file is used in messages.
func NewScanner(r io.Reader, file string) *Scanner {
	s := newScanner(file)
	s.src = r
	return s
}

// NewText returns a scanner of a document in memory, in UTF-8.
func NewText(text string) *Scanner {
	s := newScanner("")
	s.Reset(text)
	return s
}

// Copy writes the document to w as it is read, in UTF-8: the text that offsets refer to. It
// has to be called before the first call of Next.
func (s *Scanner) Copy(w io.Writer) { s.copy = w }

// Reset restarts with another text, and reuses the scanner's buffers.
func (s *Scanner) Reset(text string) {
	*s = Scanner{
		names: s.names, tok: Token{Attrs: s.tok.Attrs[:0]}, open: s.open[:0], scope: s.scope[:0],
		in: input{buf: append(s.in.buf[:0], text...), at: beginning},
	}
	s.in.vet(io.EOF)
}

func newScanner(file string) *Scanner {
	return &Scanner{file: file, names: new([128]string), in: input{at: beginning}}
}

// Deepen allows elements to be nested that much deeper than MaxDepth.
func (s *Scanner) Deepen(levels int) { s.deeper = levels }

// Next returns the next token, or io.EOF after the end of a well-formed document. It returns a
// *SyntaxError for a document that cannot be read, or the reader's error if reading failed.
func (s *Scanner) Next() (*Token, error) {
	if s.err != nil {
		return nil, s.err
	}
	if err := s.next(); err != nil {
		s.err = s.locate(err)
		return nil, s.err
	}
	return &s.tok, nil
}

// Hold holds the bytes from the current token on, until Release.
func (s *Scanner) Hold() {
	s.in.hold = int(s.tok.From - s.in.base)
	s.held = true
}

// Release releases the bytes that Hold held.
func (s *Scanner) Release() { s.held = false }

// Bytes returns the bytes between two offsets, which have to be between the token at which
// Hold was called and the last one. They are valid until the next call of Next.
func (s *Scanner) Bytes(from, to int64) []byte {
	return s.in.buf[from-s.in.base : to-s.in.base]
}

// Position returns the position of an offset. It has to be called with ascending offsets.
func (s *Scanner) Position(offset int64) Position {
	s.in.advance(int(offset - s.in.base))
	return s.in.at.Position
}

// Scope returns the declarations in force at the last token. They are valid until the next
// call of Next.
func (s *Scanner) Scope() Scope { return s.scope }

// Depth returns the number of open elements, including one that a Start has just opened, and
// excluding one that an End has just closed.
func (s *Scanner) Depth() int { return len(s.open) }

// Fault returns a SyntaxError at a token that the scanner returned.
func (s *Scanner) Fault(at int64, rule, format string, args ...any) error {
	return s.locate(&fault{at, rule, fmt.Sprintf(format, args...)})
}

func (s *Scanner) locate(err error) error {
	var f *fault
	if !errors.As(err, &f) {
		return err
	}
	p := s.Position(f.at)
	return &SyntaxError{File: s.file, Line: p.Line, Column: p.Column, Rule: f.rule, Text: f.text}
}

func (s *Scanner) next() error {
	if s.src != nil {
		if err := s.start(); err != nil {
			return err
		}
	}
	if s.empty {
		s.empty = false
		s.tok = Token{Kind: End, Name: s.tok.Name, Space: s.tok.Space, From: s.tok.To, To: s.tok.To, Attrs: s.tok.Attrs[:0]}
		s.pop()
		return nil
	}
	s.tok = Token{From: s.in.offset(), Attrs: s.tok.Attrs[:0]}
	if !s.held {
		s.in.hold = s.in.pos
	}
	err := s.in.need(1)
	switch {
	case err == io.EOF:
		return s.finish()
	case err != nil:
		return err
	case s.in.visible()[0] == '<':
		err = s.markup()
	default:
		err = s.text()
	}
	s.tok.To = s.in.offset()
	return s.unfinished(err)
}

// start determines the encoding, and allocates the window.
func (s *Scanner) start() error {
	src, encoding, err := decode(s.src)
	if err != nil {
		return err
	}
	if s.copy != nil {
		src = io.TeeReader(src, s.copy)
	}
	s.in.src, s.in.encoding, s.src = src, encoding, nil
	s.in.buf = make([]byte, 0, firstWindow)
	return nil
}

// finish checks that the document is complete.
func (s *Scanner) finish() error {
	if n := len(s.open); n > 0 {
		e := s.open[n-1]
		return malformed(s.tok.From, "the document ends before </%s>: it is incomplete", e.name)
	}
	if !s.rooted {
		return malformed(s.tok.From, "the document has no element: it is no feed")
	}
	return io.EOF
}

// unfinished turns the end of the input within a token into a syntax error.
func (s *Scanner) unfinished(err error) error {
	if err == io.EOF {
		return malformed(s.tok.From, "the document ends within this %s: it is incomplete", s.tok.Kind)
	}
	return err
}

func (k Kind) String() string {
	return [...]string{
		"markup", Start: "tag", End: "end tag", Text: "text", CData: "CDATA section", Comment: "comment", ProcInst: "processing instruction",
	}[k]
}

// intern reuses the strings of recently seen names.
func (s *Scanner) intern(b []byte) string {
	hash := uint(0)
	for _, c := range b {
		hash = hash*31 + uint(c)
	}
	at := &s.names[hash%uint(len(s.names))]
	if *at != string(b) {
		*at = string(b)
	}
	return *at
}
