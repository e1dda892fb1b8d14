package item

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"github.com/beevik/etree"
)

// Canonical writes an element as Exclusive XML Canonicalization 1.0 without
// comments. Prefixes are looked up through the element's parents.
func Canonical(e *etree.Element) string {
	c := canonicalizer{around: e.Parent()}
	c.element(e)
	return c.out.String()
}

// canonicalizer writes elements and remembers which namespace declarations are
// in force in what it has written.
type canonicalizer struct {
	out      bytes.Buffer
	rendered []binding
	// around is the element around those that are written, or nil, and scope
	// what was declared on the way from there, innermost last: looking through
	// all attributes of all parents for every prefix would take minutes for what
	// is made to.
	around *etree.Element
	scope  []binding
	// html closes the elements that HTML has no end tags for in their start
	// tags: </br> is a second line break to a reader of HTML.
	html bool
}

type binding struct{ prefix, uri string }

func (c *canonicalizer) element(e *etree.Element) {
	rendered, scope, tag := len(c.rendered), len(c.scope), e.FullTag()
	c.enter(e)
	c.out.WriteByte('<')
	c.out.WriteString(tag)
	c.declarations(e)
	c.attributes(e)
	c.out.WriteByte('>')
	inside := c.out.Len()
	c.children(e)
	if c.html && c.out.Len() == inside && isVoid(e, c.namespace(e.Space)) {
		c.out.Truncate(inside - 1)
		c.out.WriteString("/>")
	} else {
		c.out.WriteString("</")
		c.out.WriteString(tag)
		c.out.WriteByte('>')
	}
	c.rendered, c.scope = c.rendered[:rendered], c.scope[:scope]
}

// enter takes in what an element declares.
func (c *canonicalizer) enter(e *etree.Element) {
	for _, a := range e.Attr {
		switch {
		case a.Space == "xmlns":
			c.scope = append(c.scope, binding{a.Key, a.Value})
		case IsDeclaration(a):
			c.scope = append(c.scope, binding{"", a.Value})
		}
	}
}

// namespace is that of a prefix where the canonicalizer stands.
func (c *canonicalizer) namespace(prefix string) string {
	for i := len(c.scope) - 1; i >= 0; i-- {
		if c.scope[i].prefix == prefix {
			return c.scope[i].uri
		}
	}
	return lookup(c.around, prefix)
}

// declarations writes those of the prefixes that the element uses visibly and
// that no written ancestor declared with the same name.
func (c *canonicalizer) declarations(e *etree.Element) {
	var few [4]string
	used := append(few[:0], e.Space)
	for _, a := range e.Attr {
		if a.Space != "" && a.Space != "xmlns" {
			used = append(used, a.Space)
		}
	}
	slices.Sort(used)
	for _, prefix := range slices.Compact(used) {
		c.declare(prefix, c.namespace(prefix))
	}
}

func (c *canonicalizer) declare(prefix, uri string) {
	if prefix == "xml" || c.inForce(prefix) == uri {
		return
	}
	c.rendered = append(c.rendered, binding{prefix, uri})
	c.out.WriteString(" xmlns")
	if prefix != "" {
		c.out.WriteByte(':')
		c.out.WriteString(prefix)
	}
	c.value(uri)
}

func (c *canonicalizer) inForce(prefix string) string {
	for i := len(c.rendered) - 1; i >= 0; i-- {
		if c.rendered[i].prefix == prefix {
			return c.rendered[i].uri
		}
	}
	return ""
}

// attributes are written in the order of namespace and then local name, those
// without a namespace first.
func (c *canonicalizer) attributes(e *etree.Element) {
	var few [4]etree.Attr
	attrs := few[:0]
	for _, a := range e.Attr {
		if !IsDeclaration(a) {
			attrs = append(attrs, a)
		}
	}
	slices.SortFunc(attrs, func(a, b etree.Attr) int {
		return cmp.Or(strings.Compare(c.namespaceOf(a), c.namespaceOf(b)), strings.Compare(a.Key, b.Key))
	})
	for _, a := range attrs {
		c.out.WriteByte(' ')
		c.out.WriteString(a.FullKey())
		c.value(a.Value)
	}
}

// namespaceOf is the namespace of an attribute. One without a prefix is in
// none, whatever the default is.
func (c *canonicalizer) namespaceOf(a etree.Attr) string {
	if a.Space == "" {
		return ""
	}
	return c.namespace(a.Space)
}

func (c *canonicalizer) children(e *etree.Element) {
	for _, t := range e.Child {
		switch t := t.(type) {
		case *etree.Element:
			c.element(t)
		case *etree.CharData:
			_, _ = textEscaper.WriteString(&c.out, t.Data)
		case *etree.ProcInst:
			c.procInst(t)
		}
	}
}

func (c *canonicalizer) procInst(p *etree.ProcInst) {
	c.out.WriteString("<?")
	c.out.WriteString(p.Target)
	if p.Inst != "" {
		c.out.WriteByte(' ')
		c.out.WriteString(p.Inst)
	}
	c.out.WriteString("?>")
}

func (c *canonicalizer) value(s string) {
	c.out.WriteString(`="`)
	_, _ = valueEscaper.WriteString(&c.out, s)
	c.out.WriteByte('"')
}

var (
	textEscaper  = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "\r", "&#xD;")
	valueEscaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", `"`, "&quot;", "\t", "&#x9;", "\n", "&#xA;", "\r", "&#xD;")
)

// IsDeclaration tells whether an attribute declares a namespace.
func IsDeclaration(a etree.Attr) bool {
	return a.Space == "xmlns" || a.Space == "" && a.Key == "xmlns"
}

// lookup finds the namespace of a prefix ("" for the default namespace) at e,
// or "" where none is declared.
func lookup(e *etree.Element, prefix string) string {
	if prefix == "xml" {
		return NamespaceXML
	}
	for ; e != nil; e = e.Parent() {
		for _, a := range e.Attr {
			if prefix == "" && a.Space == "" && a.Key == "xmlns" || prefix != "" && a.Space == "xmlns" && a.Key == prefix {
				return a.Value
			}
		}
	}
	return ""
}
