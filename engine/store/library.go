package store

import (
	"time"

	"crossfeed/engine/transport"
)

// Library is a tree of feeds and files that is kept here to have offline (Content Sync
// Extensions).
type Library struct {
	// Key identifies the library; it is given by PutLibrary and never again.
	Key int64
	// Address is the canonical one of the root feed. There is one library an address.
	Address string
	// Title is what a person called it, or "": then it is that of the root feed.
	Title string
	// Access says how the tree is reached.
	Access transport.Access
	// Added is when it was added.
	Added time.Time
	// Paused libraries are synced only when a person asks.
	Paused bool
	// Every is the interval that a person set, or 0 for the usual one; Next is when it is
	// synced next by itself.
	Every time.Duration
	Next  time.Time
	// Room is the greatest number of bytes that its files may take, or 0 for the usual
	// limit.
	Room int64
	// Leaving tells that no item links to most of its files any more, and that they go with
	// the next run that finds the same.
	Leaving bool
	// Gone tells that it was removed: what is kept of it is being taken away.
	Gone bool
	// Health is what the last runs came to.
	Health LibraryHealth
}

// LibraryHealth tells how the syncing of a library goes.
type LibraryHealth struct {
	// LastTry and LastSuccess are two things; zero where there was none.
	LastTry     time.Time `json:"last_try,omitzero"`
	LastSuccess time.Time `json:"last_success,omitzero"`
	// Error is the plain reason why the last run did not come to its end, or ""; Trouble
	// is its kind, ErrorSince the first failure in a row and Failures their number.
	Error      string            `json:"error,omitempty"`
	Trouble    transport.Trouble `json:"trouble,omitempty"`
	ErrorSince time.Time         `json:"error_since,omitzero"`
	Failures   int               `json:"failures,omitempty"`
}
