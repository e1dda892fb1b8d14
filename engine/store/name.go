package store

import "time"

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
