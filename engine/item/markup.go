package item

import (
	"slices"

	"github.com/beevik/etree"
)

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
