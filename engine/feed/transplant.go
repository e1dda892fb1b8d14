package feed

import (
	"github.com/beevik/etree"

	"crossfeed/engine/internal/xmlstream"
)

// transplant reads an element that src has begun to give, and makes it one that
// means the same here. It is built under a name in the namespace "space".
func (e *encoder) transplant(src *xmlstream.Scanner, t *xmlstream.Token, name xmlstream.Name, space string) (*etree.Element, error) {
	here, _, _ := e.scope.Lookup("")
	root := etree.NewElement("root")
	b := &e.build
	b.scan, b.format = src, e.format
	b.begin(maxNodes)
	b.push(b.graft(t, name, space, &frame{into: root, root: root, space: here, outer: len(src.Scope()) - declarations(t)}))
	for done := false; !done; {
		t, err := src.Next()
		if err != nil {
			return nil, err
		}
		if done, err = b.token(t); err != nil {
			return nil, err
		}
	}
	child := root.Child[0].(*etree.Element)
	for _, a := range root.Attr {
		if now, _, ok := e.scope.Lookup(a.Key); !ok || now != a.Value {
			child.Attr = append(child.Attr, a)
		}
	}
	return child, nil
}

// each calls use for every child of the root of an XML text, and leaf for what
// stands between them.
func each(src *xmlstream.Scanner, use func(t *xmlstream.Token) error, leaf func(t *xmlstream.Token)) error {
	for {
		t, err := src.Next()
		switch {
		case err != nil:
			return err
		case t.Kind == xmlstream.End:
			return nil
		case t.Kind == xmlstream.Start:
			if err := use(t); err != nil {
				return err
			}
		default:
			leaf(t)
		}
	}
}
