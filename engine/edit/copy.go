package edit

import (
	"crossfeed/engine/item"
	"crossfeed/engine/record"
)

// Copies are the identifiers of copies by what their originals are known by: the
// UID, or the item's identifier in its place.
type Copies map[string]string

// Copy makes an item of that identifier in another set that says what the item
// says, as an item of its own. Where the todo that it is part of is among the
// copies, the copy is part of that one's copy.
func (w Work) Copy(id string, to int64, as string, all Copies) (*item.Item, error) {
	it, err := w.Store.Item(w.Set, id)
	if err != nil {
		return nil, err
	}
	facts := record.FactsOf(it.Winner.Content)
	all[id] = as
	if facts.UID != "" {
		all[facts.UID] = as
	}
	content, err := record.WithoutUID(it.Winner.Content)
	if parent, copied := all[facts.Parent]; copied && err == nil {
		content, err = record.Apply(content, record.Values{"parent": parent})
	}
	if err != nil {
		return nil, err
	}
	return w.in(to).Insert(as, content, it.Winner.NoConflicts)
}
