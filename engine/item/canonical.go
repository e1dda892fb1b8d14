package item

import (
	"bytes"
	"slices"

	"github.com/beevik/etree"
)

// CanonicalText returns the canonical form of a tree in the neutral form, from which
// Content.Hash is computed.
func CanonicalText(root *etree.Element) string { return string(canonicalForm(root, nil)) }

// canonicalForm returns the form in which contents are compared and hashed. It contains what
// every feed format can represent, in a fixed order:
//
//	title, content, summary, rights   their text; empty ones are left out
//	category                          term and scheme
//	link                              rel, href; type and length of enclosures
//	anything else                     Exclusive C14N, in document order
//
// Attributes of other namespaces on the former are included. A NUL, which cannot occur in XML,
// separates the former from the latter, so that elements of Atom are distinct from those with
// the same name in no namespace. The form is written to room if that is large enough.
func canonicalForm(root *etree.Element, room []byte) []byte {
	c := canonicalizer{around: root, out: *bytes.NewBuffer(room[:0])}
	c.out.Grow(usual)
	for _, tag := range knownTags {
		for _, t := range root.Child {
			if e, ok := t.(*etree.Element); ok && e.Tag == tag && isAtom(e) {
				c.known(e)
			}
		}
	}
	c.out.WriteByte(0)
	for _, t := range root.Child {
		if e, ok := t.(*etree.Element); ok && !(slices.Contains(knownTags, e.Tag) && isAtom(e)) {
			c.element(e)
		}
	}
	return c.out.Bytes()
}

var knownTags = []string{"title", "content", "summary", "rights", "category", "link"}

func (c *canonicalizer) known(e *etree.Element) {
	switch e.Tag {
	case "category":
		c.start(e, "term", "scheme")
		c.end(e)
	case "link":
		c.link(e)
	default:
		c.text(e)
	}
}

func (c *canonicalizer) text(e *etree.Element) {
	value := valueOf(e)
	if _, elsewhere := Attr(e, "src"); value == "" && !elsewhere && !hasForeign(e) {
		return
	}
	c.start(e, "src")
	_, _ = textEscaper.WriteString(&c.out, value)
	c.end(e)
}

// link leaves out what RSS cannot represent. An enclosure without length or type is equal to
// one with the placeholders that RSS requires.
func (c *canonicalizer) link(e *etree.Element) {
	names := []string{"href"}
	if Rel(e) == "enclosure" {
		names = append(names, "type", "length")
	}
	c.out.WriteString("<link rel")
	c.value(Rel(e))
	c.named(e, names)
	c.out.WriteByte('>')
	c.end(e)
}

// Rel returns the relation of a link; the default is "alternate" (RFC 4287 §4.2.7.2).
func Rel(link *etree.Element) string {
	if rel, given := Attr(link, "rel"); given {
		return rel
	}
	return "alternate"
}

// Placeholders for enclosure attributes that RSS requires and Atom lacks.
const (
	UnknownLength = "0"
	UnknownType   = "application/octet-stream"
)

func (c *canonicalizer) start(e *etree.Element, names ...string) {
	c.out.WriteByte('<')
	c.out.WriteString(e.Tag)
	c.named(e, names)
	c.out.WriteByte('>')
}

func (c *canonicalizer) end(e *etree.Element) {
	c.out.WriteString("</")
	c.out.WriteString(e.Tag)
	c.out.WriteByte('>')
}

// named writes those of the named attributes that have a value, and then those of other
// namespaces.
func (c *canonicalizer) named(e *etree.Element, names []string) {
	for _, name := range names {
		v, _ := Attr(e, name)
		switch {
		case v == UnknownLength && name == "length", v == UnknownType && name == "type":
			continue
		case v != "":
			c.out.WriteByte(' ')
			c.out.WriteString(name)
			c.value(v)
		}
	}
	c.foreign(e)
}

func (c *canonicalizer) foreign(e *etree.Element) {
	if !hasForeign(e) {
		return
	}
	var found []string
	for _, a := range e.Attr {
		if isForeign(a) {
			found = append(found, "{"+lookup(e, a.Space)+"}"+a.Key+`="`+valueEscaper.Replace(a.Value)+`"`)
		}
	}
	slices.Sort(found)
	for _, s := range found {
		c.out.WriteByte(' ')
		c.out.WriteString(s)
	}
}

func hasForeign(e *etree.Element) bool { return slices.ContainsFunc(e.Attr, isForeign) }

func isForeign(a etree.Attr) bool { return a.Space != "" && a.Space != "xmlns" && a.Space != "xml" }

// beyond counts the bytes that the canonical form leaves out of its known children: the type
// of a text, a category's label, a link's title.
func beyond(root *etree.Element) int {
	n := 0
	for _, t := range root.Child {
		e, ok := t.(*etree.Element)
		if !ok || !isAtom(e) {
			continue
		}
		for _, a := range e.Attr {
			if a.Space == "" && !slices.Contains(counted, a.Key) {
				n += len(a.Key) + len(a.Value)
			}
		}
	}
	return n
}

var counted = []string{"xmlns", "href", "rel", "term", "scheme", "src"}

// namespaceXHTML is the namespace of markup in text constructs (RFC 4287 §3.1.1.3).
const namespaceXHTML = "http://www.w3.org/1999/xhtml"

// markup returns the content of an element as canonical XML.
func markup(e *etree.Element) string {
	c := canonicalizer{around: e}
	c.children(e)
	return c.out.String()
}

// html returns the content of an XHTML element as HTML. HTML has no namespaces, so the default
// namespace is not declared again.
func html(e *etree.Element) string {
	c := canonicalizer{around: e, html: true, rendered: []binding{{"", lookup(e, "")}}}
	c.children(e)
	return c.out.String()
}

// voids lists the elements without an end tag in HTML ("Void elements", HTML Living Standard
// §13.1.2).
var voids = []string{"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}

func isVoid(e *etree.Element, space string) bool {
	return slices.Contains(voids, e.Tag) && space == namespaceXHTML
}
