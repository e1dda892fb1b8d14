package item

import (
	"bytes"
	"slices"

	"github.com/beevik/etree"
)

// CanonicalText is the canonical form of a tree in the neutral form: the text
// that Content.Hash is made of.
func CanonicalText(root *etree.Element) string { return string(canonicalForm(root, nil)) }

// canonicalForm is what contents are compared and hashed by. It holds
// what every feed format can carry, in an order of its own:
//
//	title, content, summary, rights   their text; empty ones are left out
//	category                          term and scheme
//	link                              rel, href; type and length of enclosures
//	anything else                     Exclusive C14N, in the order it stands
//
// Attributes of other namespaces on the former count as well. A NUL, which no
// XML holds, stands between the former and the latter: elements that Atom
// defines stay apart from those of the same name in no namespace. It is written into room,
// where that is large enough.
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

// link leaves out what RSS cannot say; an enclosure without length or type
// means the ones that RSS makes its writers give.
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

// Rel is the relation of a link: "alternate" where none is given
// (RFC 4287 §4.2.7.2).
func Rel(link *etree.Element) string {
	if rel, given := Attr(link, "rel"); given {
		return rel
	}
	return "alternate"
}

// Enclosure attributes that RSS requires, where Atom gave none.
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

// named writes the attributes of those names that have a value, and then those
// of other namespaces.
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

// beyond counts the bytes of what the canonical form leaves out of the children
// that it knows: the kind of a text, a category's label, a link's title.
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

// namespaceXHTML is that of the markup in text constructs (RFC 4287 §3.1.1.3).
const namespaceXHTML = "http://www.w3.org/1999/xhtml"

// markup writes what stands in an element as canonical XML.
func markup(e *etree.Element) string {
	c := canonicalizer{around: e}
	c.children(e)
	return c.out.String()
}

// html writes what stands in an element of XHTML as readers of HTML understand
// it. They know no namespaces: the default one is not declared again.
func html(e *etree.Element) string {
	c := canonicalizer{around: e, html: true, rendered: []binding{{"", lookup(e, "")}}}
	c.children(e)
	return c.out.String()
}

// voids are the elements that HTML gives no end tag ("Void elements", HTML
// Living Standard §13.1.2).
var voids = []string{"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}

func isVoid(e *etree.Element, space string) bool {
	return slices.Contains(voids, e.Tag) && space == namespaceXHTML
}
