package item

import (
	"strings"

	"github.com/beevik/etree"
)

// Title returns the text of the title: plain text, or markup if the title is markup.
func (c *Content) Title() string { return c.known.Title }

// Text returns the body that people read and edit: the content, or the summary if the entry
// has only that. A content from a store parses its XML on each call: this is rare, and saving
// the text as well as the XML would store it twice.
func (c *Content) Text() string {
	if c.text != nil {
		return *c.text
	}
	root := c.Element()
	return textOf(root, bodyTag(root))
}

// WithTitle returns the content with another title and nothing else changed. Characters that
// are invalid in XML become U+FFFD.
func (c *Content) WithTitle(title string) *Content {
	root := c.Element()
	if textOf(root, "title") == title {
		return c
	}
	SetTitle(root, title)
	return made(root)
}

// WithText returns the content with another body and nothing else changed. Characters that are
// invalid in XML become U+FFFD.
func (c *Content) WithText(text string) *Content {
	root := c.Element()
	if textOf(root, bodyTag(root)) == text {
		return c
	}
	SetText(root, text)
	return made(root)
}

// OnlyTitle returns the content of a published tombstone: only the title.
func (c *Content) OnlyTitle() *Content { return Plain(c.Title(), "") }

// TitleIn returns what Content.Title does, for the neutral form as a tree.
func TitleIn(root *etree.Element) string { return textOf(root, "title") }

// TextIn returns what Content.Text does, for the neutral form as a tree.
func TextIn(root *etree.Element) string { return textOf(root, bodyTag(root)) }

// SetTitle changes the title in the neutral form as a tree.
func SetTitle(root *etree.Element, title string) { put(root, "title", title) }

// SetText changes the body in the neutral form as a tree.
func SetText(root *etree.Element, text string) { put(root, bodyTag(root), text) }

// put sets the text of a child.
func put(root *etree.Element, tag, text string) {
	e := child(root, tag)
	if e == nil {
		e = insert(root, tag)
	}
	setText(e, text)
}

// bodyTag returns the name of the element that holds the body.
func bodyTag(root *etree.Element) string {
	if child(root, "content") == nil && child(root, "summary") != nil {
		return "summary"
	}
	return "content"
}

// insert adds an element of Atom where plain readers expect it: the title first, everything
// else last.
func insert(root *etree.Element, tag string) *etree.Element {
	e := etree.NewElement(tag)
	if tag == "title" {
		root.InsertChildAt(0, e)
	} else {
		root.AddChild(e)
	}
	return e
}

// setText replaces the text and preserves its type: markup as elements becomes markup as text
// (RFC 4287 §3.1.1).
func setText(e *etree.Element, text string) {
	if isMarkup(e) {
		e.CreateAttr("type", "html")
	}
	e.RemoveAttr("src")
	e.Child = nil
	if text != "" {
		e.CreateText(strings.Map(Printable, text))
	}
}

// Printable replaces a character that is invalid in XML (XML 1.0 §2.2) with U+FFFD.
func Printable(r rune) rune {
	switch {
	case r == '\t', r == '\n', r == '\r', ' ' <= r && r <= '\uD7FF',
		'\uE000' <= r && r <= '\uFFFD', r > '\uFFFF':
		return r
	}
	return '\uFFFD'
}

// textOf returns the text of the first child with that name in Atom's namespace.
func textOf(root *etree.Element, tag string) string {
	e := child(root, tag)
	if e == nil {
		return ""
	}
	return valueOf(e)
}

// valueOf returns the text of a text construct: for XHTML, its markup as HTML without the
// enclosing div; for other markup as elements, all of it.
func valueOf(e *etree.Element) string {
	switch kind, _ := Attr(e, "type"); {
	case kind == "xhtml":
		return html(divOf(e))
	case isMarkup(e):
		return markup(e)
	}
	return charData(e)
}

// charData returns the text directly in an element, including CDATA.
func charData(e *etree.Element) string {
	var few [1]string
	pieces := few[:0]
	for _, t := range e.Child {
		if d, ok := t.(*etree.CharData); ok {
			pieces = append(pieces, d.Data)
		}
	}
	return strings.Join(pieces, "")
}

// isMarkup reports whether a text contains elements.
func isMarkup(e *etree.Element) bool { return firstElement(e) != nil }

func firstElement(e *etree.Element) *etree.Element {
	for _, t := range e.Child {
		if c, ok := t.(*etree.Element); ok {
			return c
		}
	}
	return nil
}

func divOf(e *etree.Element) *etree.Element {
	if div := firstElement(e); div != nil {
		return div
	}
	return e
}

// child returns the first child with that name in Atom's namespace, or nil.
func child(root *etree.Element, tag string) *etree.Element {
	for _, t := range root.Child {
		if e, ok := t.(*etree.Element); ok && e.Tag == tag && isAtom(e) {
			return e
		}
	}
	return nil
}

func isAtom(e *etree.Element) bool { return lookup(e, e.Space) == NamespaceAtom }
