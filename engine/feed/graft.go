package feed

import (
	"github.com/beevik/etree"

	"crossfeed/engine/internal/xmlstream"
)

// graft adds the element of a start tag to what is being built, under a name in
// the namespace "space", and declares what is no longer inherited there.
func (b *builder) graft(t *xmlstream.Token, name xmlstream.Name, space string, parent *frame) frame {
	e := &etree.Element{Space: name.Prefix, Tag: name.Local}
	parent.into.AddChild(e)
	f := frame{into: e, root: parent.root, space: parent.space, outer: parent.outer}
	if n := len(t.Attrs); n > 0 {
		e.Attr = make([]etree.Attr, 0, n+1)
	}
	if name.Prefix != "" {
		b.declare(f.root, name.Prefix, f.outer)
	} else if space != f.space {
		f.space = space
		e.Attr = append(e.Attr, etree.Attr{Key: "xmlns", Value: space})
	}
	for i := range t.Attrs {
		a := &t.Attrs[i]
		if prefix, ok := a.Declares(); ok && prefix == "" {
			if name.Prefix == "" || a.Value == f.space {
				continue
			}
			f.space = a.Value
		} else if !ok && a.Name.Prefix != "" {
			b.declare(f.root, a.Name.Prefix, f.outer)
		}
		e.Attr = append(e.Attr, etree.Attr{Space: a.Name.Prefix, Key: a.Name.Local, Value: a.Value})
	}
	return f
}

// declare makes a prefix known at root, unless the document declared it within
// what is being built.
func (b *builder) declare(root *etree.Element, prefix string, outer int) {
	space, at, _ := b.scan.Scope().Lookup(prefix)
	if at < 0 || at >= outer {
		return
	}
	for i := range root.Attr {
		if root.Attr[i].Space == "xmlns" && root.Attr[i].Key == prefix {
			return
		}
	}
	root.Attr = append(root.Attr, etree.Attr{Space: "xmlns", Key: prefix, Value: space})
}

func declarations(t *xmlstream.Token) (n int) {
	for i := range t.Attrs {
		if _, ok := t.Attrs[i].Declares(); ok {
			n++
		}
	}
	return n
}

// carry keeps an attribute of an element that is not built on one that is.
func (b *builder) carry(a *xmlstream.Attr, root *etree.Element) {
	root.Attr = append(root.Attr, etree.Attr{Space: a.Name.Prefix, Key: a.Name.Local, Value: a.Value})
	if a.Name.Prefix != "" {
		b.declare(root, a.Name.Prefix, b.scope())
	}
}
