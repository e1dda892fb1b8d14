package opml

import (
	"encoding/xml"
	"slices"

	"github.com/beevik/etree"

	"crossfeed/engine/item"
)

// foreign is an element in an outline that is none, while it is read. It stands
// beside the outline in the content, but sx:sync, which is no data.
type foreign struct {
	of *outline
	// depth is that of the element.
	depth int
	// open is the innermost element that is not complete; nil in sx:sync.
	open *etree.Element
	sync bool
	// spaces are the default namespaces of the open elements.
	spaces []string
}

func newForeign(of *outline, depth int) *foreign {
	return &foreign{of: of, depth: depth, open: of.entry, spaces: []string{item.NamespaceAtom}}
}

func (f *foreign) start(t xml.StartElement, prefixes map[string]string) {
	if f.sync {
		return
	}
	if f.open == f.of.entry && t.Name.Local == "sync" && slices.Contains(namespaces, t.Name.Space) {
		f.sync = true
		f.of.synced(t)
		return
	}
	f.open = f.open.CreateElement(unprefixed(t.Name.Local))
	if space := f.spaces[len(f.spaces)-1]; space != t.Name.Space {
		f.open.CreateAttr("xmlns", t.Name.Space)
	}
	f.spaces = append(f.spaces, t.Name.Space)
	putAttributes(f.open, t.Attr, prefixes)
}

// text takes text, and tells whether it has a place.
func (f *foreign) text(s string) bool {
	if f.sync || f.open == f.of.entry {
		return f.sync
	}
	f.open.CreateText(s)
	return true
}

func (f *foreign) end() {
	if !f.sync {
		f.open, f.spaces = f.open.Parent(), f.spaces[:len(f.spaces)-1]
	}
}

// synced takes in what sx:sync says of an outline that is shared (SSE 0.91 §2.3).
func (o *outline) synced(t xml.StartElement) {
	for _, a := range t.Attr {
		switch {
		case a.Name.Space != "":
		case a.Name.Local == "id":
			o.uid = a.Value
		case a.Name.Local == "deleted":
			o.deleted = a.Value == "true"
		}
	}
}
