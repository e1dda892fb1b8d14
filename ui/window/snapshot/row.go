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
	// Depth is how far below others a subtask stands, or in how many others an
	// outline.
	Depth int
	// Parts is the number of subtasks directly below, or of outlines directly in
	// one, and PartsDone that of those that are done. Folded tells that they are
	// not shown.
	Parts, PartsDone int
	Folded           bool
	// Path are the titles of what an outline is in, the outermost first, where
	// the rows do not show it.
	Path []string
}

// Rows are rows that stand in each other (outline.Tree).
type Rows []Row

// Len is the number of rows.
func (r Rows) Len() int { return len(r) }

// ID identifies a row.
func (r Rows) ID(row int) string { return r[row].ID }

// Depth is in how many others a row stands.
func (r Rows) Depth(row int) int { return r[row].Depth }

// Item names the row's item; the zero Item for a heading.
func (r Row) Item() place.Item {
	if r.Heading != nil {
		return place.Item{}
	}
	return place.Item{Set: r.Set, ID: r.ID}
}
