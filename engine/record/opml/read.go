package opml

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"

	"crossfeed/engine/record/exchange"
	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// Limits on what one file may cost.
const (
	// MaxOutlines is the number of outlines of a file, MaxLevel that of outlines and
	// other elements in each other.
	MaxOutlines = 200_000
	MaxLevel    = 1_000
)

// namespaces of SSE 0.91, of which https is read too.
var namespaces = []string{"http://www.microsoft.com/schemas/rss/sse", "https://www.microsoft.com/schemas/rss/sse"}

// ErrNone means that a document is not OPML, or has nothing that could be read.
var ErrNone = errors.New("it is no OPML: there is no <opml> with a <body>")

// Read gives every outline of a file, each before those in it, once the file was
// read to its end: nothing is given of one that cannot be read. The error names the
// line, or is that of each.
func Read(r io.Reader, each func(exchange.Entry) error) error {
	// A byte order mark says more than a declaration.
	in := transform.NewReader(r, unicode.BOMOverride(encoding.Nop.NewDecoder()))
	d := xml.NewDecoder(in)
	d.CharsetReader, d.Entity = charsetOf, xml.HTMLEntity
	rd := &reader{dec: d, prefixes: map[string]string{}}
	if err := rd.read(); err != nil {
		return err
	}
	for _, o := range rd.outlines {
		if err := o.give(each); err != nil {
			return err
		}
	}
	return nil
}

// charsetOf reads the encodings that programs declare. What UTF-16 was is UTF-8 by
// now, by its byte order mark.
func charsetOf(label string, in io.Reader) (io.Reader, error) {
	if strings.HasPrefix(strings.ToLower(label), "utf-16") {
		return in, nil
	}
	decoded, err := charset.NewReaderLabel(label, in)
	if err != nil {
		return nil, fmt.Errorf("the encoding %q is not known: save the file as UTF-8", label)
	}
	return decoded, nil
}

// reader is the state between two tokens.
type reader struct {
	dec *xml.Decoder
	// line is where the token begins.
	line int
	// depth is how many elements are open, opml and body tell which of these are.
	depth      int
	opml, body bool
	// outlines are all, open those that are not complete, the innermost last.
	outlines, open []*outline
	// foreign is the element that is being read in an outline, or nil.
	foreign *foreign
	// prefixes are those that the document has for namespaces.
	prefixes map[string]string
	found    bool
}

func (rd *reader) read() error {
	for {
		rd.line, _ = rd.dec.InputPos()
		token, err := rd.dec.Token()
		if errors.Is(err, io.EOF) && rd.found {
			return nil
		}
		if errors.Is(err, io.EOF) {
			return ErrNone
		}
		if err == nil {
			err = rd.token(token)
		}
		if err != nil {
			return rd.told(err)
		}
	}
}

// told is an error with its line and what to do about it.
func (rd *reader) told(err error) error {
	var syntax *xml.SyntaxError
	switch {
	case errors.As(err, &syntax):
		return fmt.Errorf("line %d: it is no well-formed XML: %s: export the file again", syntax.Line, syntax.Msg)
	case errors.Is(err, ErrNone):
		return err
	}
	return fmt.Errorf("line %d: %w", rd.line, err)
}
