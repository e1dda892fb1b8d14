// Package cache keeps the files of libraries on the disk, so that at any moment each is
// there whole or not at all, and a download that broke off can go on.
package cache

import (
	"errors"
	"io"

	"crossfeed/engine/location"
)

// Root has the caches of all libraries of a store.
type Root interface {
	// Library is the cache of one, by its key. It need not be there yet.
	Library(key int64) Cache
	// Attachments is that of the files of items.
	Attachments() Cache
	// Libraries lists the keys of those of which anything is there, sorted.
	Libraries() ([]int64, error)
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
	// Came is how many bytes of a download are there, and of how many, -1 where that is
	// not known: a look that is quick, for people.
	Came(name string) (came, whole int64, err error)
	// Begin begins to write a file, or goes on after the first from bytes of what is there.
	Begin(name string, from int64, n Note) (Part, error)
	// Arrived tells what Done was given for a file that is in place and that Taken was not
	// called for: the program was stopped between both.
	Arrived(name string) (n Note, there bool, err error)
	// Taken tells that the store knows of a file.
	Taken(name string) error
	// Names gives the names of all files that are there, whole or in part.
	Names(each func(name string) error) error
	// Unfinished gives the names of all files of a download of which anything is there, also
	// where the file is whole.
	Unfinished(each func(name string) error) error
	// RemoveAll takes all away.
	RemoveAll() error
	// Free is the number of bytes that the disk has left for this user.
	Free() (int64, error)
	// Lock keeps every other program, and every other part of this one, from running on
	// the library until unlock; ErrBusy tells that somebody does. It goes with the
	// process.
	Lock() (unlock func() error, err error)
	// LockFile keeps every other program, and every other part of this one, from writing a
	// file until unlock, and maybe some others with it; ErrBusy tells that somebody does.
	// It is for caches that several write at once. It goes with the process.
	LockFile(name string) (unlock func() error, err error)
}

// ErrBusy means that somebody else runs on a library, or writes a file, now.
var ErrBusy = errors.New("it is being synced by another Crossfeed")

// ErrOtherFile means that what came is not the file that was said to come.
var ErrOtherFile = errors.New("it is another file than was said")

// Part is a file on its way.
type Part interface {
	// Write appends. A disk without room is a *location.Error with Full.
	io.Writer
	// Close leaves what came for later, unless Done was called. What came of a small file
	// is not kept.
	Close() error
	// Done puts the file in place of the one that was there. Its hash is that of all of
	// it, what came before Begin included. Where it is not as large as the note says, it is
	// a *location.Error with BrokenOff, and where it has another hash than the note says,
	// ErrOtherFile: the file that was there stays, and of the other nothing.
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
	// Hash is that of the file once it is whole; for Done "" where it is not known before.
	Hash string `json:"hash,omitempty"`
}
