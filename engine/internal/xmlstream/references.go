package xmlstream

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"
)

// expand replaces the references in a Text, if it has any.
func (s *Scanner) expand() error {
	if bytes.IndexByte(s.tok.value, '&') < 0 {
		return nil
	}
	s.tok.replaced = true
	var err error
	s.tok.expanded, err = replace(s.tok.value, s.tok.From, unixLines)
	return err
}

// normalize gives an attribute's value as applications see it (XML 1.0 §3.3.3).
func normalize(b []byte, at int64) (string, error) {
	if !bytes.ContainsAny(b, "&\t\r\n") {
		return string(b), nil
	}
	return replace(b, at, func(b []byte) string {
		return strings.Map(func(r rune) rune {
			if r == '\n' || r == '\t' {
				return ' '
			}
			return r
		}, unixLines(b))
	})
}

// replace puts what references stand for in their place, and gives what stands
// between them through the function "plain".
func replace(b []byte, at int64, plain func([]byte) string) (string, error) {
	var out strings.Builder
	out.Grow(len(b))
	for {
		i := bytes.IndexByte(b, '&')
		if i < 0 {
			out.WriteString(plain(b))
			return out.String(), nil
		}
		out.WriteString(plain(b[:i]))
		r, n := reference(b[i:])
		if n == 0 {
			return "", malformed(at+int64(i), `%s is not a reference that XML knows; write "&amp;" for "&", and characters as themselves`, quoted(b[i:]))
		}
		out.WriteRune(r)
		b, at = b[i+n:], at+int64(i+n)
	}
}

var entities = map[string]rune{"lt": '<', "gt": '>', "amp": '&', "quot": '"', "apos": '\''}

// longestReference is that of "&#x0010FFFF;", with some leading zeros.
const longestReference = 24

// Reference reads the reference that b begins with: the character that it stands for and
// its length, or 0 where it is none of XML.
func Reference(b []byte) (rune, int) { return reference(b) }

// reference reads the reference that b begins with: the character that it
// stands for and its length, or 0 (XML 1.0 §4.1).
func reference(b []byte) (rune, int) {
	end := bytes.IndexByte(b[:min(len(b), longestReference)], ';')
	if end < 2 {
		return 0, 0
	}
	name := string(b[1:end])
	if r, ok := entities[name]; ok {
		return r, end + 1
	}
	digits, isNumber := strings.CutPrefix(name, "#")
	base := 10
	if hex, ok := strings.CutPrefix(digits, "x"); ok {
		digits, base = hex, 16
	}
	n, err := strconv.ParseUint(digits, base, 32)
	if !isNumber || err != nil || n > utf8.MaxRune || !isChar(rune(n)) {
		return 0, 0
	}
	return rune(n), end + 1
}

// unixLines gives line breaks as single line feeds (XML 1.0 §2.11).
func unixLines(b []byte) string {
	if bytes.IndexByte(b, '\r') < 0 {
		return string(b)
	}
	return lineBreaks.Replace(string(b))
}

var lineBreaks = strings.NewReplacer("\r\n", "\n", "\r", "\n")
