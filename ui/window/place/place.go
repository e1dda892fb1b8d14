// Package place identifies what the window can show.
package place

// Kind is the kind of a place.
type Kind int

// The places: nothing at all, all conflicts, a list, a feed, the deleted items of all lists,
// the smart lists, which show todos of all lists, the items held for review, a library, and a
// published folder.
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
	Quarantine
	Library
	Published
)

// Place is a sidebar entry, and what is shown when it is chosen.
type Place struct {
	Kind Kind
	// Set is the list, or the list of a feed.
	Set string
	// Location is the location of a feed.
	Location string
	// Tag is the tag of a smart list for a tag.
	Tag string
	// Key is the key of a library or of a published folder.
	Key int64
}

// Smart reports whether the place is a smart list.
func (p Place) Smart() bool {
	switch p.Kind {
	case Today, Upcoming, Overdue, Tag:
		return true
	}
	return false
}

// Item identifies an item.
type Item struct{ Set, ID string }
