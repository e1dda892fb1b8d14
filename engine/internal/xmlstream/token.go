package xmlstream

import (
	"bytes"
	"fmt"
)

// Kind is the kind of a token.
type Kind uint8

// The kinds of tokens. An empty-element tag yields a Start and then an End.
const (
	Start Kind = iota + 1
	End
	Text
	CData
	Comment
	ProcInst
)

// Token is one piece of markup or text. It and everything it refers to, except its strings,
// are valid until the next call of Scanner.Next.
type Token struct {
	Kind Kind
	// Name is the name of an element, or a processing instruction's target.
	Name Name
	// Space is the namespace of an element, or "".
	Space string
	// Attrs are the attributes of a Start, including namespace declarations.
	Attrs []Attr
	// From and To are the token's position: byte offsets in the document as UTF-8.
	From, To int64
	// Raw is the token as written. The End of an empty-element tag has none.
	Raw []byte

	value    []byte // content between the delimiters
	expanded string // value with references replaced, if it has any
	replaced bool
}

// Name is a qualified name as written (Namespaces in XML §4).
type Name struct{ Prefix, Local string }

func (n Name) String() string {
	if n.Prefix == "" {
		return n.Local
	}
	return n.Prefix + ":" + n.Local
}

// is reports whether b is the written form of a name.
func (n Name) is(b []byte) bool {
	if n.Prefix == "" {
		return n.Local == string(b)
	}
	at := len(n.Prefix)
	return len(b) > at && string(b[:at]) == n.Prefix && b[at] == ':' && string(b[at+1:]) == n.Local
}

// Attr is an attribute. Its value is normalized (XML 1.0 §3.3.3): line breaks and tabs are
// spaces unless they were written as character references.
type Attr struct {
	Name  Name
	Value string
}

// Declares reports whether the attribute declares a namespace, and returns its prefix: "" is
// the default namespace.
func (a Attr) Declares() (prefix string, ok bool) {
	switch {
	case a.Name.Prefix == "xmlns":
		return a.Name.Local, true
	case a.Name.Prefix == "" && a.Name.Local == "xmlns":
		return "", true
	}
	return "", false
}

// Attr returns the value of the attribute with that name and no prefix, and whether there is
// one.
func (t *Token) Attr(local string) (string, bool) {
	for i := range t.Attrs {
		if t.Attrs[i].Name == (Name{Local: local}) {
			return t.Attrs[i].Value, true
		}
	}
	return "", false
}

// Data returns the text of a Text or CData, the content of a Comment, or the instruction of a
// ProcInst, with line breaks as single line feeds (XML 1.0 §2.11).
func (t *Token) Data() string {
	if t.replaced {
		return t.expanded
	}
	return unixLines(t.value)
}

// Blank reports whether a Text consists of white space only.
func (t *Token) Blank() bool {
	if t.Kind != Text || t.replaced {
		return false
	}
	for _, c := range t.value {
		if !isSpace(c) {
			return false
		}
	}
	return true
}

// startTag reads a start tag or an empty-element tag (XML 1.0 §3.1).
func (s *Scanner) startTag() error {
	s.tok.Kind = Start
	n, err := s.tagEnd()
	if err != nil {
		return err
	}
	s.tok.Raw = s.in.take(n)
	inside := s.tok.Raw[1 : n-1]
	if s.empty = bytes.HasSuffix(inside, []byte("/")); s.empty {
		inside = inside[:len(inside)-1]
	}
	if s.tok.Name, inside, err = s.name(inside); err != nil {
		return err
	}
	if err := s.attributes(inside); err != nil {
		return err
	}
	return s.push()
}

// tagEnd returns the length of the tag that begins here; ">" within quotes does not end it.
func (s *Scanner) tagEnd() (int, error) {
	var quote byte
	for n := 1; ; {
		b := s.in.visible()
		for ; n < len(b); n++ {
			switch c := b[n]; {
			case c == '<':
				return 0, malformed(s.in.offset()+int64(n), `"<" may not stand in a tag; write "&lt;" in attributes`)
			case quote != 0:
				if c == quote {
					quote = 0
				}
			case c == '"' || c == '\'':
				quote = c
			case c == '>':
				return n + 1, nil
			}
		}
		if err := s.in.fill(); err != nil {
			return 0, err
		}
	}
}

// name reads a qualified name (Namespaces in XML §4) and returns the rest.
func (s *Scanner) name(b []byte) (Name, []byte, error) {
	n := ncName(b)
	if n == 0 {
		return Name{}, nil, malformed(s.offsetOf(b), "%s is not a name", quoted(b))
	}
	first, rest := s.intern(b[:n]), b[n:]
	if len(rest) == 0 || rest[0] != ':' {
		return Name{Local: first}, rest, nil
	}
	m := ncName(rest[1:])
	if m == 0 {
		return Name{}, nil, malformed(s.offsetOf(b), "%s is not a name with a prefix", quoted(b))
	}
	return Name{first, s.intern(rest[1 : 1+m])}, rest[1+m:], nil
}

// MaxAttrs is the maximum number of attributes of an element.
const MaxAttrs = 1024

// attributes reads the part of a start tag after the name.
func (s *Scanner) attributes(b []byte) error {
	for {
		rest := skipSpace(b)
		if len(rest) == 0 {
			return nil
		}
		if len(rest) == len(b) {
			return malformed(s.offsetOf(b), "white space is missing before %s", quoted(b))
		}
		name, rest, err := s.name(rest)
		if err != nil {
			return err
		}
		value, rest, err := s.attributeValue(name, rest)
		if err != nil {
			return err
		}
		if len(s.tok.Attrs) == MaxAttrs {
			return &fault{s.tok.From, RuleLimit, fmt.Sprintf("<%s> has more than %d attributes", s.tok.Name, MaxAttrs)}
		}
		s.tok.Attrs = append(s.tok.Attrs, Attr{name, value})
		b = rest
	}
}

// attributeValue reads an equals sign and a value in quotes, and returns the rest.
func (s *Scanner) attributeValue(name Name, b []byte) (string, []byte, error) {
	rest := skipSpace(b)
	if len(rest) == 0 || rest[0] != '=' {
		return "", nil, malformed(s.offsetOf(b), "the attribute %s has no value", name)
	}
	rest = skipSpace(rest[1:])
	if len(rest) == 0 || rest[0] != '"' && rest[0] != '\'' {
		return "", nil, malformed(s.offsetOf(b), "the value of the attribute %s needs quotes", name)
	}
	end := bytes.IndexByte(rest[1:], rest[0])
	if end < 0 {
		return "", nil, malformed(s.offsetOf(b), "the value of the attribute %s is not closed", name)
	}
	value, err := normalize(rest[1:1+end], s.offsetOf(rest)+1)
	return value, rest[end+2:], err
}

// offsetOf returns the offset of a slice that is the rest of the current tag.
func (s *Scanner) offsetOf(rest []byte) int64 {
	end := s.in.offset() - 1
	if s.empty {
		end--
	}
	return end - int64(len(rest))
}

// push opens the element of a start tag.
func (s *Scanner) push() error {
	switch {
	case len(s.open) == 0 && s.rooted:
		return malformed(s.tok.From, "<%s> is a second root element", s.tok.Name)
	case len(s.open) == MaxDepth+s.deeper:
		return &fault{s.tok.From, RuleLimit, fmt.Sprintf("elements are nested more than %d deep", MaxDepth+s.deeper)}
	}
	s.rooted = true
	s.open = append(s.open, element{s.tok.Name, len(s.scope)})
	if err := s.declare(&s.tok); err != nil {
		return err
	}
	return s.resolve(&s.tok)
}

// pop closes the innermost element.
func (s *Scanner) pop() {
	last := len(s.open) - 1
	s.scope = s.scope[:s.open[last].scope]
	s.open = s.open[:last]
}

func (s *Scanner) endTag() error {
	s.tok.Kind = End
	n, err := s.in.through(2, ">")
	if err != nil {
		return err
	}
	s.tok.Raw = s.in.take(n)
	inside := s.tok.Raw[2 : n-1]
	if last := len(s.open) - 1; last >= 0 && s.open[last].name.is(inside) {
		return s.closeTag(s.open[last].name)
	}
	name, rest, err := s.name(inside)
	switch {
	case err != nil:
		return err
	case len(skipSpace(rest)) > 0:
		return malformed(s.tok.From, "</%s> may hold nothing but the name", name)
	case len(s.open) == 0:
		return malformed(s.tok.From, "</%s> closes nothing", name)
	}
	if e := s.open[len(s.open)-1]; e.name != name {
		return malformed(s.tok.From, "</%s> where </%s> is expected", name, e.name)
	}
	return s.closeTag(name)
}

func (s *Scanner) closeTag(name Name) error {
	s.tok.Name = name
	s.tok.Space, _, _ = s.scope.Lookup(name.Prefix)
	s.pop()
	return nil
}
