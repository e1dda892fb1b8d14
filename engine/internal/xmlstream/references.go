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

// normalize returns an attribute's value in normalized form (XML 1.0 §3.3.3).
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

// replace replaces references by their characters, and converts the text between them with the
// function "plain".
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
		r, n := Reference(b[i:])
		if n == 0 {
			return "", malformed(at+int64(i), `%s is not a reference that XML knows; write "&amp;" for "&", and characters as themselves`, quoted(b[i:]))
		}
		out.WriteRune(r)
		b, at = b[i+n:], at+int64(i+n)
	}
}

var entities = map[string]rune{"lt": '<', "gt": '>', "amp": '&', "quot": '"', "apos": '\''}

// longestReference allows "&#x0010FFFF;" with some more leading zeros.
const longestReference = 24

// Reference parses the reference that b begins with. It returns the character and the length
// of the reference, or 0 if it is not valid XML (XML 1.0 §4.1).
func Reference(b []byte) (rune, int) {
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
	if !isNumber || err != nil || n > utf8.MaxRune || !IsChar(rune(n)) {
		return 0, 0
	}
	return rune(n), end + 1
}

// unixLines converts line breaks to single line feeds (XML 1.0 §2.11).
func unixLines(b []byte) string {
	if bytes.IndexByte(b, '\r') < 0 {
		return string(b)
	}
	return lineBreaks.Replace(string(b))
}

var lineBreaks = strings.NewReplacer("\r\n", "\n", "\r", "\n")

func isSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' }

// skipSpace returns b without leading white space.
func skipSpace(b []byte) []byte {
	for len(b) > 0 && isSpace(b[0]) {
		b = b[1:]
	}
	return b
}

// IsChar reports whether a character is allowed in XML: the production Char (XML 1.0 §2.2).
func IsChar(r rune) bool {
	return r >= 0x20 && r <= 0xD7FF || r == '\t' || r == '\n' || r == '\r' ||
		r >= 0xE000 && r <= 0xFFFD || r >= 0x10000 && r <= 0x10FFFF
}

// nameByte says for each ASCII character whether it may occur in a name (2), and whether a
// name may begin with it (1). The colon is left to the names of Namespaces in XML.
var nameByte = func() (t [utf8.RuneSelf]uint8) {
	for c := range t {
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', c == '_':
			t[c] = 3
		case '0' <= c && c <= '9', c == '-', c == '.':
			t[c] = 2
		}
	}
	return t
}()

// nameStart has the ranges of NameStartChar beyond ASCII (XML 1.0 §2.3).
var nameStart = [][2]rune{
	{0xC0, 0xD6}, {0xD8, 0xF6}, {0xF8, 0x2FF}, {0x370, 0x37D}, {0x37F, 0x1FFF}, {0x200C, 0x200D},
	{0x2070, 0x218F}, {0x2C00, 0x2FEF}, {0x3001, 0xD7FF}, {0xF900, 0xFDCF}, {0xFDF0, 0xFFFD}, {0x10000, 0xEFFFF},
}

// nameMore has the ranges that NameChar adds.
var nameMore = [][2]rune{{0xB7, 0xB7}, {0x300, 0x36F}, {0x203F, 0x2040}}

func within(r rune, ranges [][2]rune) bool {
	for _, x := range ranges {
		if x[0] <= r && r <= x[1] {
			return true
		}
	}
	return false
}

// ncName returns the length of the name without a colon that b begins with, or 0 (Namespaces
// in XML §3).
func ncName(b []byte) int {
	n := 0
	for n < len(b) {
		size := nameChar(b[n:], n == 0)
		if size == 0 {
			break
		}
		n += size
	}
	return n
}

// nameChar returns the size of the name character that b begins with, or 0.
func nameChar(b []byte, first bool) int {
	if c := b[0]; c < utf8.RuneSelf {
		if first && nameByte[c]&1 == 0 || nameByte[c] == 0 {
			return 0
		}
		return 1
	}
	r, size := utf8.DecodeRune(b)
	if within(r, nameStart) || !first && within(r, nameMore) {
		return size
	}
	return 0
}
