package store

import (
	"time"

	"crossfeed/engine/trust"
)

// Endpoint is an endpoint that changed something in this store.
type Endpoint struct {
	// By is its identifier. Name is the name that a person gave it, or "".
	By, Name string
	// Versions is the number of archived versions that it made. Last is the latest time that
	// it wrote into one of them, or zero.
	Versions int
	Last     time.Time
}

// Consent is a person's answer to whether the name of an endpoint may be published.
type Consent int

// The answers.
const (
	// Unasked: nobody has been asked yet. The name is not published.
	Unasked Consent = iota
	// Private: the name is not published.
	Private
	// Public: the name is in the feeds of the endpoint.
	Public
)

// HeldItem is a received item that is held for review because something about it is alarming.
// The list does not change until a person decides.
type HeldItem struct {
	// Key is assigned by PutHeldItem.
	Key int64
	// Set and Subscription are where it was received; Feed is the feed's address.
	Set, Subscription int64
	Feed              string
	// ID and Title are the item's.
	ID, Title string
	// At is when it was first received.
	At time.Time
	// Alarms are the reasons. Those about a whole refresh are in each of its items.
	Alarms []trust.Alarm
	// Document is the item as it was received, as a feed in the original format and dialect, or
	// as it is here if the feed no longer has it. It is "" in the states Accepted and
	// KeptLocal.
	Document string
	// Mark is a hash of the identities of all its versions. If a refused item is received
	// again unchanged, nobody is asked again.
	Mark string
	// State is Waiting, or what a person decided.
	State HeldState
	// Damaged reports whether At or Alarms cannot be read, and so are missing. A repair
	// removes the item, and the next sync holds it again. PutHeldItem ignores Damaged.
	Damaged bool
}

// HeldState is the state of an item held for review.
type HeldState string

// The states.
const (
	Waiting  HeldState = ""
	Accepted HeldState = "accepted"
	Refused  HeldState = "refused"
	// KeptLocal: an update restored what the item said before, or a feed that no longer has the
	// item is ignored.
	KeptLocal HeldState = "kept"
)
