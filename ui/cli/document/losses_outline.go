package document

import (
	"github.com/beevik/etree"

	"crossfeed/engine/item"
)

// sameSaid tells whether a content that was written and read again says the same. One
// from another format has its title and its plain text as attributes once it was an
// outline.
func sameSaid(was, back *item.Content) bool {
	before, after := was.Element(), back.Element()
	attributes := outlineOf(after)
	if attributes == nil || outlineOf(before) != nil {
		return back.Hash() == was.Hash() && !was.Fuller(back)
	}
	if attributes.SelectAttrValue("text", "") != was.Title() || attributes.SelectAttrValue("_note", "") != was.Text() {
		return false
	}
	return isPlain(before.SelectElement("title")) && isPlain(before.SelectElement("content")) &&
		sameRest(without(before, "title", "content"), without(after, "title", "outline"))
}

// outlineOf is the element that has the attributes of an outline, or nil.
func outlineOf(root *etree.Element) *etree.Element {
	for _, e := range root.ChildElements() {
		if e.FullTag() == "outline" && e.NamespaceURI() == "" {
			return e
		}
	}
	return nil
}

// isPlain tells whether a text of Atom is one without markup, if it is there at all.
func isPlain(e *etree.Element) bool {
	return e == nil || e.SelectAttrValue("type", "text") == "text" && e.SelectAttr("src") == nil
}

// without takes the first child of each name away.
func without(root *etree.Element, tags ...string) *etree.Element {
	for _, tag := range tags {
		if e := root.SelectElement(tag); e != nil {
			root.RemoveChild(e)
		}
	}
	return root
}

func sameRest(x, y *etree.Element) bool {
	a, err := item.NewContent(x)
	if err != nil {
		return false
	}
	b, err := item.NewContent(y)
	return err == nil && a.Hash() == b.Hash() && !a.Fuller(b)
}
