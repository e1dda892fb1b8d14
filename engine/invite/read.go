package invite

import (
	"cmp"
	"strings"
	"unicode/utf8"
)

// mostText is the largest text in which an invitation is looked for, in bytes: a long
// mail with what it answers to.
const mostText = 256 << 10

// FromText reads a link, or the text of a file, with whatever a mail program put around
// it. An error says what is missing.
func FromText(text string) (Invitation, error) {
	if len(text) > mostText {
		return Invitation{}, &Error{Problem: TooLarge}
	}
	if !utf8.ValidString(text) {
		return Invitation{}, &Error{Problem: None}
	}
	plain := unquoted(text)
	found, err := findLink(plain)
	if found == nil {
		var other error
		if found, other = findDocument(plain); other != nil || found == nil {
			return Invitation{}, cmp.Or(err, other, error(&Error{Problem: None}))
		}
	}
	return found.checked()
}

// unquoted is a text with plain line ends, and without the signs by which mail programs
// quote lines.
func unquoted(text string) string {
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\ufeff", "", "\u00ad", "", "\u200b", "").Replace(text)
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		for {
			rest, quoted := strings.CutPrefix(strings.TrimLeft(l, " \t"), ">")
			if !quoted {
				break
			}
			l = strings.TrimPrefix(rest, " ")
		}
		lines[i] = l
	}
	return strings.Join(lines, "\n")
}
