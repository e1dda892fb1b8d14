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
