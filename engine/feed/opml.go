package feed

import (
	"slices"
	"strings"

	"github.com/beevik/etree"

	"crossfeed/engine/internal/xmlstream"
)

const outlineName = "outline"

// opml is OPML. Its elements have no namespace, and its items stand in each other. 1.0
// and 2.0 are read; 1.0 is written, which is the one that SSE 0.91 extends (§1).
var opml = format{
	name:      OPML,
	version:   "1.0",
	path:      []string{"opml", "body"},
	head:      "head",
	item:      outlineName,
	feedLevel: func(local string) bool { return slices.Contains(opmlHead, local) },
	child:     opmlChild,
}

// opmlHead lists the elements of a head that OPML defines.
var opmlHead = []string{
	"title", "dateCreated", "dateModified", "ownerName", "ownerEmail", "ownerId", "docs",
	"expansionState", "vertScrollState", "windowTop", "windowLeft", "windowBottom", "windowRight",
}

// opmlChild keeps everything but outlines, which are items of their own.
func opmlChild(t *xmlstream.Token) (role, string, conversion) {
	if t.Name.Local == outlineName {
		return leftOut, "", nil
	}
	return foreign, "", nil
}

// isOutline tells of a start tag whether it opens an outline.
func isOutline(t *xmlstream.Token) bool {
	return t.Kind == xmlstream.Start && t.Space == "" && t.Name.Local == outlineName
}

// outlineOf makes the element of the neutral form that carries the attributes of an
// outline, and the title that mirrors its text, or its title where that says nothing.
func (b *builder) outlineOf(t *xmlstream.Token, root *etree.Element) {
	if text := mirror(t); text != "" {
		root.CreateElement("title").SetText(text)
	}
	own := root.CreateElement(outlineName)
	own.Attr = make([]etree.Attr, 1, 1+len(t.Attrs))
	own.Attr[0] = etree.Attr{Key: "xmlns"}
	for i := range t.Attrs {
		a := &t.Attrs[i]
		if !isOwn(a) {
			continue
		}
		own.Attr = append(own.Attr, etree.Attr{Space: a.Name.Prefix, Key: a.Name.Local, Value: a.Value})
		if a.Name.Prefix != "" {
			b.declare(root, a.Name.Prefix, b.scope())
		}
	}
}

// mirror is what the title of a content repeats of an outline: its text, or its title where
// that says nothing, as package record has it.
func mirror(own *xmlstream.Token) string {
	if text := attrOf(own, "text"); strings.TrimSpace(text) != "" {
		return text
	}
	return attrOf(own, "title")
}

// attrOf is the value of an attribute without a prefix: of that name, else of one that
// differs in upper and lower case; "" where there is none.
func attrOf(t *xmlstream.Token, name string) string {
	if value, given := t.Attr(name); given {
		return value
	}
	for i := range t.Attrs {
		if a := &t.Attrs[i]; a.Name.Prefix == "" && strings.EqualFold(a.Name.Local, name) {
			return a.Value
		}
	}
	return ""
}
