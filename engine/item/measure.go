package item

import (
	"bytes"
	"strings"
)

// Measure counts what the canonical form of a content holds: elements and attributes, and
// words of text. Words, because programs collapse white space and escape twice.
func (c *Content) Measure() (markup, words int) {
	const space = " \t\r\n"
	form := canonicalForm(c.Element(), nil)
	inTag, quoted, inWord := false, false, false
	for i, b := range form {
		switch {
		case inTag && b == '"':
			if quoted = !quoted; quoted && !declares(form[:i]) {
				markup++
			}
		case inTag:
			inTag = quoted || b != '>'
		case b == '<':
			inTag, inWord = true, false
			if form[i+1] != '/' {
				markup++
			}
		case b == 0 || strings.IndexByte(space, b) >= 0:
			inWord = false
		case !inWord:
			inWord = true
			words++
		}
	}
	return markup, words
}

// declares reports whether a start tag that was written up to the value of an attribute
// ends with the declaration of a namespace.
func declares(tag []byte) bool {
	name := tag[bytes.LastIndexByte(tag, ' ')+1:]
	return bytes.HasPrefix(name, []byte("xmlns=")) || bytes.HasPrefix(name, []byte("xmlns:"))
}
