package store

import (
	"crypto/sha256"
	"time"
)

// Edit is something that a person did at this endpoint, to one item or to
// several at once, and can undo.
type Edit struct {
	// Key identifies the edit within this store; it is given by PutEdit.
	Key int64
	// At is when it was done, by this endpoint's clock.
	At time.Time
	// What is a short word for it: "edit", "delete".
	What string
	// Steps are what it did, in that order.
	Steps []Step
	// Undone tells that it was undone, and can be done again.
	Undone bool
}

// Step is what an edit did to one item. Versions go by their Identity.
type Step struct {
	// Set is the key of the set, Item the identifier of the item, or "" where the edit
	// changed the list itself.
	Set  int64
	Item string
	// Name is what the list was called before an edit that changed the list itself.
	Name string
	// Before won before the edit, or is zero where the edit made the item.
	// After won when it was done.
	Before, After [sha256.Size]byte
	// Flagged tells that the item was marked before the edit (item.Item.Flagged).
	Flagged bool
	// Taken tells that the edit took back what came from a feed, without an update, or put back
	// an item that had left so, which has no Before. After is
	// zero where the item left the list, and Opens are the conflicts that were open before.
	Taken bool
	// Opens were the conflicts that were open before, in their order, Leaves
	// are those open afterwards. Both are nil but where the edit resolved
	// something, or undid that; there they may be empty.
	Opens, Leaves [][sha256.Size]byte
	// Offers were the versions offered again before, in their order.
	Offers [][sha256.Size]byte
}
