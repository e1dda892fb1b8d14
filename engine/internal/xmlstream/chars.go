package xmlstream

import "unicode/utf8"

func isSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' }

// skipSpace is what follows the white space that b begins with.
func skipSpace(b []byte) []byte {
	for len(b) > 0 && isSpace(b[0]) {
		b = b[1:]
	}
	return b
}

// IsChar tells whether a character may stand in XML (XML 1.0 §2.2).
func IsChar(r rune) bool { return isChar(r) }

// isChar is the production Char (XML 1.0 §2.2).
func isChar(r rune) bool {
	return r >= 0x20 && r <= 0xD7FF || r == '\t' || r == '\n' || r == '\r' ||
		r >= 0xE000 && r <= 0xFFFD || r >= 0x10000 && r <= 0x10FFFF
}

// nameByte tells of an ASCII character whether it may stand in a name (2), and
// whether a name may begin with it (1). The colon is left to the names of
// Namespaces in XML.
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

// nameStart holds the ranges of NameStartChar beyond ASCII (XML 1.0 §2.3).
var nameStart = [][2]rune{
	{0xC0, 0xD6}, {0xD8, 0xF6}, {0xF8, 0x2FF}, {0x370, 0x37D}, {0x37F, 0x1FFF}, {0x200C, 0x200D},
	{0x2070, 0x218F}, {0x2C00, 0x2FEF}, {0x3001, 0xD7FF}, {0xF900, 0xFDCF}, {0xFDF0, 0xFFFD}, {0x10000, 0xEFFFF},
}

// nameMore holds what NameChar adds to them.
var nameMore = [][2]rune{{0xB7, 0xB7}, {0x300, 0x36F}, {0x203F, 0x2040}}

func within(r rune, ranges [][2]rune) bool {
	for _, x := range ranges {
		if x[0] <= r && r <= x[1] {
			return true
		}
	}
	return false
}

// ncName is the length of the name without a colon that b begins with, or 0
// (Namespaces in XML §3).
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

// nameChar is the size of the name character that b begins with, or 0.
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
