package store

import (
	"time"

	"crossfeed/engine/item"
)

// Seen says when and from where a version came into the store.
type Seen struct {
	// At is the time by this endpoint's clock.
	At time.Time
	// From is the location of the subscription, or "" for this endpoint.
	From string
}

// Archived is a version that the store ever held. Each version is there once:
// versions of one Identity are one, whatever their publisher-specific data and
// their places.
type Archived struct {
	// Version has the publisher-specific data that it first came with. What else one
	// version can have two of (Place, Settled, Missing) is as an item held it last, or
	// as it first came where none did.
	Version *item.Version
	// Seen is when it was first seen.
	Seen Seen
}

// ArchiveReader reads every version ever held.
type ArchiveReader interface {
	// Versions lists the versions of an item, the one first put first, those
	// of a removed item too.
	Versions(set int64, id string) ([]Archived, error)
	// Newest gives those versions of an item that were first put last, at most so many,
	// in the order of Versions, and how many there are, damaged ones included. None has a
	// record that it lacks and that another version has.
	Newest(set int64, id string, most int) (newest []Archived, all int, err error)
	// Has reports whether there ever was a version of an item whose newest update is this one.
	Has(set int64, id string, update item.History) (bool, error)
	// Used is the greatest sequence of the endpoint in the newest update of
	// any version of the item ever held, or 0.
	Used(set int64, id, by string) (int, error)
	// Made gives what Used gives for every item of the set, removed ones included, but
	// for those of which the endpoint made no version.
	Made(set int64, by string) (map[string]int, error)
}
