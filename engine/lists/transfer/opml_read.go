package transfer

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"

	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"crossfeed/engine/record/exchange"
)

// Limits on the resources that one OPML file may use.
const (
	// maxOutlines is the maximum number of outlines in a file, and maxOutlineLevel the maximum
	// nesting depth of outlines and other elements.
	maxOutlines     = 200_000
	maxOutlineLevel = 1_000
)

// namespacesSSE are the namespaces of SSE 0.91; the variant with https is accepted, too.
var namespacesSSE = []string{"http://www.microsoft.com/schemas/rss/sse", "https://www.microsoft.com/schemas/rss/sse"}

// opmlError returns a FileError. A document that is not OPML or has no body is one, too.
func opmlError(p exchange.Problem) error { return &exchange.FileError{Problem: p} }

// readOPML reads a plain OPML file (OPML 1.0 and 2.0), as feed readers export it, or one shared
// by SSE 0.91, of whose sx:sync it uses only the identifier and the deletion mark. It calls each
// for every outline, parents first, only after reading the whole file, so that nothing is
// imported from an unreadable file. The error names the line, or is the error of each.
func readOPML(r io.Reader, each func(exchange.Entry) error) error {
	// A byte order mark overrides the declaration.
	in := transform.NewReader(r, unicode.BOMOverride(encoding.Nop.NewDecoder()))
	d := xml.NewDecoder(in)
	d.CharsetReader, d.Entity = charsetOf, xml.HTMLEntity
	rd := &opmlReader{dec: d, prefixes: map[string]string{}}
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

// charsetOf supports the encodings that programs declare. Input declared as UTF-16 is UTF-8 at
// this point, converted by its byte order mark.
func charsetOf(label string, in io.Reader) (io.Reader, error) {
	if strings.HasPrefix(strings.ToLower(label), "utf-16") {
		return in, nil
	}
	decoded, err := charset.NewReaderLabel(label, in)
	if err != nil {
		return nil, opmlError(exchange.Problem{Kind: exchange.UnknownEncoding, Name: label})
	}
	return decoded, nil
}

// opmlReader is the state between two tokens.
type opmlReader struct {
	dec *xml.Decoder
	// line is the line at which the token begins.
	line int
	// depth is the number of open elements; opml and body report which of these are open.
	depth      int
	opml, body bool
	// outlines are all outlines; open are the incomplete ones, the innermost last.
	outlines, open []*opmlOutline
	// foreign is the current other element in an outline, or nil.
	foreign *foreignElement
	// prefixes maps namespaces to the document's prefixes.
	prefixes map[string]string
	found    bool
}

func (rd *opmlReader) read() error {
	for {
		rd.line, _ = rd.dec.InputPos()
		token, err := rd.dec.Token()
		if errors.Is(err, io.EOF) && rd.found {
			return nil
		}
		if errors.Is(err, io.EOF) {
			return opmlError(exchange.Problem{Kind: exchange.NotOPML})
		}
		if err == nil {
			err = rd.token(token)
		}
		if err != nil {
			return rd.withLine(err)
		}
	}
}

// withLine adds to an error its line and what to do about it.
func (rd *opmlReader) withLine(err error) error {
	if syntax, is := errors.AsType[*xml.SyntaxError](err); is {
		return opmlError(exchange.Problem{Line: syntax.Line, Kind: exchange.NotWellFormed, Value: syntax.Msg})
	}
	if known, is := errors.AsType[*exchange.FileError](err); is {
		if known.Kind != exchange.NotOPML {
			known.Line = rd.line
		}
		return known
	}
	return fmt.Errorf("line %d: %w", rd.line, err)
}

func (rd *opmlReader) token(t xml.Token) error {
	switch t := t.(type) {
	case xml.StartElement:
		rd.declare(t)
		if rd.depth++; rd.depth > maxOutlineLevel {
			return opmlError(exchange.Problem{Kind: exchange.OutlinesTooDeep, Limit: maxOutlineLevel})
		}
		return rd.start(t)
	case xml.EndElement:
		rd.depth--
		rd.end()
	case xml.CharData:
		if rd.foreign == nil || !rd.foreign.text(string(t)) {
			rd.leave(exchange.TextLeftOut, string(t))
		}
	case xml.Comment:
		rd.leave(exchange.CommentLeftOut, string(t))
	case xml.ProcInst:
		rd.leave(exchange.InstructionLeftOut, t.Target)
	}
	return nil
}

// leave records a problem for text between the elements of an outline, which an item cannot
// store.
func (rd *opmlReader) leave(what exchange.Kind, text string) {
	n := len(rd.open)
	if text = strings.Join(strings.Fields(text), " "); text == "" || n == 0 || rd.foreign != nil && rd.foreign.sync {
		return
	}
	const enough = 40
	if short := []rune(text); len(short) > enough {
		text = string(short[:enough]) + "…"
	}
	o := rd.open[n-1]
	o.problems = append(o.problems, exchange.Problem{Line: rd.line, Kind: what, Value: text})
}

// declare records the prefixes of namespaces.
func (rd *opmlReader) declare(t xml.StartElement) {
	for _, a := range t.Attr {
		if a.Name.Space == "xmlns" && !strings.HasPrefix(a.Name.Local, "xml") && !strings.Contains(a.Name.Local, ":") {
			rd.prefixes[a.Value] = a.Name.Local
		}
	}
}

func (rd *opmlReader) start(t xml.StartElement) error {
	switch {
	case rd.foreign != nil:
		rd.foreign.start(t, rd.prefixes)
	case rd.depth == 1:
		if rd.opml = strings.EqualFold(t.Name.Local, "opml"); !rd.opml {
			return opmlError(exchange.Problem{Kind: exchange.NotOPML})
		}
	case rd.depth == 2:
		rd.body = strings.EqualFold(t.Name.Local, "body")
		rd.found = rd.found || rd.body
	case rd.body && rd.depth == 3+len(rd.open):
		return rd.within(t)
	}
	return nil
}

// within handles an element of the body or of an outline.
func (rd *opmlReader) within(t xml.StartElement) error {
	switch {
	case t.Name.Space == "" && t.Name.Local == "outline":
		if len(rd.outlines) == maxOutlines {
			return opmlError(exchange.Problem{Kind: exchange.TooManyOutlines, Limit: maxOutlines})
		}
		o := newOPMLOutline(t, rd.line, len(rd.open), rd.prefixes)
		rd.outlines, rd.open = append(rd.outlines, o), append(rd.open, o)
	case len(rd.open) > 0:
		rd.foreign = newForeignElement(rd.open[len(rd.open)-1], rd.depth)
		rd.foreign.start(t, rd.prefixes)
	}
	return nil
}

// end closes the element at the depth below.
func (rd *opmlReader) end() {
	switch {
	case rd.foreign != nil:
		if rd.foreign.end(); rd.depth < rd.foreign.depth {
			rd.foreign = nil
		}
	case rd.body && len(rd.open) > 0 && rd.depth == 2+len(rd.open)-1:
		rd.open = rd.open[:len(rd.open)-1]
	case rd.depth == 1:
		rd.body = false
	}
}
