package cache

import "io"

// Files is the file system as a cache uses it, one step a call, so that a test can stop a
// program between any two. Errors of a file that is not there wrap fs.ErrNotExist, those
// of a disk without room are *location.Error with Full.
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
