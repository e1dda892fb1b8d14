package store

import (
	"time"

	"crossfeed/engine/trust"
)

// Endpoint is an endpoint that changed something in this store.
type Endpoint struct {
	// By is its identifier, Name what a person calls it, or "".
	By, Name string
	// Versions is how many versions in the archive it made, Last the latest
	// time that it wrote into one of them; zero where there is none.
	Versions int
	Last     time.Time
}

// Consent is what a person answered when asked for the name of an endpoint.
type Consent int

// The answers.
const (
	// Unasked: nobody was asked yet. The name is not published.
	Unasked Consent = iota
	// Private: the name stays here.
	Private
	// Public: the name is in the feeds of the endpoint.
	Public
)

// Suspect is an item that came in and waits for a person, because something in it is
// alarming. The list is as it was before it came.
type Suspect struct {
	// Key is given by PutSuspect.
	Key int64
	// Set and Subscription are those that it came in by; Feed is the feed's address.
	Set, Subscription int64
	Feed              string
	// ID and Title are the item's.
	ID, Title string
	// At is when it came first.
	At time.Time
	// Alarms are what is alarming. Those of a whole reading are in each of its items.
	Alarms []trust.Alarm
	// Document is the item as it came, as a feed of the format and dialect in which it
	// came, or as it is here where the feed no longer has it; "" once it was accepted or
	// kept.
	Document string
	// Mark is a hash of all its versions' identities: an item that comes again as it was
	// refused is not asked about again.
	Mark string
	// State is Waiting, or what a person decided.
	State SuspectState
	// Damaged reports that At or Alarms cannot be read, which are missing then: a repair
	// removes it, and the next sync holds it again. PutSuspect ignores it.
	Damaged bool
}

// SuspectState is what became of a suspect.
type SuspectState string

// The states.
const (
	Waiting  SuspectState = ""
	Accepted SuspectState = "accepted"
	Refused  SuspectState = "refused"
	// Kept: an update says again what the item said before, or the feed that no longer has
	// the item does not count any more.
	Kept SuspectState = "kept"
)
