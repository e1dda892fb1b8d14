package xmlstream

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"regexp"
	"strings"

	"golang.org/x/net/html/charset"
)

// bom is the byte order mark in UTF-8.
const bom = "\uFEFF"

// maxDeclaration is how many bytes are searched for the end of an XML declaration.
const maxDeclaration = 1024

// Decode converts a document to UTF-8, as a Scanner does. A declaration in a converted
// document says UTF-8, so that the result can be decoded again. A document that is not in its
// declared encoding is a *SyntaxError.
func Decode(r io.Reader, file string) (io.Reader, error) {
	decoded, _, err := decode(r)
	if f, ok := err.(*fault); ok {
		return nil, &SyntaxError{File: file, Line: 1, Column: 1, Rule: f.rule, Text: f.text}
	}
	return decoded, err
}

// DecodeAsItIs converts a document to UTF-8 judging by its bytes, whatever it declares: bytes
// that are not UTF-16 are assumed to be UTF-8.
func DecodeAsItIs(r io.Reader) (io.Reader, error) {
	in := bufio.NewReaderSize(r, 4*maxDeclaration)
	head, err := in.Peek(4)
	if err != nil && err != io.EOF {
		return nil, err
	}
	if name := utf16(head); name != "" {
		return charset.NewReaderLabel(name, in)
	}
	return in, nil
}

// decode converts the document to UTF-8 and returns the name of its original encoding, or ""
// for UTF-8 (XML 1.0 §4.3.3, appendix F). A document in UTF-8 is returned byte for byte; any
// other gets a declaration that says UTF-8.
func decode(r io.Reader) (io.Reader, string, error) {
	in := bufio.NewReaderSize(r, 4*maxDeclaration)
	head, err := in.Peek(4)
	if err != nil && err != io.EOF {
		return nil, "", err
	}
	if name := utf16(head); name != "" {
		return transcode(in, name, "utf-16")
	}
	marked := bytes.HasPrefix(head, []byte(bom))
	label := labelOf(declaration(in))
	switch {
	case label == "" || strings.EqualFold(label, "utf-8"):
		return in, "", nil
	case marked || strings.HasPrefix(strings.ToLower(label), "utf-16"):
		return nil, "", contradiction(label, "UTF-8")
	}
	return transcode(in, label, label)
}

// utf16 recognizes UTF-16 by its byte order mark, or by the encoded bytes of "<?" or "<r".
func utf16(head []byte) string {
	switch {
	case len(head) < 4:
	case head[0] == 0xFE && head[1] == 0xFF, head[0] == 0 && head[1] == '<' && head[2] == 0:
		return "utf-16be"
	case head[0] == 0xFF && head[1] == 0xFE, head[0] == '<' && head[1] == 0 && head[3] == 0:
		return "utf-16le"
	}
	return ""
}

// transcode decodes the document and makes its declaration say UTF-8. The declared encoding
// has to begin with "declared", or be absent.
func transcode(r io.Reader, name, declared string) (io.Reader, string, error) {
	decoded, err := charset.NewReaderLabel(name, r)
	if err != nil {
		return nil, "", &fault{0, RuleEncoding, fmt.Sprintf("the encoding %q is not known; save the document as UTF-8", name)}
	}
	in := bufio.NewReaderSize(decoded, 4*maxDeclaration)
	if head, err := in.Peek(len(bom)); err == nil && string(head) == bom {
		_, _ = in.Discard(len(bom))
	}
	old := declaration(in)
	label := labelOf(old)
	if label == "" {
		return in, name, nil
	}
	if !strings.HasPrefix(strings.ToLower(label), strings.ToLower(declared)) {
		return nil, "", contradiction(label, strings.ToUpper(declared))
	}
	now := bytes.Replace(old, []byte(label), []byte("UTF-8"), 1)
	_, _ = in.Discard(len(old))
	return io.MultiReader(bytes.NewReader(now), in), name, nil
}

func contradiction(label, real string) error {
	return &fault{0, RuleEncoding, fmt.Sprintf("the first line declares the encoding %s, but the document is in %s; correct the declaration", label, real)}
}

var encodingLabel = regexp.MustCompile(`\sencoding\s*=\s*["']([A-Za-z][-A-Za-z0-9._]*)["']`)

func labelOf(declaration []byte) string {
	if m := encodingLabel.FindSubmatch(declaration); m != nil {
		return string(m[1])
	}
	return ""
}

// declaration returns the XML declaration at the beginning of the document, including a byte
// order mark before it, or nil. It reads no more than necessary.
func declaration(in *bufio.Reader) []byte {
	for n := 1; n < maxDeclaration; {
		n = min(max(n+1, in.Buffered()), maxDeclaration)
		b, err := in.Peek(n)
		text := bytes.TrimPrefix(b, []byte(bom))
		if i := bytes.Index(b, []byte("?>")); i >= 0 && startsWith(text, "<?xml") {
			return bytes.Clone(b[:i+2])
		}
		if err != nil || len(b) >= len(bom) && !startsWith(text, "<?xml") {
			return nil
		}
	}
	return nil
}

// startsWith reports whether b begins with s, as far as b goes.
func startsWith(b []byte, s string) bool {
	n := min(len(b), len(s))
	return string(b[:n]) == s[:n]
}
