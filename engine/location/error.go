package location

import (
	"errors"
	"fmt"
	"time"
)

// ErrNoPassword means that no password is kept for a user at a place.
var ErrNoPassword = errors.New("no password is kept for it")

// ErrNotOurs means that something else lies where a document is to be put. Nothing
// was written.
var ErrNotOurs = errors.New("it was not written over: move it away, or choose another file or folder")

// Trouble is what kind of failure an Error is: what a person does about it, and when it
// makes sense to try again, depends on that alone.
type Trouble int

// The troubles.
const (
	// Other is one that has no name here.
	Other Trouble = iota
	// Offline: this computer reaches no network, or not this one. No error of the feed.
	Offline
	// NoHost: the name of the server is not known; Refused: nothing answers there.
	NoHost
	Refused
	// Timeout: the server did not answer in time, or stopped in the middle.
	Timeout
	// BrokenOff: the document ended before its end.
	BrokenOff
	// NotFound (404), Gone for good (410).
	NotFound
	Gone
	// SignIn: a user and password are needed, or wrong (401); Forbidden (403).
	SignIn
	Forbidden
	// TooMany requests (429); Unavailable for now (5xx).
	TooMany
	Unavailable
	// TooLarge: beyond the limit after decompression.
	TooLarge
	// Certificate: the server's is not trusted; Error.Fingerprint is its own.
	Certificate
	// Redirects go round, or are too many.
	Redirects
	// Forbids: the rules for addresses that came from a feed forbid the step.
	Forbids
	// NotFeed: the answer is no feed: a page perhaps.
	NotFeed
	// SecondWriter: somebody else wrote at an address of this endpoint.
	SecondWriter
	// Full: there is no room left, here or on the server (507).
	Full
	// NoWriting: the server takes no documents there (405, 501).
	NoWriting
)

// Error is a failure to reach, read or write a place.
type Error struct {
	Trouble Trouble
	// Address is the place; it holds no password.
	Address string
	// Status is that of the server's answer, or 0.
	Status int
	// RetryAfter is how long the server asks to wait, or 0.
	RetryAfter time.Duration
	// Fingerprint is the SHA-256 of a certificate that is not trusted, or "".
	Fingerprint string
	// Err is the reason beneath, or nil.
	Err error
}

// Error names the place, what happened, and what can be done.
func (e *Error) Error() string {
	return fmt.Sprintf("%s: %s", e.Address, e.Trouble.Text())
}

// Unwrap gives the reason beneath.
func (e *Error) Unwrap() error { return e.Err }

// Is makes a second writer one of ErrNotOurs.
func (e *Error) Is(target error) bool { return target == ErrNotOurs && e.Trouble == SecondWriter }

// Text says what happened and what can be done, in English.
func (t Trouble) Text() string { panic("to be written") }
