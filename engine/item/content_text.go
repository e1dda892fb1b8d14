package item

import (
	"strings"

	"github.com/beevik/etree"
)

// Title is the text of the title: plain text, or markup where the title was
// written as such.
func (c *Content) Title() string { return c.known.Title }

// Text is the body that people read and edit: the content, or the summary of an
// entry that has only that. A content that a store kept parses its XML for it,
// each time: few are asked, and beside the XML a store would hold it twice.
func (c *Content) Text() string {
	if c.text != nil {
		return *c.text
	}
	root := c.Element()
	return textOf(root, bodyTag(root))
}

// WithTitle is the content with another title and nothing else changed.
// Characters that XML cannot hold become U+FFFD.
func (c *Content) WithTitle(title string) *Content {
	root := c.Element()
	if textOf(root, "title") == title {
		return c
	}
	SetTitle(root, title)
	return made(root)
}

// WithText is the content with another body and nothing else changed.
// Characters that XML cannot hold become U+FFFD.
func (c *Content) WithText(text string) *Content {
	root := c.Element()
	if textOf(root, bodyTag(root)) == text {
		return c
	}
	SetText(root, text)
	return made(root)
}

// OnlyTitle is what a published tombstone keeps: the title and nothing else.
func (c *Content) OnlyTitle() *Content { return Plain(c.Title(), "") }

// TitleIn is what Content.Title gives, of the neutral form as a tree.
func TitleIn(root *etree.Element) string { return textOf(root, "title") }

// TextIn is what Content.Text gives, of the neutral form as a tree.
func TextIn(root *etree.Element) string { return textOf(root, bodyTag(root)) }

// SetTitle changes the title in the neutral form as a tree.
func SetTitle(root *etree.Element, title string) { put(root, "title", title) }

// SetText changes the body in the neutral form as a tree.
func SetText(root *etree.Element, text string) { put(root, bodyTag(root), text) }

// put changes the text of a child.
func put(root *etree.Element, tag, text string) {
	e := child(root, tag)
	if e == nil {
		e = insert(root, tag)
	}
	setText(e, text)
}

// bodyTag names the element that holds the body.
func bodyTag(root *etree.Element) string {
	if child(root, "content") == nil && child(root, "summary") != nil {
		return "summary"
	}
	return "content"
}

// insert makes an element of Atom's where plain readers expect it: the title
// first, everything else last.
func insert(root *etree.Element, tag string) *etree.Element {
	e := etree.NewElement(tag)
	if tag == "title" {
		root.InsertChildAt(0, e)
	} else {
		root.AddChild(e)
	}
	return e
}

// setText replaces the text and keeps what kind of text it is: markup that was
// given as elements becomes markup given as text (RFC 4287 §3.1.1).
func setText(e *etree.Element, text string) {
	if isMarkup(e) {
		e.CreateAttr("type", "html")
	}
	e.RemoveAttr("src")
	e.Child = nil
	if text != "" {
		e.CreateText(strings.Map(printable, text))
	}
}

// printable replaces what no XML document can hold (XML 1.0 §2.2).
func printable(r rune) rune {
	switch {
	case r == '\t', r == '\n', r == '\r', ' ' <= r && r <= '\uD7FF',
		'\uE000' <= r && r <= '\uFFFD', r > '\uFFFF':
		return r
	}
	return '\uFFFD'
}

// textOf is the text of the first child of that name in Atom's namespace.
func textOf(root *etree.Element, tag string) string {
	e := child(root, tag)
	if e == nil {
		return ""
	}
	return valueOf(e)
}

// valueOf is the text of a text construct; of XHTML, its markup without the
// enclosing div, as HTML; of other markup that was given as elements, all of it.
func valueOf(e *etree.Element) string {
	switch kind, _ := Attr(e, "type"); {
	case kind == "xhtml":
		return html(divOf(e))
	case isMarkup(e):
		return markup(e)
	}
	return charData(e)
}

// charData is the text that stands directly in an element, in CDATA or not.
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

// isMarkup tells whether a text is given as elements.
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

// child is the first child of that name in Atom's namespace, or nil.
func child(root *etree.Element, tag string) *etree.Element {
	for _, t := range root.Child {
		if e, ok := t.(*etree.Element); ok && e.Tag == tag && isAtom(e) {
			return e
		}
	}
	return nil
}

// isAtom tells whether an element is in Atom's namespace.
func isAtom(e *etree.Element) bool { return lookup(e, e.Space) == NamespaceAtom }
