package record

import (
	"regexp"
	"strings"

	"github.com/beevik/etree"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"crossfeed/engine/item"
)

// bodyIn returns the name of the element that contains an entry's text.
func bodyIn(entry *etree.Element) string {
	if childOf(entry, "content") == nil && childOf(entry, "summary") != nil {
		return "summary"
	}
	return "content"
}

// childOf returns the first child with that name in Atom's namespace, or nil.
func childOf(entry *etree.Element, tag string) *etree.Element {
	for _, e := range entry.ChildElements() {
		if e.Tag == tag && e.NamespaceURI() == item.NamespaceAtom {
			return e
		}
	}
	return nil
}

// shownTextIn returns the title or the body of an entry as a plain reader shows it.
func shownTextIn(entry *etree.Element, tag string) shownText {
	text := item.TextIn
	if tag == "title" {
		text = item.TitleIn
	}
	e := childOf(entry, tag)
	if e == nil || !isHTML(e) {
		return shownText{text: text(entry)}
	}
	raw := text(entry)
	return shownText{text: textOfMarkup(raw), markup: true, raw: raw}
}

// isHTML reports whether a text construct contains markup (RFC 4287 §3.1.1).
func isHTML(e *etree.Element) bool {
	kind, _ := item.Attr(e, "type")
	return kind == "html" || kind == "text/html" || kind == "xhtml" || len(e.ChildElements()) > 0
}

// textOfMarkup returns the text of HTML, with paragraphs and line breaks as lines.
func textOfMarkup(markup string) string {
	var b strings.Builder
	hidden := false
	for z := html.NewTokenizer(strings.NewReader(markup)); ; {
		kind := z.Next()
		if kind == html.ErrorToken { // end of input
			return tidyLines(b.String())
		}
		switch token := z.Token(); {
		case token.DataAtom == atom.Script || token.DataAtom == atom.Style:
			hidden = kind == html.StartTagToken
		case kind == html.TextToken && !hidden:
			b.WriteString(strings.Map(spaced, token.Data))
		case token.DataAtom == atom.Br, kind == html.EndTagToken && endsLine(token.DataAtom):
			b.WriteByte('\n')
		}
	}
}

// spaced replaces line breaks and tabs in the HTML source with spaces, but no other white
// space, such as non-breaking spaces.
func spaced(r rune) rune {
	if r == '\n' || r == '\r' || r == '\t' {
		return ' '
	}
	return r
}

// tidyLines collapses white space within lines, as HTML does.
func tidyLines(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = strings.Join(strings.Fields(line), " ")
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}

// endsLine reports whether a line ends after the element.
func endsLine(tag atom.Atom) bool {
	switch tag {
	case atom.P, atom.Div, atom.Li, atom.Ul, atom.Ol, atom.Tr, atom.Pre, atom.Blockquote,
		atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		return true
	}
	return false
}

// marked distinguishes markup from plain text: it matches a tag or an entity.
var marked = regexp.MustCompile(`<[a-zA-Z/!][^<>]*>|&(#[0-9]+|#x[0-9a-fA-F]+|[a-zA-Z][a-zA-Z0-9]*);`)

// PlainText returns the text of a description, which may be plain text or HTML: RSS 2.0 does
// not specify which. It strips the tags of HTML and turns paragraphs and line breaks into
// lines.
func PlainText(description string) string {
	if marked.MatchString(description) {
		return textOfMarkup(description)
	}
	return description
}

// noteFields are the title and the text of the entry itself.
var noteFields = []Field{titleOfEntry, textOfEntry, attachments}

var (
	titleOfEntry = Field{
		Name: "title", Form: Line,
		get: func(t tree) string { return item.TitleIn(t.entry) },
		set: func(t tree, v string) { item.SetTitle(t.entry, v) },
	}
	textOfEntry = Field{
		Name: "text", Form: Text, Merge: MergeText,
		get: func(t tree) string { return item.TextIn(t.entry) },
		set: func(t tree, v string) { item.SetText(t.entry, v) },
	}
)
