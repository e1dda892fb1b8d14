package transport

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"strings"
	"syscall"
	"time"
)

// ErrNoPassword means that no password is stored for a user at a place.
var ErrNoPassword = errors.New("no password is stored for it")

// ErrNotOurs means that something else is where a document was to be written. Nothing was
// written.
var ErrNotOurs = errors.New("this list did not write it")

// Servers that do not do what was asked.
var (
	ErrUnasked = errors.New("the server sent a part of the file without being asked: ask its operator")
	ErrNoHTTPS = errors.New("the server does not support https: use http, or check the port")
	ErrNoHTTP  = errors.New("this is not a web server: check the address and the port")
	// ErrEncoding: a response is compressed, or encoded in another way, that is not supported.
	ErrEncoding = errors.New("the response has an unsupported compression: ask the operator of the server")
	// ErrHandshake: no encryption suits both sides.
	ErrHandshake = errors.New("the server supports no encryption that this computer accepts, or it requires a client certificate")
)

// Reasons for not signing in.
var (
	// ErrClear: a password would be sent unencrypted.
	ErrClear = errors.New("the server asks for an unencrypted password, so it was not sent: use the https address, or choose the scheme basic to send it anyway")
	// ErrColon: the user would be separated from the password at the wrong place (RFC 7617 §2).
	ErrColon = errors.New("with the scheme basic, a user name cannot contain a colon")
)

// SchemesError means that a server offers only ways to sign in that are not supported.
type SchemesError struct{ Names []string }

func (e *SchemesError) Error() string {
	if len(e.Names) == 0 {
		return "the server offers no way to sign in"
	}
	return "the server only accepts " + strings.Join(e.Names, " or ") + ", which cannot be used here"
}

// ElsewhereError means that a server redirects to another one, which requires a password. The
// password is for the first one only.
type ElsewhereError struct{ At string }

func (e *ElsewhereError) Error() string {
	return e.At + " redirects there, but the user and password are for that server only: use this address"
}

// MovedError means that a server redirects uploads, which are not sent anywhere but to the
// address that the person gave.
type MovedError struct{ To string }

func (e *MovedError) Error() string {
	return "it redirects to " + e.To + ", and uploads do not follow: use that address"
}

// AuthoritiesError means that a file with certificate authorities has none.
type AuthoritiesError struct{ File string }

func (e *AuthoritiesError) Error() string {
	return "the file with certificate authorities: " + e.File + " contains no certificate in PEM format"
}

// FileInTheWayError means that there is a file where a folder would have to be.
type FileInTheWayError struct{ Path string }

func (e *FileInTheWayError) Error() string {
	return e.Path + " is a file, not a folder: rename it, or publish elsewhere"
}

// Trouble is the kind of an Error. It alone determines what a person can do, and when a retry
// makes sense.
type Trouble int

// The troubles.
const (
	// Other is any failure without a kind of its own.
	Other Trouble = iota
	// Offline: this computer has no network, or cannot reach that one. Not the feed's fault.
	Offline
	// NoHost: the name of the server is unknown. Refused: nothing accepts connections there.
	NoHost
	Refused
	// Timeout: the server did not respond in time, or stopped in the middle.
	Timeout
	// BrokenOff: the document is incomplete.
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
	// Certificate: the server's certificate is not trusted; Error.Fingerprint is its
	// fingerprint.
	Certificate
	// Redirects: the redirects form a loop, or are too many.
	Redirects
	// Forbids: the rules for addresses that a feed contains forbid this step.
	Forbids
	// NotFeed: the response is not a feed, perhaps a web page.
	NotFeed
	// SecondWriter: somebody else wrote at an address of this endpoint.
	SecondWriter
	// Full: there is no space left, here or on the server (507).
	Full
	// NoWriting: the server accepts no documents there (405, 501).
	NoWriting
	// LibraryFull: the files of a library have reached their limit. RunLimit: a run has
	// fetched as much as it may.
	LibraryFull
	RunLimit
	// Slow: the server sends or accepts data too slowly.
	Slow
	// NotShared: an ordinary feed, in which nothing is shared.
	NotShared
	// PlainOutline: an OPML outline in which nothing is shared. The numbers are stored, so new
	// troubles go at the end.
	PlainOutline
)

// Error is a failure to reach, read or write a place.
type Error struct {
	Trouble Trouble
	// Address is the address of the place, without any password.
	Address string
	// Status is the status of the server's response, or 0.
	Status int
	// RetryAfter is how long the server asks to wait, or 0.
	RetryAfter time.Duration
	// Fingerprint is the SHA-256 of an untrusted certificate, or "".
	Fingerprint string
	// Err is the underlying error, or nil.
	Err error
}

// Error names the place, what happened, and what can be done, followed by what the server said
// and the underlying error if they add anything.
func (e *Error) Error() string {
	if e.Trouble == Other {
		return e.Address + ": " + e.unnamed()
	}
	text := e.Address + ": " + e.Trouble.Text()
	if more := e.more(); len(more) > 0 {
		text += " (" + strings.Join(more, "; ") + ")"
	}
	return text
}

// unnamed describes a failure of kind Other.
func (e *Error) unnamed() string {
	switch {
	case e.Err != nil && e.Status != 0:
		return fmt.Sprintf("%v (status %d)", e.Err, e.Status)
	case e.Err != nil:
		return e.Err.Error()
	case e.Status != 0:
		return fmt.Sprintf("the server refused it with status %d: check the address and the port", e.Status)
	}
	return e.Trouble.Text()
}

func (e *Error) more() []string {
	var more []string
	if e.Status != 0 {
		more = append(more, fmt.Sprintf("status %d", e.Status))
	}
	if e.RetryAfter > 0 {
		more = append(more, fmt.Sprintf("the server asks to wait %s", e.RetryAfter))
	}
	if e.Fingerprint != "" {
		more = append(more, "its fingerprint is "+e.Fingerprint)
	}
	if e.Err != nil && e.addsDetail(e.Err) {
		more = append(more, e.Err.Error())
	}
	return more
}

// addsDetail reports whether an underlying error adds anything to the trouble. Errors of the
// operating system about a connection do not: they name numbers and functions. Nor does an
// error that says that this very file is missing.
func (e *Error) addsDetail(err error) bool {
	var missing *fs.PathError
	if e.Trouble == NotFound && errors.As(err, &missing) && missing.Path == e.Address {
		return false
	}
	switch err.(type) {
	case *net.OpError, *net.DNSError, syscall.Errno:
		return false
	}
	return err != io.EOF && err != io.ErrUnexpectedEOF
}

// Unwrap returns the underlying error.
func (e *Error) Unwrap() error { return e.Err }

// Is makes an error with SecondWriter match ErrNotOurs.
func (e *Error) Is(target error) bool { return target == ErrNotOurs && e.Trouble == SecondWriter }

// Text says in English what happened and what can be done.
func (t Trouble) Text() string {
	if text, ok := troubles[t]; ok {
		return text
	}
	return "it could not be reached, read or written"
}

var troubles = map[Trouble]string{
	Offline:      "the network is unreachable: check the connection",
	NoHost:       "no server with this name was found: check the address for typos, and the network connection of this computer",
	Refused:      "the server does not respond: check the address, or whether the server is running",
	Timeout:      "the server did not respond in time: try again later",
	BrokenOff:    "the connection was interrupted, and nothing was merged: try again",
	NotFound:     "nothing found at this address: check it for typos, or ask the publisher",
	Gone:         "it was removed permanently: ask the publisher for the new address, or unsubscribe",
	SignIn:       "a user and password are required, or the ones given are wrong: enter them again",
	Forbidden:    "permission denied: ask the operator of the server, or sign in as another user",
	TooMany:      "too many requests: wait before the next try",
	Unavailable:  "the server is unavailable: try again later",
	TooLarge:     "it exceeds the size limit and was not read: ask for a smaller one",
	Certificate:  "the server's certificate is not trusted: if this is the right server, trust its authority or its fingerprint",
	Redirects:    "the address redirects endlessly: ask the publisher for the right one",
	Forbids:      "a feed or a server points there, which is not allowed: if you trust the address, enter it yourself",
	NotFeed:      "there is no feed at this address: enter the address of the feed itself",
	NotShared:    "it is an ordinary feed without sync information, so nothing was merged: follow it in the library, or import its items",
	PlainOutline: "it is an outline without sync information, so nothing was merged: import it as a file",
	SecondWriter: "something else was written there, so nothing was overwritten: publish elsewhere, or share there again to take over the location",
	Full:         "no space left: free some space, and try again",
	NoWriting:    "the server does not accept files there: choose a folder that you can write to",
	LibraryFull:  "the library has reached its disk space limit: raise the limit, or remove files from it",
	Slow:         "the server is too slow: try again later, or ask its operator",
	RunLimit:     "stopped at the limit per sync: the next sync continues",
}

// IsTemporary reports whether an error may pass without anything being changed here: the same
// request may succeed later.
func IsTemporary(err error) bool {
	var e *Error
	if !errors.As(err, &e) {
		return false
	}
	switch e.Trouble {
	case Offline, NoHost, Refused, Timeout, BrokenOff, TooMany, Unavailable, Slow:
		return true
	}
	return false
}

// IsMissing reports whether an error means that there is nothing at an address.
func IsMissing(err error) bool {
	var e *Error
	return errors.As(err, &e) && (e.Trouble == NotFound || e.Trouble == Gone)
}
