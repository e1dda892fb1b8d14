package store

import (
	"time"

	"crossfeed/engine/item"
)

// Row is what a list shows of an item, without its content.
type Row struct {
	// ID is the item's identifier.
	ID string
	// Title is that of the winner.
	Title string
	// Deleted tells that the winner is a tombstone.
	Deleted bool
	// Conflicts is the number of open conflicts.
	Conflicts int
	// Updates is that of the winner.
	Updates int
	// When is the instant of the winner's newest update; zero where absent.
	When time.Time
	// By made the winner's newest update, or is "".
	By string
}

// Query says which rows of a set are wanted.
type Query struct {
	// Search keeps rows whose title or text, in any version, contains it,
	// whatever the case. Empty keeps all.
	Search string
	// Deleted asks for the tombstones without open conflicts instead of the
	// rest.
	Deleted bool
	// ToSettle keeps only rows with open conflicts.
	ToSettle bool
}

// ItemReader reads items, those of deleted sets too. Rows and items come in the
// order in which they were first put. A set that was never put has none.
type ItemReader interface {
	// Rows lists the items of a set that the query asks for. Without Deleted
	// these are the live items and those with open conflicts.
	Rows(set int64, q Query) ([]Row, error)
	// Item reads an item, or ErrNoItem.
	Item(set int64, id string) (*item.Item, error)
	// EachItem calls visit with every item of the set, tombstones included,
	// until it returns an error, which EachItem returns. The visit may read and
	// write; whether it then meets what it wrote is left open.
	EachItem(set int64, visit func(*item.Item) error) error
}

// ItemWriter changes items.
type ItemWriter interface {
	// PutItem adds or replaces an item, and puts each of its versions into the
	// archive where it is not there yet. It returns ErrNoSet where the set was
	// never put.
	PutItem(set int64, it *item.Item, seen Seen) error
	// RemoveItem takes an item out of the set, or returns ErrNoItem. Its
	// versions stay in the archive. An item that is put again comes last.
	// Deleting is a version, and is put; this is for what a publisher no
	// longer has (SSE 0.93 §4).
	RemoveItem(set int64, id string) error
	// PutArchive puts a version into the archive, though no item holds it: one
	// that a merge dropped. It returns ErrNoSet where the set was never put.
	PutArchive(set int64, v *item.Version, seen Seen) error
}
