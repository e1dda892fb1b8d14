package item

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"github.com/beevik/etree"
)

// Canonical returns an element as Exclusive XML Canonicalization 1.0 without comments.
// Prefixes are resolved with the declarations of the element and its ancestors.
func Canonical(e *etree.Element) string {
	c := canonicalizer{around: e.Parent()}
	c.element(e)
	return c.out.String()
}

// canonicalizer writes elements and tracks the namespace declarations in force in the output.
type canonicalizer struct {
	out      bytes.Buffer
	rendered []binding
	// around is the parent of the written elements, or nil, and scope holds the declarations
	// between there and the current element, innermost last. Searching all attributes of all
	// ancestors for every prefix would take minutes for malicious input.
	around *etree.Element
	scope  []binding
	// html closes void elements in their start tags: readers of HTML treat </br> as a second
	// line break.
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

// enter adds the declarations of an element to the scope.
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

// namespace returns the namespace of a prefix at the current element.
func (c *canonicalizer) namespace(prefix string) string {
	for i := len(c.scope) - 1; i >= 0; i-- {
		if c.scope[i].prefix == prefix {
			return c.scope[i].uri
		}
	}
	return lookup(c.around, prefix)
}

// declarations writes the declarations of the prefixes that the element visibly uses, unless a
// written ancestor already declared them with the same namespace.
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

// attributes writes attributes sorted by namespace and then local name, those without a
// namespace first.
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

// namespaceOf returns the namespace of an attribute. An attribute without a prefix has none,
// whatever the default namespace is.
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

// IsDeclaration reports whether an attribute declares a namespace.
func IsDeclaration(a etree.Attr) bool {
	return a.Space == "xmlns" || a.Space == "" && a.Key == "xmlns"
}

// lookup returns the namespace of a prefix ("" for the default namespace) at e, or "" if there
// is no declaration.
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
