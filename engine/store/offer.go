package store

import (
	"crypto/sha256"

	"crossfeed/engine/item"
)

// OfferReader reads what is offered again: versions that were settled already,
// and that a person may settle once more because the settling was undone after
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
