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

// maxPiece is how large a tag may be, and what else shorter leaves whole.
const maxPiece = 64 << 20

// lenient gives the events of a document that is not well formed, as a browser would find
// its tags. What a tag, a reference and a text are is said by XML wherever it can be: the
// events of a well-formed document are those of strict. (A tag whose name begins with
// another character than an ASCII letter is text to HTML, and here.)
type lenient struct {
	*problems
	html *html.Tokenizer
	cut  *shorter
	// line is where the next piece begins; cr tells that it may begin with the rest of a
	// line break.
	line int
	cr   bool
	// until is what ends the comment or the processing instruction whose rest follows, or "".
	until string
	event event
	// ending tells that the end of an element without content follows.
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

// decoded gives the document as UTF-8: by what it declares, or by its bytes where it
// declares something else.
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
		l.html.NextIsNotRawText() // <title> and <script> are elements like others
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

// piece makes an event of a piece of the document, if it is one.
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

// unended tells of a comment or a processing instruction that goes on where HTML ends it,
// and what does end it (XML 1.0 §2.5, §2.6). A declaration of XML never does.
func unended(raw []byte) (until string) {
	switch {
	case bytes.HasPrefix(raw, []byte("<!--")) && (len(raw) < len("<!---->") || !bytes.HasSuffix(raw, []byte("-->"))):
		return "-->"
	case bytes.HasPrefix(raw, []byte("<?")) && !bytes.HasPrefix(raw, []byte("<?xml ")) && !bytes.HasSuffix(raw, []byte("?>")):
		return "?>"
	}
	return ""
}

// rest gives what follows a comment or an instruction in a piece, or nothing. One that was
// never ended is not let swallow the feed.
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

// tag makes the event of a start tag of what stands between its angle brackets.
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
			l.tellOnce(string(name)+" "+string(a.name), line, UnquotedAttribute, "the value of the attribute %s of <%s> stands without quotes; it was read up to the next space", brief(a.name), brief(name))
		}
	}
	l.event = event{kind: xmlstream.Start, name: nameOf(name), attrs: attrs, line: line}
}

// count moves on by the lines of a piece. A line ends with CR LF, with LF or with CR.
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

// brief is a name for messages.
func brief(name []byte) string { return strings.ToValidUTF8(string(name[:min(len(name), 40)]), "") }

// western puts what bytes stand for in Windows-1252 in place of those that are not UTF-8,
// as browsers take them: programs join texts of both, and the name of a file is wrong where
// a character of it is lost.
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
