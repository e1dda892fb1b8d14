package item

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// MaxName is how many characters a name has at most.
const MaxName = 60

// CleanName is a name as it is stored, published and shown: one line without control
// characters, without characters that turn the direction of the text around them or
// cannot be seen, without spaces at its ends, and of at most MaxName characters. It is
// cutName between characters as a person sees them, so an accent or a part of an emoji is
// never separated from the rest.
func CleanName(name string) string {
	const enough = 8 << 10 // bytes; what is longer is no name
	var b strings.Builder
	for _, r := range strings.ToValidUTF8(name[:min(len(name), enough)], "") {
		switch {
		case unicode.IsSpace(r):
			b.WriteByte(' ')
		case !isHidden(r):
			b.WriteRune(r)
		}
	}
	return cutName(strings.Join(strings.Fields(b.String()), " "))
}

// isHidden reports whether a character has no place in a name: nobody sees it, or it
// changes how the text around the name is read. XML cannot carry some of them at all.
func isHidden(r rune) bool {
	switch r {
	case '\u200c', '\u200d': // joiners: Persian words and emoji need them
		return false
	}
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Zl, unicode.Zp, unicode.Bidi_Control) ||
		r == unicode.ReplacementChar || r&0xFFFE == 0xFFFE
}

// cutName keeps the first MaxName code points, or fewer where the last character would be
// split.
func cutName(name string) string {
	if utf8.RuneCountInString(name) <= MaxName {
		return name
	}
	length, state, rest := 0, -1, name
	var b strings.Builder
	for rest != "" {
		var character string
		character, rest, _, state = uniseg.FirstGraphemeClusterInString(rest, state)
		if length += utf8.RuneCountInString(character); length > MaxName {
			break
		}
		b.WriteString(character)
	}
	return strings.TrimSpace(b.String())
}
