// Package cache keeps the files of libraries on the disk, so that at any moment each is
// there whole or not at all, and a download that broke off can go on.
package cache

import (
	"io"

	"crossfeed/engine/location"
)

// Name is what the file of an address is called in the cache: the SHA-256 of the
// address, and the ending of its last segment where that is a plain one (letters and
// digits, at most 8), so that the system's programs know the file. Nothing of an address
// can lead out of the cache.
func Name(address string) string { panic("to be written") }

// Root has the caches of all libraries of a store.
type Root interface {
	// Library is the cache of one, by its key. It need not be there yet.
	Library(key int64) Cache
	// Attachments is that of the files of items.
	Attachments() Cache
}

// Cache has the files of one library. Each file has at most one download at a time;
// otherwise it may be used from several goroutines.
type Cache interface {
	// Path is where the file of that name lies, or would lie.
	Path(name string) string
	// Size tells how large a file is, and whether it is there.
	Size(name string) (size int64, there bool, err error)
	// Open reads a file.
	Open(name string) (io.ReadSeekCloser, error)
	// Remove takes a file away, and what is there of a download of it. One that is not
	// there is no error.
	Remove(name string) error
	// Broken tells what is there of a download that broke off: how many bytes, and what
	// Begin was given. from is 0 where there is nothing.
	Broken(name string) (n Note, from int64, err error)
	// Begin begins to write a file, or goes on after the first from bytes of what is there.
	Begin(name string, from int64, n Note) (Part, error)
	// Arrived tells what Done was given for a file that is in place and that Taken was not
	// called for: the program was stopped between both.
	Arrived(name string) (n Note, there bool, err error)
	// Taken tells that the store knows of a file.
	Taken(name string) error
	// Names gives the names of all files that are there, whole or in part.
	Names(each func(name string) error) error
	// RemoveAll takes all away.
	RemoveAll() error
	// Free is the number of bytes that the disk has left for this user.
	Free() (int64, error)
}

// Part is a file on its way.
type Part interface {
	// Write appends. A disk without room is a *location.Error with Full.
	io.Writer
	// Close leaves what came for later, unless Done was called.
	Close() error
	// Done puts the file in place of the one that was there. Its hash is that of all of
	// it, what came before Begin included.
	Done(n Note) (hash string, size int64, err error)
}

// Note is what is kept beside a download.
type Note struct {
	// Known is what the place said of the file, to go on with it and to ask for it again.
	Known location.Known `json:"known,omitzero"`
	// Size is that of the whole file, or -1.
	Size int64 `json:"size"`
	// Type is its media type.
	Type string `json:"type,omitempty"`
	// Hash is that of the file once it is whole.
	Hash string `json:"hash,omitempty"`
}

// Disk keeps files below a folder of this computer: those of a library in a folder of
// its key, those of items in "attachments".
type Disk struct{ Folder string }

// Library implements Root.
func (d Disk) Library(key int64) Cache { panic("to be written") }

// Attachments implements Root.
func (d Disk) Attachments() Cache { panic("to be written") }

var _ Root = Disk{}
