package exchange

import "strings"

// SplitValue splits a value at a separator that has no backslash before it. The
// parts are still escaped (RFC 6350 §3.4, RFC 5545 §3.1.1).
func SplitValue(value string, separator byte) []string {
	parts := make([]string, 0, 1+strings.Count(value, string(separator)))
	for from, i := 0, 0; ; i++ {
		switch {
		case i >= len(value):
			return append(parts, value[from:])
		case value[i] == '\\':
			i++
		case value[i] == separator:
			parts = append(parts, value[from:i])
			from = i + 1
		}
	}
}

// Unescape undoes the backslashes of a text. A backslash before anything that
// is never escaped stays.
func Unescape(text string) string {
	if !strings.Contains(text, `\`) {
		return text
	}
	var b strings.Builder
	b.Grow(len(text))
	for i := 0; i < len(text); i++ {
		if text[i] == '\\' && i+1 < len(text) {
			if c, escaped := unescaped(text[i+1]); escaped {
				b.WriteByte(c)
				i++
				continue
			}
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

// unescaped is what a character means behind a backslash. The colon is never to
// be escaped, but Google and Apple do it.
func unescaped(c byte) (byte, bool) {
	switch c {
	case 'n', 'N':
		return '\n', true
	case '\\', ',', ';', ':':
		return c, true
	}
	return 0, false
}

var escaper = strings.NewReplacer(`\`, `\\`, ",", `\,`, ";", `\;`, "\r\n", `\n`, "\n", `\n`, "\r", `\n`)

// Escape makes a text that can stand in any value, structured or not.
func Escape(text string) string { return escaper.Replace(text) }

// QuotedPrintable decodes RFC 2045 §6.7. What is not as it should be stays as
// it is.
func QuotedPrintable(text string) string {
	var b strings.Builder
	b.Grow(len(text))
	for i := 0; i < len(text); i++ {
		if text[i] == '=' && i+2 < len(text) {
			high, low := digit(text[i+1]), digit(text[i+2])
			if high >= 0 && low >= 0 {
				b.WriteByte(byte(high<<4 | low))
				i += 2
				continue
			}
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

// digit is the value of a hexadecimal digit, or -1.
func digit(c byte) int {
	switch {
	case '0' <= c && c <= '9':
		return int(c - '0')
	case 'A' <= c && c <= 'F':
		return int(c-'A') + 10
	case 'a' <= c && c <= 'f':
		return int(c-'a') + 10
	}
	return -1
}
