package snapshot

import (
	"crossfeed/engine/store"
	"crossfeed/ui/window/place"
)

// Row is an item in a list of items, or a heading.
type Row struct {
	Set string
	store.Row
	// Heading is that of a group of rows, or nil: then the row is an item.
	Heading *Heading
	// Depth is how far below others a subtask stands.
	Depth int
	// Parts is the number of subtasks directly below, and PartsDone that of
	// those that are done. Folded tells that they are not shown.
	Parts, PartsDone int
	Folded           bool
}

// Item names the row's item; the zero Item for a heading.
func (r Row) Item() place.Item {
	if r.Heading != nil {
		return place.Item{}
	}
	return place.Item{Set: r.Set, ID: r.ID}
}
