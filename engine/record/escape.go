package record

import (
	"iter"
	"slices"
	"strings"
)

// escape puts a backslash before each of the given characters and before backslashes, and
// replaces line breaks with "\n", because each entry of a list is a single line.
func escape(s, characters string) string {
	if !strings.ContainsAny(s, characters+"\\\n\r") {
		return s
	}
	var b strings.Builder
	for _, r := range strings.ReplaceAll(s, "\r\n", "\n") {
		switch {
		case r == '\n' || r == '\r':
			b.WriteString(`\n`)
			continue
		case r == '\\' || strings.ContainsRune(characters, r):
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// unescape reverses escape. A backslash before a letter or digit that is no valid escape is
// preserved, because people type such backslashes.
func unescape(s string) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			continue
		}
		i++
		switch {
		case s[i] == 'n':
			b.WriteByte('\n')
		case isWordByte(s[i]):
			b.WriteByte('\\')
			fallthrough
		default:
			b.WriteByte(s[i])
		}
	}
	return b.String()
}

func isWordByte(c byte) bool {
	return '0' <= c && c <= '9' || 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z'
}

// cutUnescaped cuts s at the first unescaped separator and leaves both parts escaped.
func cutUnescaped(s string, at byte) (before, after string, found bool) {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case at:
			return s[:i], s[i+1:], true
		}
	}
	return s, "", false
}

// splitUnescaped splits s at every unescaped separator and unescapes the parts.
func splitUnescaped(s string, at byte) []string { return slices.Collect(unescapedParts(s, at)) }

// unescapedParts iterates over splitUnescaped.
func unescapedParts(s string, at byte) iter.Seq[string] {
	return func(yield func(string) bool) {
		for found := true; found; {
			var part string
			if part, s, found = cutUnescaped(s, at); !yield(unescape(part)) {
				return
			}
		}
	}
}
