package record

import (
	"slices"
	"strings"

	"github.com/beevik/etree"

	"crossfeed/engine/item"
)

// Shown is a content with the record that it is shown with: c itself, unless it lacks the
// record of what it was made from (Complete). Then it is that older content with the title
// and the text of c, and with whatever else c says.
func Shown(c *item.Content) *item.Content {
	if c.From() == nil {
		return c
	}
	shown, err := item.NewContent(treeOf(c).entry)
	if err != nil {
		panic("content: " + err.Error()) // its root is that of c
	}
	return shown
}

// Holds reports whether the XML of a content holds a record, whatever it is shown with.
func Holds(c *item.Content) bool {
	return mayHoldRecord(c.XML()) && recordIn(c.Element()) != nil
}

// complete puts what an entry lacks of an older one into it, but for title and text: that
// they are missing was an edit.
func complete(entry, older *etree.Element) {
	for _, t := range slices.Clone(entry.Child) {
		if _, loose := t.(*etree.CharData); loose { // elements, packed into a text
			entry.RemoveChild(t)
		}
	}
	for _, e := range older.ChildElements() {
		if isMirror(e) {
			continue
		}
		there := alikeIn(entry, e)
		if there != nil && packed(there, e) {
			entry.RemoveChild(there)
			there = nil
		}
		if there == nil {
			entry.AddChild(declared(e, older))
		}
	}
}

// isMirror reports whether an element is one that plain readers edit.
func isMirror(e *etree.Element) bool {
	return e.NamespaceURI() == item.NamespaceAtom && slices.Contains([]string{"title", "content", "summary"}, e.Tag)
}

// alikeIn is the first child of an entry with the name of an element; of links, with its
// relation too.
func alikeIn(entry, e *etree.Element) *etree.Element {
	for _, o := range entry.ChildElements() {
		if o.Tag == e.Tag && o.NamespaceURI() == e.NamespaceURI() && o.SelectAttrValue("rel", "") == e.SelectAttrValue("rel", "") {
			return o
		}
	}
	return nil
}

// packed reports whether an element has as text what stood in it as elements.
func packed(e, before *etree.Element) bool {
	return len(before.ChildElements()) > 0 && isPacked(e)
}

func isPacked(e *etree.Element) bool {
	return len(e.ChildElements()) == 0 && strings.TrimSpace(e.Text()) != ""
}

// declared is a copy of a child of an entry that declares the prefixes which the entry
// declares for it.
func declared(e, entry *etree.Element) *etree.Element {
	alone := e.Copy()
	for _, a := range entry.Attr {
		if a.Space == "xmlns" && alone.SelectAttr(a.FullKey()) == nil && uses(alone, a.Key) {
			alone.CreateAttr(a.FullKey(), a.Value)
		}
	}
	return alone
}

// uses reports whether a prefix is used in an element.
func uses(e *etree.Element, prefix string) bool {
	return e.Space == prefix ||
		slices.ContainsFunc(e.Attr, func(a etree.Attr) bool { return a.Space == prefix }) ||
		slices.ContainsFunc(e.ChildElements(), func(child *etree.Element) bool { return uses(child, prefix) })
}
