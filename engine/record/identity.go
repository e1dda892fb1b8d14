package record

import (
	"crossfeed/engine/item"
	"crossfeed/engine/record/internal/xprop"
)

// WithoutUID is the content of a copy: the identifier of the item stands for the
// UID, so that the copy and its original are two things.
func WithoutUID(c *item.Content) (*item.Content, error) {
	t := treeOf(c)
	if t.record == nil {
		return Shown(c), nil
	}
	holder := t.record
	if properties := xprop.Child(t.record, "properties"); properties != nil {
		holder = properties
	}
	all := xprop.Children(holder, "uid")
	if len(all) == 0 {
		return Shown(c), nil
	}
	for _, uid := range all {
		holder.RemoveChild(uid)
	}
	return item.NewContent(t.entry)
}
