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

// Places is access to everywhere that feeds can be: the folders of this computer, web servers,
// WebDAV servers and buckets. Every failure that a person can do something about is an *Error.
type Places interface {
	// Names lists the names of the files in a folder, sorted. The address of a folder ends in
	// a separator (a slash, except for paths).
	Names(ctx context.Context, folder Target) ([]string, error)
	// Read fetches a whole document before it returns, so that a reader of the body never
	// waits for a network, and never sees an incomplete document.
	Read(ctx context.Context, r Request) (*Response, error)
	// Head returns what is known of a document without reading it. A missing document is an
	// *Error: NotFound or Gone.
	Head(ctx context.Context, t Target) (Head, error)
	// Download streams a file, which may be too large for a temporary file.
	Download(ctx context.Context, d Download) (*Stream, error)
	// Write writes a document whole or not at all, and never over what somebody else wrote
	// there.
	Write(ctx context.Context, p Put) (Written, error)
	// Remove deletes what this endpoint wrote (Written), and nothing else. A missing document
	// is not an error.
	Remove(ctx context.Context, t Target, last Written) error
	// Readers returns who can read a document at an address, whether or not it exists yet, as
	// far as that can be determined without writing.
	Readers(ctx context.Context, t Target) (Readers, error)
}

// Target is a document or a folder, and how to access it.
type Target struct {
	// Address is canonical (Parse): an absolute path, or an address with one of the Schemes.
	Address string
	Access  Access
	// From is the address of the document that named this one, or "" if a person entered it.
	// Feeds may not link from a public host to a private one, to a file, or from https to http
	// (Allowed).
	From string
	// Within is the folder of this computer, with a trailing separator, that must contain a
	// path that From named: the folder of a local library's root feed. If it is "", the path
	// must be in the same folder as From. Links of the file system cannot lead out of it.
	// Remove also deletes the folders in it that became empty.
	Within string
}

// Access configures how to access a place. It contains no passwords: those are looked up by
// place and user (Passwords).
type Access struct {
	// User is the name to sign in with, or "".
	User string `json:"user,omitempty"`
	// Scheme is "basic", "digest" or "bearer"; "" is what the server asks for. For bearer, the
	// password is the token, and User may be "".
	Scheme string `json:"scheme,omitempty"`
	// Authority is the path of a PEM file with certificate authorities to trust in addition to
	// those of the system, or "".
	Authority string `json:"authority,omitempty"`
	// Certificate and Key are the paths of PEM files by which this client identifies itself,
	// or "".
	Certificate string `json:"certificate,omitempty"`
	Key         string `json:"key,omitempty"`
	// Fingerprint is the SHA-256 of the one server certificate to trust, whoever signed it, as
	// lower-case hexadecimal, or "".
	Fingerprint string `json:"fingerprint,omitempty"`
	// Proxy is the address of a proxy; "" uses the system's environment, and "none" uses no
	// proxy.
	Proxy string `json:"proxy,omitempty"`
}

// Abroad returns the part of an access that applies to any server, not only the one it was
// given for: it identifies nobody, and trusts no single certificate.
func (a Access) Abroad() Access { return Access{Authority: a.Authority, Proxy: a.Proxy} }

// Passwords returns the password of a user at a place (PlaceOf). If there is none, the error is ErrNoPassword.
type Passwords interface {
	Password(ctx context.Context, place, user string) (string, error)
}

// Known is what an endpoint remembers of a document that it has read. The store holds it, but
// only this package interprets it.
type Known struct {
	// ETag and LastModified are the server's, byte for byte. For a file, ETag consists of its
	// size, time and inode, if the file was old enough to be sure when it was read.
	ETag         string `json:"etag,omitempty"`
	LastModified string `json:"last_modified,omitempty"`
	// Hash is the SHA-256 of the document after decompression, as lower-case hexadecimal.
	Hash string `json:"hash,omitempty"`
	// Whole is when the document was last read unconditionally. That is done once a day,
	// because an ETag can stay the same while the document changes.
	Whole time.Time `json:"whole,omitzero"`
}

// Request asks for a document.
type Request struct {
	Target
	// Known is the result of the last read, or zero for the first.
	Known Known
	// Whole reads unconditionally, as the user asked.
	Whole bool
	// Now is the current time on the endpoint's clock.
	Now time.Time
	// Arrived is called now and then with the number of bytes received so far; it may be nil.
	Arrived func(bytes int64)
}

// Response is a fetched document.
type Response struct {
	// Body is the document, in whatever encoding it declares; nil if Unchanged. It is on this
	// computer.
	Body io.ReadCloser
	// Unchanged reports that the document is still the one in Known: the server says so, or
	// the bytes are equal.
	Unchanged bool
	// Known is to be stored once the document has been processed.
	Known Known
	// Moved is where the document moved permanently (301, 308), or "".
	Moved string
	// At is the final address if redirects led elsewhere, or "". Links in a page are relative
	// to it.
	At string
	// Fresh is how long the response stays fresh according to the server, or 0.
	Fresh time.Duration
	// Wire is the number of bytes of the bodies on the network; for an opened file, its size.
	Wire int64
	// Type is the media type without parameters in lower case, or "".
	Type string
}

// Put asks to write a document.
type Put struct {
	Target
	// Body is the document; it is read as often as it has to be sent.
	Body io.ReadSeeker
	// Size and Hash (SHA-256, lower-case hexadecimal) describe Body.
	Size int64
	Hash string
	// Type is the media type.
	Type string
	// Last is what this endpoint last wrote there, or zero.
	Last Written
	// Folders creates missing folders of the address.
	Folders bool
	// Pending is the hash of what this endpoint was about to write when it was interrupted, or
	// "".
	Pending string
	// Ours returns why an existing document that is neither Last nor Pending must not be
	// overwritten, or nil if it is this endpoint's own. It is called if Last is zero, or if
	// Pending says that a write was interrupted and the document is incomplete. Otherwise,
	// such a document is a second writer's.
	Ours func(io.Reader) error
}

// Written is what an endpoint knows of a document that it wrote.
type Written struct {
	// ETag is the server's ETag for what was written, or "".
	ETag string `json:"etag,omitempty"`
	// Hash is the hash of the document.
	Hash string `json:"hash,omitempty"`
}

// Head is what is known of a document without reading it.
type Head struct {
	// ETag is the server's, as in Written, or "".
	ETag string
}

// Readers says who can read an address.
type Readers struct {
	Who Audience
	// Detail says in English how that was determined, or what it depends on.
	Detail string
}

// Audience is who can read an address.
type Audience int

// The audiences. ThisUser and ThisComputer apply to paths, and do not cover other computers to
// which another program may copy the folder.
const (
	Unknown Audience = iota
	Everyone
	SignedIn
	ThisUser
	ThisComputer
)

// wholeAfter is how long an unchanged ETag or file time is trusted: an ETag can stay the same
// while the document changes.
const wholeAfter = 24 * time.Hour

// Conditional reports whether a document may be requested conditionally: nobody asked for the
// whole document, and it was read unconditionally within a day. A time of reading in the
// future comes from a wrong clock.
func (r Request) Conditional() bool {
	since := r.Now.Sub(r.Known.Whole)
	return !r.Whole && r.Known.Hash != "" && 0 <= since && since < wholeAfter
}

// Hash reads r to its end, and returns the SHA-256 as lower-case hexadecimal, and the length.
func Hash(r io.Reader) (hash string, size int64, err error) {
	sum := sha256.New()
	size, err = io.Copy(sum, r)
	return hex.EncodeToString(sum.Sum(nil)), size, err
}

// nothing is the hash of an empty document, which belongs to nobody.
var nothing = func() string {
	sum := sha256.Sum256(nil)
	return hex.EncodeToString(sum[:])
}()

// MayReplace implements the rule of one writer per address. It returns nil if the existing
// document with the given hash may be overwritten: this endpoint wrote it last, was about to
// write it, or is writing it now; it is empty; or this endpoint has never written there and
// Ours accepts it. Otherwise, it is a second writer's document: the error is an *Error with
// SecondWriter. there is read only if Ours is called.
func (p Put) MayReplace(hash string, there io.Reader) error {
	switch {
	case hash == p.Hash, hash == nothing, p.Pending != "" && hash == p.Pending:
		return nil
	case p.Last != Written{}:
		if hash == p.Last.Hash {
			return nil
		}
		return p.second(errors.New("it is not what this device last wrote there"))
	case p.Ours == nil:
		return p.second(errors.New("something already exists there"))
	}
	if err := p.Ours(there); err != nil {
		return p.second(err)
	}
	return nil
}

func (p Put) second(why error) error {
	return &Error{Trouble: SecondWriter, Address: Redact(p.Address), Err: why}
}

// Download asks for a file as a stream. The file may be of any kind and size, and is not
// parsed. Its bytes are those on the server (no compression is requested, so that ranges fit).
// The request is conditional whenever Known allows it, however old it is, unless Whole is set:
// the feed that links to a file says when it has changed.
type Download struct {
	Request
	// From is how many bytes of an interrupted download are already here, to resume it. Of is
	// the Stream.Known of that download. If the file has changed, or the server does not
	// support ranges, the download starts over.
	From int64
	Of   Known
	// Limit is the maximum size in bytes, or 0 for none. A file whose stated size is larger is
	// refused with TooLarge before any byte is received.
	Limit int64
}

// Stream is a file being downloaded. Closing the body ends the request.
type Stream struct {
	// Body has the file's bytes from byte From on; nil if Unchanged. A body that is incomplete
	// ends with an *Error with BrokenOff, and a body beyond the limit with TooLarge.
	Body io.ReadCloser
	// Unchanged reports that the file is still the one in Known.
	Unchanged bool
	// From is the offset at which Body begins: Download.From, or 0 if the download starts
	// over.
	From int64
	// Size is the size of the whole file in bytes, or -1 if the server does not say.
	Size int64
	// Known is to be stored. If Unchanged, it has the previous Hash; otherwise it has none,
	// because only the receiver of the bytes can compute it.
	Known Known
	// Type is the media type without parameters in lower case, or "".
	Type string
	// At is the final address if redirects led elsewhere, or "".
	At string
}

// Admits returns an error with TooLarge if a file has more bytes than Limit.
func (d Download) Admits(size int64) error {
	if d.Limit <= 0 || size <= d.Limit {
		return nil
	}
	return &Error{Trouble: TooLarge, Address: Redact(d.Address), Err: fmt.Errorf("it has %d bytes or more, and the limit is %d", size, d.Limit)}
}
