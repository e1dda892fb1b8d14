package store

import (
	"crypto/sha256"
	"time"

	"crossfeed/engine/item"
)

// Decision is a resolution that a person saved at this endpoint, as the log of
// decisions keeps it.
type Decision struct {
	// Key identifies the decision within this store; it is given by
	// PutDecision, and grows.
	Key int64
	// Edit is the Key of the edit that it was part of.
	Edit int64
	// At is when it was saved, by this endpoint's clock.
	At time.Time
	// Set is the key of the set, Item the identifier, Title that of the result.
	Set         int64
	Item, Title string
	// Deleted tells that the result is a tombstone.
	Deleted bool
	// Update is the number of the update that it made.
	Update int
	// Before won before, After is the result.
	Before, After [sha256.Size]byte
	// Versions are those that there were to choose from, the winner first.
	Versions []Considered
	// Fields are those that were not the same in all versions.
	Fields []Decided
	// Undone tells that it was undone.
	Undone bool
}

// Considered is a version that there was to choose from.
type Considered struct {
	Version [sha256.Size]byte
	// By made it, at When as it was written.
	By, When string
	Deleted  bool
	// Taken tells that it was taken into account; what was not stayed open.
	Taken bool
}

// Decided is what was decided about a field.
type Decided struct {
	Field, Value string
	// Path are the titles of what a place is in, the outermost first, as they were:
	// "Work › News"; "" of another field, and at the top level.
	Path string
	// From is the index of the version in Versions that the value was taken
	// from, or -1 where it was typed or merged, or is the original.
	From int
	// Parts are the indexes of the versions that a merged value has something of.
	// Resolutions of earlier programs have none.
	Parts []int
	// Original reports that it is the value of the common ancestor.
	Original bool
	// Proposed tells that it was proposed and left so.
	Proposed bool
}

// Subject is the item that a decision is about.
type Subject struct {
	// Set is the key of the set, Item the identifier.
	Set  int64
	Item string
}

// OfferReader reads what is offered again: versions that were resolved already,
// and that a person may resolve once more because the resolution was undone after
// others had seen it.
type OfferReader interface {
	// Offered are the versions of an item that are offered again, in their
	// order, with the publisher-specific data that they first came with. An item
	// that is not there has none.
	Offered(set int64, id string) ([]*item.Version, error)
}

// OfferWriter changes what is offered again.
type OfferWriter interface {
	// PutOffered offers versions of an item in the archive again, in that
	// order, in place of those that were; none ends the offer. Putting the item
	// leaves the offer as it is, removing the item ends it. It returns ErrNoItem
	// where the set has no such item, and ErrNoVersion where the archive has no
	// such version of it, and then changes nothing.
	PutOffered(set int64, id string, versions [][sha256.Size]byte) error
}
