// Package place names what the window can show.
package place

// Kind is the sort of a place.
type Kind int

// The places: nothing at all, all that waits to be settled, a list, a feed, and
// what was deleted in every list.
const (
	Nowhere Kind = iota
	ToSettle
	List
	Feed
	Deleted
)

// Place is a row of the sidebar, and what is shown when it is chosen.
type Place struct {
	Kind Kind
	// Set is the list, or the list that a feed belongs to.
	Set string
	// Location is that of a feed.
	Location string
}

// Item names an item wherever it is shown.
type Item struct{ Set, ID string }
