package item

import (
	"strings"

	"github.com/beevik/etree"
)

// Title is the text of the title: plain text, or markup where the title was
// written as such.
func (c *Content) Title() string { return c.title }

// Text is the body that people read and edit: the content, or the summary of an
// entry that has only that.
func (c *Content) Text() string {
	root := c.Element()
	return textOf(root, bodyTag(root))
}

// WithTitle is the content with another title and nothing else changed.
func (c *Content) WithTitle(title string) *Content { return c.with("title", title) }

// WithText is the content with another body and nothing else changed.
func (c *Content) WithText(text string) *Content {
	return c.with(bodyTag(c.Element()), text)
}

// OnlyTitle is what a published tombstone keeps: the title and nothing else.
func (c *Content) OnlyTitle() *Content { return Plain(c.title, "") }

func (c *Content) with(tag, text string) *Content {
	root := c.Element()
	if textOf(root, tag) == text {
		return c
	}
	e := child(root, tag)
	if e == nil {
		e = insert(root, tag)
	}
	setText(e, text)
	return build(root)
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
	e.Child = nil
	if text != "" {
		e.CreateText(text)
	}
	if e.SelectAttrValue("type", "") == "xhtml" {
		e.CreateAttr("type", "html")
	}
	e.RemoveAttr("src")
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
// enclosing div.
func valueOf(e *etree.Element) string {
	if e.SelectAttrValue("type", "") != "xhtml" {
		return allText(e)
	}
	var b strings.Builder
	for _, t := range divOf(e).Child {
		switch t := t.(type) {
		case *etree.Element:
			b.WriteString(Canonical(t))
		case *etree.CharData:
			b.WriteString(textEscaper.Replace(t.Data))
		}
	}
	return b.String()
}

func divOf(e *etree.Element) *etree.Element {
	for _, c := range e.ChildElements() {
		return c
	}
	return e
}

func allText(e *etree.Element) string {
	if len(e.Child) == 1 {
		if t, ok := e.Child[0].(*etree.CharData); ok {
			return t.Data
		}
	}
	var b strings.Builder
	for _, t := range e.Child {
		switch t := t.(type) {
		case *etree.CharData:
			b.WriteString(t.Data)
		case *etree.Element:
			b.WriteString(allText(t))
		}
	}
	return b.String()
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
