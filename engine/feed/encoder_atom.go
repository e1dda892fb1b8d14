package feed

import (
	"bytes"

	"crossfeed/engine/internal/xmlstream"
	"crossfeed/engine/item"
)

// atomChildren writes the neutral form as it is, and adds what an entry must
// have (RFC 4287 §4.1.2): a title, and a content where no link leads to one. Where a title
// was made, an empty one is left out.
func (e *encoder) atomChildren(src *xmlstream.Scanner, made bool) error {
	titled, filled := made, false
	from := src.Depth()
	err := each(src, func(t *xmlstream.Token) error {
		if t.Space == item.NamespaceAtom {
			rel, _ := t.Attr("rel")
			titled = titled || t.Name.Local == "title"
			filled = filled || t.Name.Local == "content" || t.Name.Local == "link" && (rel == "" || rel == "alternate")
		}
		isTitle, before := isAtom(t, "title"), e.out.Len()
		err := e.verbatim(src, t, from)
		if made && isTitle && isBareTitle(e.out.Bytes()[before:]) {
			e.out.Truncate(before)
		}
		return err
	}, e.raw)
	if !titled {
		e.line()
		e.text("<title/>")
	}
	if !filled {
		e.line()
		e.text("<content/>")
	}
	return err
}

func isAtom(t *xmlstream.Token, local string) bool {
	return t.Space == item.NamespaceAtom && t.Name.Local == local
}

// isBareTitle reports whether an element is a title that says nothing.
func isBareTitle(xml []byte) bool {
	xml = bytes.TrimSpace(xml)
	return string(xml) == "<title/>" || string(xml) == "<title></title>"
}

// verbatim copies an element that src has begun to give. Depth is that of its
// parent.
func (e *encoder) verbatim(src *xmlstream.Scanner, t *xmlstream.Token, depth int) error {
	e.line()
	e.out.Write(t.Raw)
	for src.Depth() > depth {
		t, err := src.Next()
		if err != nil {
			return err
		}
		e.out.Write(t.Raw)
	}
	return nil
}
