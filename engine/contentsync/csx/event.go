package csx

import "crossfeed/engine/internal/xmlstream"

// event is what a document consists of, as both scanners give it. It is valid until the
// next one.
type event struct {
	// kind is xmlstream.Start, End or Text. What has no end tag has an End all the same.
	kind xmlstream.Kind
	// name is that of the element as it is written, and attrs are its attributes, with
	// declarations of namespaces.
	name  xmlstream.Name
	attrs []xmlstream.Attr
	// text is without references.
	text string
	// line counts from 1. That of texts and ends is not told.
	line int
}

// source gives the events of a document. It ends with io.EOF.
type source interface {
	next() (*event, error)
}

// strict gives those of a well-formed document. Another one ends with a
// *xmlstream.SyntaxError.
type strict struct {
	scanner *xmlstream.Scanner
	lines   func() int // how many lines were left out up to here
	event   event
}

func (s *strict) next() (*event, error) {
	for {
		t, err := s.scanner.Next()
		if err != nil {
			return nil, err
		}
		switch t.Kind {
		case xmlstream.Start:
			s.event = event{kind: t.Kind, name: t.Name, attrs: t.Attrs, line: s.scanner.Position(t.From).Line + s.lines()}
		case xmlstream.End:
			s.event = event{kind: t.Kind, name: t.Name}
		case xmlstream.Text, xmlstream.CData:
			s.event = event{kind: xmlstream.Text, text: t.Data()}
		default:
			continue
		}
		return &s.event, nil
	}
}
