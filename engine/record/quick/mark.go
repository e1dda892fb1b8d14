package quick

import (
	"regexp"
	"strings"
)

// Tags: one word, or several in quotes, straight or as a keyboard makes them.
var (
	tagForm       = regexp.MustCompile(`^#([\p{L}\p{M}\p{N}_-]+)$`)
	quotedTagForm = regexp.MustCompile(`^#(?:"([^"]+)"|[“„]([^„“”]+)[“”]),?(?:[\s\p{Z}]|$)`)
)

// priorities are the marks of a priority, with its number in iCalendar
// (RFC 5545 §3.8.1.9): 1 is the highest.
var priorities = map[string]string{
	"p1": "1", "!1": "1", "!!!": "1",
	"p2": "5", "!2": "5", "!!": "5",
	"p3": "9", "!3": "9", "!": "9",
}

// tagOf is the tag that a word is; "" is none.
func tagOf(w word) string {
	if w.key == "" {
		return ""
	}
	if parts := tagForm.FindStringSubmatch(strings.TrimRight(w.text, ",")); parts != nil {
		return parts[1]
	}
	return quotedTag(w.text)
}

// quotedTag is the tag in quotes with which a text begins, in single spaces.
func quotedTag(text string) string {
	parts := quotedTagForm.FindStringSubmatch(text)
	if parts == nil {
		return ""
	}
	return strings.Join(strings.Fields(parts[1]+parts[2]), " ")
}

// lengthOfQuotedTag is the length of such a tag with its comma, in bytes.
func lengthOfQuotedTag(text string) int {
	if quotedTag(text) == "" {
		return 0
	}
	return len(strings.TrimSpace(quotedTagForm.FindString(text)))
}
