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

// NameReader reads the address book.
type NameReader interface {
	// Names are the names of endpoints, by their identifiers.
	Names() (map[string]string, error)
	// Endpoints lists every endpoint that made a version in the archive or has
	// a name, by identifier in the order of code points.
	Endpoints() ([]Endpoint, error)
	// Consent is whether the feeds of an endpoint of this store say its name.
	Consent(by string) (Consent, error)
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

// NameWriter changes the address book.
type NameWriter interface {
	// PutName calls an endpoint by a name; "" takes the name away.
	PutName(by, name string) error
	// PutConsent says whether the name of an endpoint of this store is published.
	PutConsent(by string, c Consent) error
}

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

// SuspectReader reads suspects.
type SuspectReader interface {
	// Suspects lists those of a set, or of all sets that are not deleted where set is 0,
	// in whatever state, in the order in which they came.
	Suspects(set int64) ([]Suspect, error)
}

// SuspectWriter keeps suspects.
type SuspectWriter interface {
	// PutSuspect adds one where its Key is 0, and replaces the one of that Key
	// otherwise. It returns the Key, or ErrNoSuspect or ErrNoSet where there is none of
	// that key.
	PutSuspect(Suspect) (int64, error)
	// RemoveSuspects forgets those of a subscription that wait, and of an item where id
	// is not "".
	RemoveSuspects(subscription int64, id string) error
	// DropSuspects forgets those of these keys, whatever was decided. Keys that there
	// are not are passed over.
	DropSuspects(keys ...int64) error
}
