package record

import (
	"regexp"
	"strings"

	"github.com/beevik/etree"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"crossfeed/engine/item"
)

// bodyIn names the element that an entry's text stands in.
func bodyIn(entry *etree.Element) string {
	if childOf(entry, "content") == nil && childOf(entry, "summary") != nil {
		return "summary"
	}
	return "content"
}

// childOf is the first child of that name in Atom's namespace, or nil.
func childOf(entry *etree.Element, tag string) *etree.Element {
	for _, e := range entry.ChildElements() {
		if e.Tag == tag && e.NamespaceURI() == item.NamespaceAtom {
			return e
		}
	}
	return nil
}

// saidIn is what the title or the body of an entry says to a plain reader.
func saidIn(entry *etree.Element, tag string) said {
	text := item.TextIn
	if tag == "title" {
		text = item.TitleIn
	}
	e := childOf(entry, tag)
	if e == nil || !isHTML(e) {
		return said{text: text(entry)}
	}
	return said{text: textOfMarkup(text(entry)), markup: true}
}

// isHTML tells whether a text construct holds markup (RFC 4287 §3.1.1).
func isHTML(e *etree.Element) bool {
	kind, _ := item.Attr(e, "type")
	return kind == "html" || kind == "text/html" || kind == "xhtml" || len(e.ChildElements()) > 0
}

// textOfMarkup is the text that HTML shows, with its paragraphs and line breaks
// as lines.
func textOfMarkup(markup string) string {
	var b strings.Builder
	hidden := false
	for z := html.NewTokenizer(strings.NewReader(markup)); ; {
		kind := z.Next()
		if kind == html.ErrorToken { // the end
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

// spaced makes a space of what ends a line of HTML's source, and none of what it
// shows.
func spaced(r rune) rune {
	if r == '\n' || r == '\r' || r == '\t' {
		return ' '
	}
	return r
}

// tidyLines makes white space within lines one space, as HTML shows it.
func tidyLines(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = strings.Join(strings.Fields(line), " ")
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}

// endsLine tells whether what follows an element stands on a line of its own.
func endsLine(tag atom.Atom) bool {
	switch tag {
	case atom.P, atom.Div, atom.Li, atom.Ul, atom.Ol, atom.Tr, atom.Pre, atom.Blockquote,
		atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		return true
	}
	return false
}

// asMarkup is a text as HTML that shows it.
func asMarkup(text string) string {
	return strings.ReplaceAll(html.EscapeString(plain(text)), "\n", "<br>")
}

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

// noteFields are title and text of the entry itself.
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
