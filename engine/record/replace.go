package record

import (
	"github.com/beevik/etree"

	"crossfeed/engine/item"
)

// Replace is the content with the record of another one in place of its own,
// and with title and text from there: what a file says about an item that is
// here already. What stands beside the record stays, and so does the order by
// hand where the other has none. Of an outline only what the other names is replaced.
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

// removeRecord takes the record away, with what stands around it and what of
// its file it could not carry.
func (t *tree) removeRecord() {
	for _, e := range t.entry.ChildElements() {
		if isOwn(e) || holds(e, t.record) {
			t.entry.RemoveChild(e)
		}
	}
	t.record = nil
}

// isOwn tells whether an element is the one for what a record cannot carry.
func isOwn(e *etree.Element) bool { return e.Tag == "file" && e.NamespaceURI() == NamespaceOwn }

// holds tells whether an element is another one or has it inside.
func holds(e, inside *etree.Element) bool {
	for ; inside != nil; inside = inside.Parent() {
		if inside == e {
			return true
		}
	}
	return false
}

// replaceOutline is Replace for an outline: its attributes get the values that the
// other names, and what the other does not name stays. Lists of feeds say little,
// and what a person added here is not theirs to take away.
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

// replaceForeign sets an attribute of another namespace, and declares its prefix
// where that is needed; a prefix that means something else here keeps its meaning.
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

// replaceChild puts an element in the place of the first of its name, or last.
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
