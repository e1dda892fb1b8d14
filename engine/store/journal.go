package store

import (
	"crypto/sha256"
	"time"
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

// Step is the change of one item by an edit. Versions are given by their Identity.
type Step struct {
	// Set is the key of the list. Item is the identifier of the item, or "" if the edit
	// changed the list itself.
	Set  int64
	Item string
	// Name is the list's former name, if the edit changed the list itself.
	Name string
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
