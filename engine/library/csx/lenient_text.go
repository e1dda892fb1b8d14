package csx

import (
	"bytes"
	"html"
	"strings"

	"crossfeed/engine/internal/xmlstream"
)

// rawAttr is an attribute as written.
type rawAttr struct {
	name, value []byte
	quoted      bool
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' }

// cutName splits the contents of a tag after the element's name.
func cutName(b []byte) (name, rest []byte) {
	n := 0
	for n < len(b) && !isSpace(b[n]) && b[n] != '/' && b[n] != '>' {
		n++
	}
	return b[:n], b[n:]
}

// cutAttr splits the contents of a tag after its first attribute; name is nil if there is
// none. A value without quotes ends at the next space.
func cutAttr(b []byte) (a rawAttr, rest []byte) {
	for len(b) > 0 && (isSpace(b[0]) || b[0] == '/') {
		b = b[1:]
	}
	if len(b) == 0 {
		return a, nil
	}
	n := 1 // any first character begins a name, so that the loop terminates
	for n < len(b) && !isSpace(b[n]) && b[n] != '=' && b[n] != '/' {
		n++
	}
	a.name, rest = b[:n], b[n:]
	after := bytes.TrimLeft(rest, " \t\r\n\f")
	if len(after) == 0 || after[0] != '=' {
		return a, rest
	}
	after = bytes.TrimLeft(after[1:], " \t\r\n\f")
	if len(after) > 0 && (after[0] == '"' || after[0] == '\'') {
		if end := bytes.IndexByte(after[1:], after[0]); end >= 0 {
			a.value, a.quoted = after[1:1+end], true
			return a, after[end+2:]
		}
		a.value = after[1:]
		return a, nil
	}
	n = 0
	for n < len(after) && !isSpace(after[n]) {
		n++
	}
	a.value = bytes.TrimRight(after[:n], "/")
	return a, after[n:]
}

// nameOf splits a name at its colon. It drops characters that XML does not allow.
func nameOf(b []byte) xmlstream.Name {
	prefix, local, ok := strings.Cut(characters(string(b)), ":")
	if !ok {
		return xmlstream.Name{Local: prefix}
	}
	return xmlstream.Name{Prefix: prefix, Local: local}
}

// attrValue returns the value of an attribute as applications see it (XML 1.0 §3.3.3).
func attrValue(b []byte) string {
	if !bytes.ContainsAny(b, "\t\r\n") {
		return replaced(b)
	}
	b = []byte(strings.NewReplacer("\r\n", " ", "\r", " ", "\n", " ", "\t", " ").Replace(string(b)))
	return replaced(b)
}

// textOf returns the text of a piece, or of a CDATA section.
func textOf(raw []byte) string {
	if in, ok := bytes.CutPrefix(raw, []byte("<![CDATA[")); ok {
		return characters(unixLines(bytes.TrimSuffix(in, []byte("]]>"))))
	}
	return replaced([]byte(unixLines(raw)))
}

func unixLines(b []byte) string {
	if bytes.IndexByte(b, '\r') < 0 {
		return string(b)
	}
	return strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(string(b))
}

// replaced resolves references: those of XML, and those of HTML that end with a semicolon.
// Anything else is text: an address may contain "&copy=2".
func replaced(b []byte) string {
	if bytes.IndexByte(b, '&') < 0 {
		return characters(string(b))
	}
	var out strings.Builder
	for len(b) > 0 {
		i := bytes.IndexByte(b, '&')
		if i < 0 {
			break
		}
		out.WriteString(characters(string(b[:i])))
		text, n := reference(b[i:])
		out.WriteString(text)
		b = b[i+n:]
	}
	out.WriteString(characters(string(b)))
	return out.String()
}

// longestName is the length of the longest HTML reference, with its delimiters.
const longestName = 33

// reference resolves the reference at the start of b, and returns its length.
func reference(b []byte) (string, int) {
	if r, n := xmlstream.Reference(b); n > 0 {
		return string(r), n
	}
	end := bytes.IndexByte(b[:min(len(b), longestName)], ';')
	if end > 1 && b[1] != '#' {
		name := string(b[:end+1])
		if text := html.UnescapeString(name); !strings.HasSuffix(text, ";") {
			return text, end + 1
		}
	}
	return "&", 1
}

// characters drops the characters that XML does not allow. U+FFFD replaces invalid bytes.
func characters(s string) string {
	return strings.Map(func(r rune) rune {
		if xmlstream.IsChar(r) {
			return r
		}
		return -1
	}, s)
}
