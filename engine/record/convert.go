package record

import "crossfeed/engine/item"

// Makes reports whether a list of a kind is only for records of that kind, which other items are
// converted to.
func Makes(k Kind) bool { return k == Todo || k == Contact }

// Convert returns the content as a record of another kind, with its title, text and tags, and
// with what is alongside the record, such as files. All other fields are removed. A content that
// is already of that kind is returned as Shown.
func Convert(c *item.Content, k Kind) (*item.Content, error) {
	r := Read(c)
	if r.Kind == Note || r.Kind == k {
		return As(c, k)
	}
	values := Values{"title": r.Get("title"), "text": r.Get("text"), "tags": r.Get("tags")}
	r.tree.removeRecord()
	plain, err := item.NewContent(r.tree.entry)
	if err != nil {
		return nil, err
	}
	converted, err := As(plain, k)
	if err != nil {
		return nil, err
	}
	return Apply(converted, values)
}
