package transfer

import (
	"encoding/xml"
	"slices"
	"strconv"
	"strings"

	"github.com/beevik/etree"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/record/exchange"
)

// opmlOutline is an outline from a file.
type opmlOutline struct {
	entry, own *etree.Element
	line       int
	level      int
	// uid is the identifier in its sx:sync, and deleted reports whether it is a tombstone.
	uid     string
	deleted bool
	// problems lists the parts that are left out.
	problems []exchange.Problem
}

// newOPMLOutline returns the outline for a start tag, with all its attributes.
func newOPMLOutline(t xml.StartElement, line, level int, prefixes map[string]string) *opmlOutline {
	entry := etree.NewElement("entry")
	entry.CreateAttr("xmlns", item.NamespaceAtom)
	own := entry.CreateElement("outline")
	own.CreateAttr("xmlns", "")
	putAttributes(own, t.Attr, prefixes)
	return &opmlOutline{entry: entry, own: own, line: line, level: level}
}

// putAttributes adds attributes to an element in their order and declares the prefixes that
// they need. If two have the same name, the first one counts.
func putAttributes(e *etree.Element, all []xml.Attr, prefixes map[string]string) {
	var used []xml.Name
	for _, a := range all {
		if a.Name.Space == "xmlns" || a.Name.Local == "xmlns" || slices.Contains(used, a.Name) {
			continue
		}
		used = append(used, a.Name)
		a.Name.Local = unprefixed(a.Name.Local)
		e.CreateAttr(attributeName(e, a.Name, prefixes), strings.Map(item.Printable, a.Value))
	}
}

// attributeName returns the name of an attribute and declares its prefix.
func attributeName(e *etree.Element, n xml.Name, prefixes map[string]string) string {
	const namespaceXML = "http://www.w3.org/XML/1998/namespace"
	switch n.Space {
	case "":
		return n.Local
	case "xml", namespaceXML:
		return "xml:" + n.Local
	}
	prefix := prefixes[n.Space]
	for i := 1; prefix == "" || prefixTaken(e, prefix, n.Space); i++ {
		prefix = "n" + strconv.Itoa(i)
	}
	e.CreateAttr("xmlns:"+prefix, n.Space)
	return prefix + ":" + n.Local
}

// unprefixed replaces colons in a name: XML allows them anywhere, but namespaces do not.
func unprefixed(name string) string { return strings.ReplaceAll(name, ":", "_") }

// prefixTaken reports whether a prefix has another meaning in an element.
func prefixTaken(e *etree.Element, prefix, space string) bool {
	return slices.ContainsFunc(e.Attr, func(a etree.Attr) bool { return a.Space == "xmlns" && a.Key == prefix && a.Value != space })
}

// give passes the outline on as an entry. Tombstones have no content.
func (o *opmlOutline) give(each func(exchange.Entry) error) error {
	e := exchange.Entry{UID: o.uid, Line: o.line, Level: o.level, Deleted: o.deleted, Problems: o.problems}
	if o.deleted {
		return each(e)
	}
	item.SetTitle(o.entry, record.OutlineTitle(o.own))
	content, err := item.NewContent(o.entry)
	if err != nil {
		return err
	}
	e.Content = content
	return each(e)
}

// foreignElement is the state while reading an element of an outline that is not an outline itself.
// Such elements are stored next to the outline in the content, except sx:sync, which is not
// data.
type foreignElement struct {
	of *opmlOutline
	// depth is the depth of the element.
	depth int
	// open is the innermost incomplete element; in sx:sync, it remains the entry.
	open *etree.Element
	sync bool
	// spaces lists the default namespaces of the open elements.
	spaces []string
}

func newForeignElement(of *opmlOutline, depth int) *foreignElement {
	return &foreignElement{of: of, depth: depth, open: of.entry, spaces: []string{item.NamespaceAtom}}
}

func (f *foreignElement) start(t xml.StartElement, prefixes map[string]string) {
	if f.sync {
		return
	}
	if f.open == f.of.entry && t.Name.Local == "sync" && slices.Contains(namespacesSSE, t.Name.Space) {
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

// text adds text and reports whether it was handled.
func (f *foreignElement) text(s string) bool {
	if f.sync || f.open == f.of.entry {
		return f.sync
	}
	f.open.CreateText(s)
	return true
}

func (f *foreignElement) end() {
	if !f.sync {
		f.open, f.spaces = f.open.Parent(), f.spaces[:len(f.spaces)-1]
	}
}

// synced reads the sx:sync of a shared outline (SSE 0.91 §2.3).
func (o *opmlOutline) synced(t xml.StartElement) {
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
