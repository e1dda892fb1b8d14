// Package place names what the window can show.
package place

// Kind is the sort of a place.
type Kind int

// The places: nothing at all, all that waits to be resolved, a list, a feed, what
// was deleted in every list, the smart lists, which show todos of every list, what came in
// and waits because something about it is odd, a library, and a folder that is published.
const (
	Nowhere Kind = iota
	Conflicted
	List
	Feed
	Deleted
	Today
	Upcoming
	Overdue
	Tag
	Suspects
	Library
	Published
)

// Place is a row of the sidebar, and what is shown when it is chosen.
type Place struct {
	Kind Kind
	// Set is the list, or the list that a feed belongs to.
	Set string
	// Location is that of a feed.
	Location string
	// Tag is that of the smart list of a tag.
	Tag string
	// Key is that of a library or of a folder that is published.
	Key int64
}

// Smart tells whether the place is a smart list.
func (p Place) Smart() bool {
	switch p.Kind {
	case Today, Upcoming, Overdue, Tag:
		return true
	}
	return false
}

// Item names an item wherever it is shown.
type Item struct{ Set, ID string }
