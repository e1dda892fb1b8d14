package transport

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"time"
)

// Places is everywhere that feeds can lie, as the engine uses it: the folders of
// this computer, web servers, WebDAV servers and buckets. Every failure that a
// person can do something about is an *Error.
type Places interface {
	// Names lists the names of the files in a folder, sorted. The address of a
	// folder ends in a separator (a slash where it is no path).
	Names(ctx context.Context, folder Target) ([]string, error)
	// Read fetches a document whole before it returns, so that whoever reads the
	// body never waits for a network, and one that broke off is never seen.
	Read(ctx context.Context, r Request) (*Response, error)
	// Head tells what lies at an address without reading it. Nothing is an *Error: NotFound
	// or Gone.
	Head(ctx context.Context, t Target) (Head, error)
	// Download gives a file as it comes: files may be larger than what is spooled.
	Download(ctx context.Context, d Download) (*Stream, error)
	// Write puts a document in place whole or not at all, and never over what
	// somebody else wrote there.
	Write(ctx context.Context, p Put) (Written, error)
	// Remove takes away what this endpoint wrote (Written), and nothing else; what is
	// gone already is no error.
	Remove(ctx context.Context, t Target, last Written) error
	// Readers tells who can read what lies, or would lie, at an address, as far as
	// that can be found out without writing.
	Readers(ctx context.Context, t Target) (Readers, error)
}

// Target is a document or a folder, and how it is reached.
type Target struct {
	// Address is canonical (Parse): an absolute path, an http, https or s3 address.
	Address string
	Access  Access
	// From is the address of the document that named this one, or "" where a person
	// gave it. What came from a feed may not lead from a public host to a private one,
	// to a file, or from https to http (Allowed).
	From string
	// Within is the folder of this computer, with a separator at its end, in which a path
	// that From named may lie at any depth: that of the root feed of a library that lies
	// there. "" is beside From alone. Links of the file system do not lead out of it.
	// Remove takes the folders in it along that became empty.
	Within string
}

// Access says how a place is reached. It holds no passwords: those are asked for by
// place and user (Passwords).
type Access struct {
	// User is the name to sign in with, or "".
	User string `json:"user,omitempty"`
	// Scheme is "basic", "digest" or "bearer"; "" is what the server asks for. For
	// bearer the password is the token, and User may be "".
	Scheme string `json:"scheme,omitempty"`
	// Authority is the path of a PEM file with certificate authorities that are
	// trusted beside those of the system, or "".
	Authority string `json:"authority,omitempty"`
	// Certificate and Key are the paths of PEM files by which this client identifies
	// itself, or "".
	Certificate string `json:"certificate,omitempty"`
	Key         string `json:"key,omitempty"`
	// Fingerprint is the SHA-256 of the one server certificate that is trusted
	// whoever signed it, as lower-case hexadecimal, or "".
	Fingerprint string `json:"fingerprint,omitempty"`
	// Proxy is the address of a proxy; "" is what the system's environment says, and
	// "none" is none.
	Proxy string `json:"proxy,omitempty"`
}

// Abroad is what of an access holds everywhere, and not only where it was given for: it
// tells nobody who somebody is, and trusts no single certificate.
func (a Access) Abroad() Access { return Access{Authority: a.Authority, Proxy: a.Proxy} }

// Passwords gives the password of a user at a place: the scheme and host of an
// address, or its bucket. ErrNoPassword tells that there is none.
type Passwords interface {
	Password(ctx context.Context, place, user string) (string, error)
}

// Known is what an endpoint remembers of a document that it has read. It is kept in
// the store, and means something to this package alone.
type Known struct {
	// ETag and LastModified are the server's, byte for byte. For a file ETag is its
	// size, time and inode, where the file is older than the time of reading by enough
	// to be sure.
	ETag         string `json:"etag,omitempty"`
	LastModified string `json:"last_modified,omitempty"`
	// Hash is the SHA-256 of the document after decompression, as lower-case
	// hexadecimal.
	Hash string `json:"hash,omitempty"`
	// Whole is when the document was last read without a condition: an ETag can stay
	// while the document changes, so that is done once a day.
	Whole time.Time `json:"whole,omitzero"`
}

// Request asks for a document.
type Request struct {
	Target
	// Known is what the last reading left; the zero value for the first.
	Known Known
	// Whole reads without conditions: the user asked for it.
	Whole bool
	// Now is the time by the endpoint's clock.
	Now time.Time
	// Arrived is called now and then with the number of bytes that came, or is nil.
	Arrived func(bytes int64)
}

// Response is a document that was fetched.
type Response struct {
	// Body is the document, in whatever encoding it says it is in; nil where
	// Unchanged. It lies on this computer.
	Body io.ReadCloser
	// Unchanged tells that the document is the one that Known knows: the server says
	// so, or the bytes are equal.
	Unchanged bool
	// Known is to be remembered once the document was taken in.
	Known Known
	// Moved is where the document moved to for good (301, 308), or "".
	Moved string
	// At is the address that answered in the end, where redirects led elsewhere, or "":
	// what a page names is meant from there.
	At string
	// Fresh is how long the server says that the answer stays fresh, or 0.
	Fresh time.Duration
	// Wire is the number of bytes that the bodies had on the network; for a file that
	// was opened it is its size.
	Wire int64
	// Type is the media type without parameters in lower case, or "".
	Type string
}

// Put asks for a document to be put in place.
type Put struct {
	Target
	// Body is the document; it is read as often as it has to be sent.
	Body io.ReadSeeker
	// Size and Hash (SHA-256, lower-case hexadecimal) are those of Body.
	Size int64
	Hash string
	// Type is the media type.
	Type string
	// Last is what this endpoint wrote there last, or zero.
	Last Written
	// Folders makes the folders that the address lies in where they are not there.
	Folders bool
	// Pending is the hash of what this endpoint was about to write when it was
	// interrupted, or "".
	Pending string
	// Ours tells of a document that lies there, and that is neither Last nor Pending,
	// why it is not to be written over; nil where it is this endpoint's own. It is asked
	// where Last is zero, and where Pending says that a writing was interrupted and the
	// document has no end. Elsewhere such a document is a second writer's.
	Ours func(io.Reader) error
}

// Written is what an endpoint knows of a document that it wrote.
type Written struct {
	// ETag is the server's for what was written, or "".
	ETag string `json:"etag,omitempty"`
	// Hash is that of the document.
	Hash string `json:"hash,omitempty"`
}

// Head is what is known of a document that is not read.
type Head struct {
	// ETag is the server's, as in Written, or "".
	ETag string
	// Size in bytes, or -1.
	Size int64
}

// Readers tells who can read an address.
type Readers struct {
	Who Audience
	// Detail says how that was found out, in English, or what it depends on.
	Detail string
}

// Audience is who can read an address.
type Audience int

// The audiences. ThisUser and ThisComputer are for paths, and say nothing of where
// another program may carry a folder: whoever has it there reads it, too.
const (
	Unknown Audience = iota
	Everyone
	SignedIn
	ThisUser
	ThisComputer
)

// wholeAfter is how long a server's word, or a file's time, is taken for a document being
// the same: an ETag can stay while the document changes.
const wholeAfter = 24 * time.Hour

// Conditional tells whether a document may be asked for on the condition that it
// changed: nobody asked for the whole, and it was read whole within a day. What is said
// to have been read in the future was read by a clock that was wrong.
func (r Request) Conditional() bool {
	since := r.Now.Sub(r.Known.Whole)
	return !r.Whole && r.Known.Hash != "" && 0 <= since && since < wholeAfter
}

// Hash reads to the end, and gives the SHA-256 of what was read as lower-case
// hexadecimal, and its length.
func Hash(r io.Reader) (hash string, size int64, err error) {
	sum := sha256.New()
	size, err = io.Copy(sum, r)
	return hex.EncodeToString(sum.Sum(nil)), size, err
}

// nothing is the hash of an empty document, which is nobody's.
var nothing = func() string {
	sum := sha256.Sum256(nil)
	return hex.EncodeToString(sum[:])
}()

// MayReplace is the rule of one writer per address. It tells whether what lies there,
// whose hash is given, may be written over: it is what this endpoint wrote last, was
// about to write, or writes now; it is empty; or, where nothing was ever written, Ours
// takes it for its own. Anything else is a second writer's: the error is an *Error with
// SecondWriter. there is read only where Ours is asked.
func (p Put) MayReplace(hash string, there io.Reader) error {
	switch {
	case hash == p.Hash, hash == nothing, p.Pending != "" && hash == p.Pending:
		return nil
	case p.Last != Written{}:
		if hash == p.Last.Hash {
			return nil
		}
		return p.second(errors.New("it is not what this endpoint wrote there last"))
	case p.Ours == nil:
		return p.second(errors.New("something lies there already"))
	}
	if err := p.Ours(there); err != nil {
		return p.second(err)
	}
	return nil
}

func (p Put) second(why error) error {
	return &Error{Trouble: SecondWriter, Address: Redact(p.Address), Err: why}
}

// Download asks for a file as a stream: one of any kind and size, that nothing parses.
// The bytes come as they lie there (no compression is asked for, so that parts fit). A
// condition is used wherever Known has one, however old it is, and not where the whole is
// asked for: that a file changed is said by the feed that names it.
type Download struct {
	Request
	// From continues a download that broke off: how many bytes of it are there already.
	// Of is what Stream.Known said of that download: where the file is another one by now,
	// or the place gives no parts, it begins anew.
	From int64
	Of   Known
	// Limit is the greatest size in bytes, or 0 for none. A file that says that it is
	// larger is refused with TooLarge before a byte of it came.
	Limit int64
}

// Stream is a file on its way. Closing the body ends the request.
type Stream struct {
	// Body gives what comes, from byte From on; nil where Unchanged. One that ends too
	// early ends with an *Error with BrokenOff, one beyond the limit with TooLarge.
	Body io.ReadCloser
	// Unchanged tells that the file is the one that Known knows.
	Unchanged bool
	// From is where Body begins in the file: Download.From, or 0 where it begins anew.
	From int64
	// Size is that of the whole file in bytes, or -1 where the place does not say.
	Size int64
	// Known is what is to be remembered. Where Unchanged it has the Hash that it had, else
	// none: whoever takes the bytes in knows it.
	Known Known
	// Type is the media type without parameters in lower case, or "".
	Type string
	// At is the address that answered in the end, where redirects led elsewhere, or "".
	At string
}

// Admits refuses a file of more bytes than Limit with TooLarge.
func (d Download) Admits(size int64) error {
	if d.Limit <= 0 || size <= d.Limit {
		return nil
	}
	return &Error{Trouble: TooLarge, Address: Redact(d.Address), Err: fmt.Errorf("it has %d bytes or more, and the limit is %d", size, d.Limit)}
}
