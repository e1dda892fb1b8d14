package record

import (
	"github.com/beevik/etree"

	"crossfeed/engine/item"
)

// Outlined is the content as a document of outlines gives it back to whoever reads it, c
// itself where it is so already: title and text stand in the attributes of an outline,
// and the title of the entry mirrors these to the letter. Without that a version would
// say one thing where it was made and another one everywhere else. A record of another
// kind stays beside the outline.
func Outlined(c *item.Content) (*item.Content, error) {
	t := treeOf(c)
	own := OutlineIn(t.entry)
	switch {
	case own == nil:
		whole, err := As(c, Outline)
		if err != nil {
			return nil, err
		}
		t.entry = whole.Element()
		own = OutlineIn(t.entry)
	case t.kind() != Outline:
		tree{t.entry, own}.follow()
	}
	t.reorder(own)
	next, err := item.NewContent(t.entry)
	if err != nil || next.Hash() == c.Hash() {
		return c, err
	}
	return next, nil
}

// follow makes an outline say what the entry says, which another record in it speaks
// for.
func (t tree) follow() {
	if title := saidIn(t.entry, "title"); !title.alike(getOutlineTitle(t)) {
		setOutlineTitle(t, title.text)
	}
	if body := childOf(t.entry, bodyIn(t.entry)); body != nil {
		t.put(Outline, "note", saidIn(t.entry, bodyIn(t.entry)).text)
		t.removeBody()
	}
}

// reorder puts the outline before all else but the title, and lets that say what a
// reader takes from the outline: its text, or its title where that says nothing.
func (t tree) reorder(own *etree.Element) {
	if title := childOf(t.entry, "title"); title != nil {
		t.entry.RemoveChild(title)
	}
	t.entry.RemoveChild(own)
	t.entry.InsertChildAt(0, own)
	if title := OutlineTitle(own); title != "" {
		item.SetTitle(t.entry, title)
	}
}
