// Package cache keeps the files of libraries on the disk, so that at any moment each is
// there whole or not at all, and a download that broke off can go on.
package cache

import (
	"errors"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"crossfeed/engine/transport"
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

// ErrNone means that this program keeps no files.
var ErrNone = errors.New("files of libraries are not kept here")

// ErrBusy means that somebody else runs on a library, or writes a file, now.
var ErrBusy = errors.New("it is being synced by another Crossfeed")

// ErrOtherFile means that what came is not the file that was said to come.
var ErrOtherFile = errors.New("it is another file than was said")

// Part is a file on its way.
type Part interface {
	// Write appends. A disk without room is a *transport.Error with Full.
	io.Writer
	// Close leaves what came for later, unless Done was called. What came of a small file
	// is not kept.
	Close() error
	// Done puts the file in place of the one that was there. Its hash is that of all of
	// it, what came before Begin included. Where it is not as large as the note says, it is
	// a *transport.Error with BrokenOff, and where it has another hash than the note says,
	// ErrOtherFile: the file that was there stays, and of the other nothing.
	Done(n Note) (hash string, size int64, err error)
}

// Note is what is kept beside a download.
type Note struct {
	// Known is what the place said of the file, to go on with it and to ask for it again.
	Known transport.Known `json:"known,omitzero"`
	// Size is that of the whole file, or -1.
	Size int64 `json:"size"`
	// Type is its media type.
	Type string `json:"type,omitempty"`
	// Hash is that of the file once it is whole; for Done "" where it is not known before.
	Hash string `json:"hash,omitempty"`
}

// Disk keeps files below a folder of this computer: those of a library in a folder of
// its key, those of items in "attachments". The folders are this user's alone.
type Disk struct{ Folder string }

// Library implements Root.
func (d Disk) Library(key int64) Cache { return d.on().Library(key) }

// Attachments implements Root.
func (d Disk) Attachments() Cache { return d.on().Attachments() }

// Libraries implements Root.
func (d Disk) Libraries() ([]int64, error) { return d.on().Libraries() }

func (d Disk) on() Root { return On(system{}, d.Folder) }

var _ Root = Disk{}

// On keeps files below a folder of a file system.
func On(files Files, folder string) Root { return root{files, folder} }

type root struct {
	files  Files
	folder string
}

// locked is the ending of the file beside a library's folder that Lock locks.
const locked = ".lock"

func (r root) Library(key int64) Cache { return r.named(strconv.FormatInt(key, 10)) }

func (r root) Attachments() Cache { return r.named("attachments") }

func (r root) named(name string) Cache {
	return kept{r.files, filepath.Join(r.folder, name)}
}

// Libraries counts a lock as something that is there, so that whoever sweeps takes it
// away, too.
func (r root) Libraries() ([]int64, error) {
	names, err := r.files.Names(r.folder)
	var keys []int64
	for _, name := range names {
		if key, err := strconv.ParseInt(strings.TrimSuffix(name, locked), 10, 64); err == nil {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return slices.Compact(keys), err
}

// Files is the file system as a cache uses it, one step a call, so that a test can stop a
// program between any two. Errors of a file that is not there wrap fs.ErrNotExist, those
// of a disk without room are *transport.Error with Full.
type Files interface {
	// Size gives the size of a file.
	Size(path string) (int64, error)
	// Open reads a file.
	Open(path string) (io.ReadSeekCloser, error)
	// Write writes a file from byte from on, and cuts off what was behind it. One that is
	// not there is made, in a folder that is there.
	Write(path string, from int64) (File, error)
	// Seal makes a file one that is only read.
	Seal(path string) error
	// Rename puts a file in the place of another, which may be sealed. Whoever looks sees
	// the one or the other.
	Rename(from, to string) error
	// Remove takes a file away, which may be sealed, and RemoveAll a folder with all in
	// it. What is not there is no error.
	Remove(path string) error
	RemoveAll(path string) error
	// Names lists what is in a folder; one that is not there is empty.
	Names(folder string) ([]string, error)
	// MakeFolder makes a folder, and those that it lies in, for this user alone.
	MakeFolder(path string) error
	// SyncFolder forces the names in a folder to the disk.
	SyncFolder(path string) error
	// Free is the number of bytes that are left for this user where a folder lies, or
	// would lie.
	Free(folder string) (int64, error)
	// Lock is Cache.Lock, with a file.
	Lock(path string) (unlock func() error, err error)
}

// File is a file that is written.
type File interface {
	io.Writer
	// Sync forces what was written to the disk.
	Sync() error
	Close() error
}
