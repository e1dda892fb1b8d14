package feed

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/beevik/etree"

	"crossfeed/engine/internal/xmlstream"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
)

// Some readers refuse a whole feed if one of its items has no title. So the first line of such
// an item is written as its title, with an attribute of our own that repeats it. A title that
// equals its attribute is not part of the content and is ignored on reading; if another
// program changed it, it is a real title.

const madeName = "made"

// madeTitle writes a title for a content that has none, and reports whether it did. A content
// with several titles, the first of which is empty, stays as it is: otherwise the next one
// would become the title.
func (e *encoder) madeTitle(c *item.Content) bool {
	if strings.TrimSpace(c.Title()) != "" {
		return false
	}
	title := firstLine(c.Text())
	if title == "" || severalTitles(c) {
		return false
	}
	outside := e.surroundings
	defer func() { e.surroundings = outside }()
	e.line()
	e.text("<title")
	prefix, ok := e.scope.Prefix(namespaceOwn)
	if !ok {
		prefix = "cf"
		e.declare(prefix, namespaceOwn)
	}
	e.attr(prefix+":"+madeName, title)
	e.text(">")
	e.escaped(title)
	e.text("</title>")
	return true
}

func severalTitles(c *item.Content) bool {
	titles := 0
	for _, child := range c.Element().ChildElements() {
		if child.Tag == "title" && child.NamespaceURI() == item.NamespaceAtom {
			titles++
		}
	}
	return titles > 1
}

// firstLine returns the first non-empty line of a text or of HTML. A long line is cut after a
// word.
func firstLine(text string) string {
	const enough, most = 4096, 80
	if len(text) > enough {
		text = strings.ToValidUTF8(text[:enough], "")
	}
	for line := range strings.Lines(record.PlainText(text)) {
		line = strings.Join(strings.Fields(line), " ")
		if line == "" {
			continue
		}
		if utf8.RuneCountInString(line) <= most {
			return line
		}
		line = string([]rune(line)[:most])
		if at := strings.LastIndexByte(line, ' '); at > 0 {
			line = line[:at]
		}
		return line + "…"
	}
	return ""
}

// unmade returns a title's token without our attribute, and a conversion that removes the
// title if it was generated.
func (b *builder) unmade(t *xmlstream.Token, convert conversion) (*xmlstream.Token, conversion) {
	at := slices.IndexFunc(t.Attrs, func(a xmlstream.Attr) bool {
		space, _, _ := b.scan.Scope().Lookup(a.Name.Prefix)
		return a.Name.Prefix != "" && a.Name.Local == madeName && space == namespaceOwn
	})
	if at < 0 {
		return t, convert
	}
	made := t.Attrs[at].Value
	plain := *t
	plain.Attrs = slices.Delete(slices.Clone(t.Attrs), at, at+1)
	return &plain, func(e *etree.Element) {
		if textOf(e) == made {
			e.Parent().RemoveChild(e)
		} else if convert != nil {
			convert(e)
		}
	}
}
