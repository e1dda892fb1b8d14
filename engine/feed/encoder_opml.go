package feed

import (
	"github.com/beevik/etree"

	"crossfeed/engine/internal/xmlstream"
	"crossfeed/engine/item"
)

// openOutline writes an outline up to where the outlines in it stand: the start tag with
// all attributes in their order, sx:sync, and the foreign children.
func (e *encoder) openOutline(it *item.Item, kept trivia) error {
	said, err := e.startOutline(it.Winner.Content)
	if err != nil {
		return err
	}
	e.depth++
	e.line()
	if err := e.sync(it, kept); err != nil {
		return err
	}
	if err := e.outlineChildren(it.Winner.Content, said); err != nil || it.Winner.Publisher == "" {
		return err
	}
	return e.publishersOwn(it.Winner, map[string]bool{})
}

// closeOutline ends an outline. What its start tag declared ends with it, which is for
// the caller to say.
func (e *encoder) closeOutline() {
	e.depth--
	e.line()
	e.text("</", outlineName, ">")
}

// startOutline writes the start tag of an outline, and gives the elements of Atom's whose
// first one it says.
func (e *encoder) startOutline(c *item.Content) (said map[string]bool, err error) {
	root, own, err := e.outlineIn(c)
	if err != nil {
		return nil, err
	}
	e.begin(root)
	if own == nil {
		e.attr("text", c.Title())
		e.optional("_note", c.Text())
		said = map[string]bool{"title": true, "content": true}
	} else {
		e.outlineAttrs(own)
		said = map[string]bool{"title": c.Title() == mirror(own)}
	}
	e.inherit(root)
	e.text(">")
	return said, nil
}

// outlineIn finds the root of a content, and in it the element that carries the
// attributes of an outline: nil where the content comes from another format.
func (e *encoder) outlineIn(c *item.Content) (root, own *xmlstream.Token, err error) {
	src := e.read(c.XML())
	t, err := src.Next()
	if err != nil {
		return nil, nil, err
	}
	r := *t
	r.Attrs = append([]xmlstream.Attr(nil), t.Attrs...)
	for src.Depth() > 0 {
		if t, err = src.Next(); err != nil {
			return nil, nil, err
		}
		if src.Depth() == 2 && isOutline(t) {
			return &r, t, nil
		}
	}
	return &r, nil, nil
}

// outlineAttrs writes the attributes of an outline. One that says nothing of its text
// gets an empty one, which OPML asks for.
func (e *encoder) outlineAttrs(own *xmlstream.Token) {
	for _, a := range own.Attrs {
		if prefix, ok := a.Declares(); ok && prefix != "" {
			e.ensure(prefix, a.Value)
		}
	}
	for _, a := range own.Attrs {
		if _, declares := a.Declares(); !declares {
			e.attr(a.Name.String(), a.Value)
		}
	}
}

// outlineChildren writes what stands in an outline: what its start tag said is left out,
// and what would be outlines of their own, in a content from another format, stands
// in an element of ours.
func (e *encoder) outlineChildren(c *item.Content, said map[string]bool) error {
	src := e.read(c.XML())
	if _, err := src.Next(); err != nil {
		return err
	}
	carried := false
	return each(src, func(t *xmlstream.Token) error {
		switch {
		case t.Space == item.NamespaceAtom && said[t.Name.Local]:
			said[t.Name.Local] = false
			return past(src)
		case isOutline(t) && !carried:
			carried = true
			return each(src, func(t *xmlstream.Token) error { return e.outlineChild(src, t) }, e.raw)
		}
		return e.outlineChild(src, t)
	}, e.raw)
}

// outlineChild writes an element that stands in an outline.
func (e *encoder) outlineChild(src *xmlstream.Scanner, t *xmlstream.Token) error {
	outline := isOutline(t)
	x, err := e.transplant(src, t, t.Name, t.Space)
	if err != nil {
		return err
	}
	if outline {
		within := etree.NewElement("within")
		within.AddChild(x)
		x = inOwn("within", within)
	}
	e.element(x)
	return nil
}

// past reads to the end of the element that src has begun to give.
func past(src *xmlstream.Scanner) error {
	for depth := src.Depth(); src.Depth() >= depth; {
		if _, err := src.Next(); err != nil {
			return err
		}
	}
	return nil
}
