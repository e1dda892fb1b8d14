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

// Files is the file system as the engine uses it, so that a test can make the
// nth call fail.
type Files interface {
	// Open reads a file from its start.
	Open(path string) (io.ReadCloser, error)
	// Names lists the names of the files in a folder, sorted. It fails with an
	// error that wraps ErrNotFolder where path is a file.
	Names(path string) ([]string, error)
	// IsFolder tells whether there is a folder at path.
	IsFolder(path string) (bool, error)
	// Stat tells what a file or folder is, without reading it.
	Stat(path string) (Stat, error)
	// Remove takes a file away.
	Remove(path string) error
	// Replace writes a file whole or not at all: readers see the old one until
	// write has returned nil and the bytes are on the disk.
	Replace(ctx context.Context, path string, write func(io.Writer) error) error
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
