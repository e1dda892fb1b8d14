package record

import "regexp"

// marked tells markup from plain text: a tag or an entity stands in it.
var marked = regexp.MustCompile(`<[a-zA-Z/!][^<>]*>|&(#[0-9]+|#x[0-9a-fA-F]+|[a-zA-Z][a-zA-Z0-9]*);`)

// PlainText is the text that a description shows, which may be text or HTML (RSS 2.0 does
// not say which): of HTML without its tags, with its paragraphs and line breaks as lines.
func PlainText(description string) string {
	if marked.MatchString(description) {
		return textOfMarkup(description)
	}
	return description
}
