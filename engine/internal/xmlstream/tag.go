package xmlstream

import (
	"bytes"
	"fmt"
)

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
