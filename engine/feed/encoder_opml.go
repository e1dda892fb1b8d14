package feed

import (
	"crossfeed/engine/feed/internal/xmlstream"
	"crossfeed/engine/item"
)

// openOutline writes an outline up to where the outlines in it stand: the start tag with
// all attributes in their order, sx:sync, and the foreign children.
func (e *encoder) openOutline(it *item.Item, kept trivia) error {
	if err := e.startOutline(it.Winner.Content); err != nil {
		return err
	}
	e.depth++
	e.line()
	if err := e.sync(it, kept); err != nil {
		return err
	}
	if err := e.outlineChildren(it.Winner.Content); err != nil || it.Winner.Publisher == "" {
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

// startOutline writes the start tag of an outline.
func (e *encoder) startOutline(c *item.Content) error {
	root, own, err := e.outlineIn(c)
	if err != nil {
		return err
	}
	e.begin(root)
	if own == nil {
		e.attr("text", c.Title())
		e.optional("_note", c.Text())
	} else {
		e.outlineAttrs(own)
	}
	e.inherit(root)
	e.text(">")
	return nil
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

// outlineChildren writes what stands in an outline and is none: what its attributes
// mirror is left out.
func (e *encoder) outlineChildren(c *item.Content) error {
	src := e.read(c.XML())
	if _, err := src.Next(); err != nil {
		return err
	}
	carried, mirrored := false, map[string]bool{"title": true, "content": true}
	return each(src, func(t *xmlstream.Token) error {
		skip := t.Space == item.NamespaceAtom && mirrored[t.Name.Local]
		if isOutline(t) && !carried {
			skip, carried = true, true
		}
		if skip {
			mirrored[t.Name.Local] = false
			return past(src)
		}
		x, err := e.transplant(src, t, t.Name, t.Space)
		if err != nil {
			return err
		}
		e.element(x)
		return nil
	}, e.raw)
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
