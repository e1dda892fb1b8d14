// Package location knows where feeds lie, and what can be asked of every such place
// (Places): files and folders of this computer here, servers and buckets in the packages
// below. With these, engine/serve and engine/secret are all of the engine that touches the
// operating system.
package location

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"time"
)

// ErrNotFolder means that there is a file where a folder was expected.
var ErrNotFolder = errors.New("it is not a folder")

// ErrOutside means that a path, or a link on it, leads out of a folder.
var ErrOutside = errors.New("it leads out of the folder that the feeds are in")

// Files is the file system as the engine uses it, so that a test can make the
// nth call fail.
type Files interface {
	Lookup
	// Inside is what can be read in a folder and those below it. What lies elsewhere is
	// an error that wraps ErrOutside, also where links lead there; absolute links always
	// count as such.
	Inside(folder string) Lookup
	// Names lists the names of the files in a folder, sorted. It fails with an
	// error that wraps ErrNotFolder where path is a file.
	Names(path string) ([]string, error)
	// Entries lists what lies in a folder, links and folders in it as such, by their names.
	// It fails as Names does.
	Entries(path string) ([]Entry, error)
	// IsFolder tells whether there is a folder at path.
	IsFolder(path string) (bool, error)
	// Remove takes a file away.
	Remove(path string) error
	// Replace writes a file whole or not at all: readers see the old one until
	// write has returned nil and the bytes are on the disk.
	Replace(ctx context.Context, path string, write func(io.Writer) error) error
	// MakeFolder makes a folder, and those around it that are missing. They are on the
	// disk when it returns. One that is there is no error.
	MakeFolder(path string) error
	// RemoveFolder takes an empty folder away. One that is not empty is an error.
	RemoveFolder(path string) error
}

// Lookup is what reading files needs.
type Lookup interface {
	// Open reads a file from its start. It may have the methods of an fs.File and an
	// io.Seeker besides.
	Open(path string) (io.ReadCloser, error)
	// Stat tells what a file or folder is, without reading it.
	Stat(path string) (Stat, error)
}

// Stat is what is known of a file without reading it.
type Stat struct {
	Size int64
	// Changed is when it was written, and Number the file system's own number for it,
	// which another file in its place does not have; 0 where there is none.
	Changed time.Time
	Number  uint64
	// Mode says who may read it.
	Mode fs.FileMode
}
