package feed

import (
	"slices"

	"github.com/beevik/etree"
)

// extraOf is what the sx:sync of a version carries that Crossfeed does not know. What an
// sx:conflict holds beside the item that lost (SSE 0.91 §5.2), and the outlines in that
// item, are conflict data of their publisher's and no part of what the item says: they
// are kept in elements of ours, so that a copy of the version that came without them is
// still the same version.
func extraOf(d *draft) string {
	var all *etree.Element
	if d.sync != nil {
		all = d.sync.extra
	}
	if d.told != nil && d.told.extra != nil {
		carrier(&all).AddChild(inOwn("beside", d.told.extra))
	}
	if d.inner != nil {
		carrier(&all).AddChild(inOwn("within", d.inner))
	}
	return canonical(all)
}

// inOwn is an element of our namespace that carries what a carrier does.
func inOwn(name string, carried *etree.Element) *etree.Element {
	prefix := "cf"
	for slices.ContainsFunc(carried.Attr, func(a etree.Attr) bool { return a.Key == prefix || a.Space == prefix }) {
		prefix += "f"
	}
	carried.Space, carried.Tag = prefix, name
	carried.CreateAttr("xmlns:"+prefix, namespaceOwn)
	return carried
}
