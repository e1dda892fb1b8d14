package store

import (
	"crypto/sha256"
	"time"

	"crossfeed/engine/item"
)

// Edit is something that a person did on this endpoint, to one item or to several at once, and
// can undo.
type Edit struct {
	// Key identifies the edit within this store. PutEdit assigns it.
	Key int64
	// At is when it was done, by this endpoint's clock.
	At time.Time
	// What is its short name: "edit", "delete".
	What string
	// Steps are the changes of the edit, in order.
	Steps []Step
	// Undone reports whether it was undone, so that it can be redone.
	Undone bool
}

// Step is the change of one item, list or library by an edit. Versions are given by their Identity.
type Step struct {
	// Set is the key of the list. Item is the identifier of the item, or "" if the edit
	// changed the list itself.
	Set  int64
	Item string
	// Library is the key of the library whose items the edit marked as read, or 0. Nothing else
	// is set then: the items have the key of the edit (MarkAllContentRead).
	Library int64
	// Name is the list's former name, if the edit changed the list itself.
	Name string
	// Display is how the list was shown, if the edit changed that.
	Display Display
	// Before is the winner before the edit, or zero if the edit created the item. After is the
	// winner after it.
	Before, After [sha256.Size]byte
	// Flagged reports whether the item was marked before the edit (item.Item.Flagged).
	Flagged bool
	// Taken reports whether the edit removed what was received from a feed, without an update,
	// or put back an item that had left the list, which has no Before. After is zero if the
	// item left the list. Opens are the conflicts that were open before.
	Taken bool
	// Opens are the conflicts that were open before, in their order, Leaves those open
	// afterwards. Both are nil unless the edit resolved something or undid a resolution; then
	// they may be empty.
	Opens, Leaves [][sha256.Size]byte
	// Offers are the versions that were reopened before, in their order.
	Offers [][sha256.Size]byte
}

// Decision is a resolution that a person saved on this endpoint, as stored in the resolution
// log.
type Decision struct {
	// Key identifies the resolution within this store. PutDecision assigns it, in ascending
	// order.
	Key int64
	// Edit is the Key of the edit that the resolution was part of.
	Edit int64
	// At is when it was saved, by this endpoint's clock.
	At time.Time
	// Set is the key of the list, Item the identifier of the item, Title the title of the
	// result.
	Set         int64
	Item, Title string
	// Deleted reports whether the result is a tombstone.
	Deleted bool
	// Update is the number of the resulting update.
	Update int
	// Before is the former winner, After the result.
	Before, After [sha256.Size]byte
	// Versions are the versions that there were to choose from, the winner first.
	Versions []Considered
	// Fields are the fields in which versions differed.
	Fields []Decided
	// Undone reports whether the resolution was undone.
	Undone bool
}

// Considered is a version that there was to choose from.
type Considered struct {
	Version [sha256.Size]byte
	// By made the version, at the time When as written in it.
	By, When string
	Deleted  bool
	// Taken reports whether the version was included. Otherwise it stayed open.
	Taken bool
}

// Decided is the decision about a field.
type Decided struct {
	Field, Value string
	// Path has the titles of a position's ancestors at that time, outermost first: "Work ›
	// News". It is "" for other fields, and at the top level.
	Path string
	// From is the index in Versions of the version that the value is from. It is -1 if the
	// value was typed or merged, or is the original.
	From int
	// Parts has the indexes of the versions that a merged value is made from. It is empty for
	// resolutions by older versions of this program.
	Parts []int
	// Original reports whether the value is the common ancestor's.
	Original bool
	// Proposed reports whether the value is the unchanged proposal.
	Proposed bool
}

// Subject identifies the item of a resolution.
type Subject struct {
	// Set is the key of the list, Item the identifier of the item.
	Set  int64
	Item string
}

// OfferReader reads reopened versions: a person may resolve them again, because their
// resolution was undone after others had seen it.
type OfferReader interface {
	// Offered returns the reopened versions of an item, in their order, with the
	// publisher-specific data that they were first received with. An item that does not exist
	// has none.
	Offered(set int64, id string) ([]*item.Version, error)
}

// OfferWriter changes which versions are reopened.
type OfferWriter interface {
	// PutOffered replaces the reopened versions of an item, in that order; they must be in the
	// archive. PutItem does not change them, RemoveItem removes them. PutOffered returns
	// ErrNoItem if the list has no such item, and ErrNoVersion if the archive has no such
	// version of it, and then changes nothing.
	PutOffered(set int64, id string, versions [][sha256.Size]byte) error
}
