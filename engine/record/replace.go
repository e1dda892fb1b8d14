package record

import (
	"github.com/beevik/etree"

	"crossfeed/engine/item"
)

// Replace returns c with its record, title and text replaced by those of another content,
// which a file has for the existing item. Anything alongside the record is preserved, and so
// is the manual sort position if the other content has none. In an outline, only attributes
// and elements that the other content has are replaced.
func Replace(c, by *item.Content) (*item.Content, error) {
	t, other := treeOf(c), treeOf(by)
	if t.kind() == Outline && other.kind() == Outline {
		return t.replaceOutline(other)
	}
	order := t.field("order")
	t.removeRecord()
	for _, e := range other.entry.ChildElements() {
		if isOwn(e) || holds(e, other.record) {
			t.entry.AddChild(e.Copy())
		}
	}
	item.SetTitle(t.entry, item.TitleIn(other.entry))
	item.SetText(t.entry, item.TextIn(other.entry))
	replaced, err := item.NewContent(t.entry)
	if err != nil || order == "" || Read(replaced).Get("order") != "" {
		return replaced, err
	}
	return Apply(replaced, Values{"order": order})
}

// removeRecord removes the record with its enclosing elements and with the data of its file
// that it could not represent.
func (t *tree) removeRecord() {
	for _, e := range t.entry.ChildElements() {
		if isOwn(e) || holds(e, t.record) {
			t.entry.RemoveChild(e)
		}
	}
	t.record = nil
}

// isOwn reports whether an element is Crossfeed's, for data that a record cannot represent.
func isOwn(e *etree.Element) bool { return e.Tag == "file" && e.NamespaceURI() == NamespaceOwn }

// holds reports whether e is the other element or contains it.
func holds(e, inside *etree.Element) bool {
	for ; inside != nil; inside = inside.Parent() {
		if inside == e {
			return true
		}
	}
	return false
}

// replaceOutline is Replace for outlines: attributes get the values that the other outline
// has, and all others are preserved. Feed lists have little data, and must not delete what a
// person added here.
func (t tree) replaceOutline(other tree) (*item.Content, error) {
	for i := range other.record.Attr {
		switch a := &other.record.Attr[i]; {
		case a.Space != "":
			t.replaceForeign(a)
		case isData(*a) && a.Key != "text":
			setAttribute(t.record, a.Key, a.Value)
		}
	}
	setOutlineTitle(t, getOutlineTitle(other))
	for _, e := range other.entry.ChildElements() {
		if e != other.record && e.NamespaceURI() != item.NamespaceAtom {
			t.replaceChild(e)
		}
	}
	item.SetTitle(t.entry, getOutlineTitle(t))
	return item.NewContent(t.entry)
}

// replaceForeign sets an attribute from another namespace and, if necessary, declares its
// prefix. If the prefix already has another meaning here, the attribute is left out.
func (t tree) replaceForeign(a *etree.Attr) {
	for i := range t.record.Attr {
		b := &t.record.Attr[i]
		if b.Key == a.Key && isData(*b) && b.Space != "" && b.NamespaceURI() == a.NamespaceURI() {
			b.Value = a.Value
			return
		}
		if b.Space == "xmlns" && b.Key == a.Space && b.Value != a.NamespaceURI() {
			return
		}
	}
	if isData(*a) {
		t.record.CreateAttr("xmlns:"+a.Space, a.NamespaceURI())
		t.record.CreateAttr(a.Space+":"+a.Key, a.Value)
	}
}

// replaceChild replaces the first element with the same name, or appends the new one.
func (t tree) replaceChild(by *etree.Element) {
	for _, e := range t.entry.ChildElements() {
		if e.Tag == by.Tag && e.NamespaceURI() == by.NamespaceURI() {
			t.entry.InsertChildAt(e.Index(), by.Copy())
			t.entry.RemoveChild(e)
			return
		}
	}
	t.entry.AddChild(by.Copy())
}
