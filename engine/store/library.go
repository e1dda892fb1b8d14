package store

import (
	"time"

	"crossfeed/engine/transport"
)

// Library is a tree of feeds and files that is stored for offline use (Content Sync
// Extensions).
type Library struct {
	// Key identifies the library. PutLibrary assigns it, and it is never reused.
	Key int64
	// Address is the canonical address of the root feed. There is one library per address.
	Address string
	// Title is the name that a person gave it. If it is "", the root feed's title is used.
	Title string
	// Access has the settings for reaching the tree.
	Access transport.Access
	// Added is when it was added.
	Added time.Time
	// Paused libraries are synced only on request.
	Paused bool
	// Every is the interval that a person set, or 0 for the default. Next is the time of the
	// next automatic sync.
	Every time.Duration
	Next  time.Time
	// Room is the maximum size of its files in bytes, or 0 for the default limit.
	Room int64
	// Leaving reports whether no item links to most of its files now. They are removed by
	// the next run that finds the same.
	Leaving bool
	// Gone reports whether it was removed: what is stored of it is being deleted.
	Gone bool
	// Health is the result of the last runs.
	Health LibraryHealth
}

// LibraryHealth describes how the syncing of a library goes.
type LibraryHealth struct {
	// LastTry and LastSuccess are independent; each is zero if there was none.
	LastTry     time.Time `json:"last_try,omitzero"`
	LastSuccess time.Time `json:"last_success,omitzero"`
	// Error is the reason in plain words why the last run did not finish, or "". Trouble is
	// its kind, ErrorSince the first failure in a row, and Failures their number.
	Error      string            `json:"error,omitempty"`
	Trouble    transport.Trouble `json:"trouble,omitempty"`
	ErrorSince time.Time         `json:"error_since,omitzero"`
	Failures   int               `json:"failures,omitempty"`
}
