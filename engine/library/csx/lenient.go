package csx

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/transform"

	"crossfeed/engine/internal/xmlstream"
	"crossfeed/engine/transport"
)

// maxPiece is the maximum size of a tag, and of anything else that shorter leaves whole.
const maxPiece = 64 << 20

// lenient produces the events of a document that is not well formed, and finds tags as a
// browser does. Wherever possible, tags, references and texts follow the rules of XML: a
// well-formed document has the same events as with strict. (To HTML and to lenient, a tag
// whose name does not begin with an ASCII letter is text.)
type lenient struct {
	*problems
	html *html.Tokenizer
	cut  *shorter
	// line is where the next piece begins; cr reports that it may begin with the second half
	// of a line break.
	line int
	cr   bool
	// until is the end of the unfinished comment or processing instruction, or "".
	until string
	event event
	// ending reports that the End event of an empty element follows.
	ending bool
}

func newLenient(r *reading, b *builder) (source, error) {
	decoded, err := decoded(r)
	if err != nil {
		return nil, err
	}
	s := newShorter(transform.NewReader(decoded, western{}), r.limits.Text)
	z := html.NewTokenizer(s)
	z.AllowCDATA(true)
	z.SetMaxBuf(maxPiece)
	return &lenient{problems: b.problems, html: z, cut: s, line: 1}, nil
}

// decoded returns the document as UTF-8. It uses the declared encoding, or detects the
// encoding from the bytes if the declaration is wrong.
func decoded(r *reading) (io.Reader, error) {
	in, err := xmlstream.Decode(r.body, transport.Redact(r.address))
	var wrong *xmlstream.SyntaxError
	if !errors.As(err, &wrong) {
		return in, err
	}
	if _, err := r.body.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	return xmlstream.DecodeAsItIs(r.body)
}

func (l *lenient) next() (*event, error) {
	if l.ending {
		l.ending = false
		l.event = event{kind: xmlstream.End, name: l.event.name}
		return &l.event, nil
	}
	for {
		kind := l.html.Next()
		l.html.NextIsNotRawText() // <title> and <script> are ordinary elements
		if kind == html.ErrorToken {
			return nil, l.failed()
		}
		raw := l.html.Raw()
		line := l.line + l.cut.lines()
		known := l.piece(kind, raw, line)
		l.count(raw)
		if known {
			return &l.event, nil
		}
	}
}

// piece turns a piece of the document into an event, if it is one.
func (l *lenient) piece(kind html.TokenType, raw []byte, line int) bool {
	if l.until != "" {
		if raw = l.rest(kind, raw); len(raw) == 0 {
			return false
		}
	}
	switch kind {
	case html.StartTagToken, html.SelfClosingTagToken:
		l.tag(raw[1:len(raw)-1], line)
		l.ending = kind == html.SelfClosingTagToken
	case html.EndTagToken:
		name, _ := cutName(raw[2 : len(raw)-1])
		l.event = event{kind: xmlstream.End, name: nameOf(name)}
	case html.TextToken:
		l.event = event{kind: xmlstream.Text, text: textOf(raw)}
	default:
		l.until = unended(raw)
		return false
	}
	return true
}

// unended returns what ends a comment or processing instruction that HTML ends too early (XML
// 1.0 §2.5, §2.6), or "". It does not apply to an XML declaration.
func unended(raw []byte) (until string) {
	switch {
	case bytes.HasPrefix(raw, []byte("<!--")) && (len(raw) < len("<!---->") || !bytes.HasSuffix(raw, []byte("-->"))):
		return "-->"
	case bytes.HasPrefix(raw, []byte("<?")) && !bytes.HasPrefix(raw, []byte("<?xml ")) && !bytes.HasSuffix(raw, []byte("?>")):
		return "?>"
	}
	return ""
}

// rest returns the text in a piece after a comment or instruction, or nothing. A comment that
// never ends must not swallow the feed.
func (l *lenient) rest(kind html.TokenType, raw []byte) []byte {
	if kind == html.StartTagToken {
		name, _ := cutName(raw[1 : len(raw)-1])
		if structural(string(name)) {
			l.until = ""
			return raw
		}
	}
	at := bytes.Index(raw, []byte(l.until))
	if at < 0 {
		return nil
	}
	raw = raw[at+len(l.until):]
	l.until = ""
	if kind != html.TextToken {
		return nil
	}
	return raw
}

// tag makes the event of a start tag from the text between its angle brackets.
func (l *lenient) tag(inside []byte, line int) {
	name, rest := cutName(inside)
	attrs := l.event.attrs[:0]
	for len(attrs) < xmlstream.MaxAttrs {
		var a rawAttr
		if a, rest = cutAttr(rest); a.name == nil {
			break
		}
		attrs = append(attrs, xmlstream.Attr{Name: nameOf(a.name), Value: attrValue(a.value)})
		if !a.quoted {
			l.reportOnce(string(name)+" "+string(a.name), line, UnquotedAttribute, "the value of the attribute %s of <%s> has no quotes; it was read up to the next space", brief(a.name), brief(name))
		}
	}
	l.event = event{kind: xmlstream.Start, name: nameOf(name), attrs: attrs, line: line}
}

// count advances by the lines of a piece. A line ends with CR LF, LF or CR.
func (l *lenient) count(raw []byte) {
	for _, c := range raw {
		if c == '\r' || c == '\n' && !l.cr {
			l.line++
		}
		l.cr = c == '\r'
	}
}

func (l *lenient) failed() error {
	if errors.Is(l.html.Err(), html.ErrBufferExceeded) {
		return fmt.Errorf("line %d: %w", l.line, errLarge)
	}
	return l.html.Err()
}

func brief(name []byte) string { return strings.ToValidUTF8(string(name[:min(len(name), 40)]), "") }

// western replaces bytes that are not valid UTF-8 with what they mean in Windows-1252, as
// browsers do: programs join texts in both encodings, and a lost character would make a file
// name wrong.
type western struct{ transform.NopResetter }

// Transform implements transform.Transformer.
func (western) Transform(dst, src []byte, atEOF bool) (nDst, nSrc int, err error) {
	for nSrc < len(src) {
		r, size := utf8.DecodeRune(src[nSrc:])
		if r == utf8.RuneError && size == 1 {
			if !atEOF && !utf8.FullRune(src[nSrc:]) {
				return nDst, nSrc, transform.ErrShortSrc
			}
			r = charmap.Windows1252.DecodeByte(src[nSrc])
		}
		if nDst+utf8.RuneLen(r) > len(dst) {
			return nDst, nSrc, transform.ErrShortDst
		}
		nDst += utf8.EncodeRune(dst[nDst:], r)
		nSrc += size
	}
	return nDst, nSrc, nil
}

// event is an event of a document, from either scanner. It is valid until the next one.
type event struct {
	// kind is xmlstream.Start, End or Text. An element without an end tag still gets an End.
	kind xmlstream.Kind
	// name is the element's name as written, and attrs its attributes, including namespace
	// declarations.
	name  xmlstream.Name
	attrs []xmlstream.Attr
	// text has its references resolved.
	text string
	// line counts from 1. It is set for starts only.
	line int
}

// source produces the events of a document. It ends with io.EOF.
type source interface {
	next() (*event, error)
}

// strict produces the events of a well-formed document. Other documents end with a
// *xmlstream.SyntaxError.
type strict struct {
	scanner *xmlstream.Scanner
	lines   func() int // the number of lines left out so far
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
