// Package transport handles the places where feeds can be, and defines the operations that all
// of them support (Places). It implements those for files and folders of this computer; its
// subpackages implement servers and buckets.
package transport

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// ErrNotFolder means that there is a file where a folder was expected.
var ErrNotFolder = errors.New("it is not a folder")

// ErrOutside means that a path, or a link in it, leads out of a folder.
var ErrOutside = errors.New("it points out of the folder of the feeds")

// Files is the file system as the engine uses it, so that a test can make the nth call fail.
type Files interface {
	Lookup
	// Inside returns access to a folder and its subfolders only. Any path elsewhere is an
	// error that wraps ErrOutside, even if links lead there; absolute links always count as
	// such.
	Inside(folder string) Lookup
	// Names lists the names of the files in a folder, sorted. If path is a file, the error
	// wraps ErrNotFolder.
	Names(path string) ([]string, error)
	// Entries lists the entries of a folder, including links and folders, by name. It fails as
	// Names does.
	Entries(path string) ([]Entry, error)
	// IsFolder reports whether there is a folder at path.
	IsFolder(path string) (bool, error)
	// Remove deletes a file.
	Remove(path string) error
	// Replace writes a file whole or not at all: readers see the old file until write has
	// returned nil and the bytes are on the disk.
	Replace(ctx context.Context, path string, write func(io.Writer) error) error
	// ReplacePrivate is like Replace, but no other user may read the file, whoever could read
	// the old one.
	ReplacePrivate(ctx context.Context, path string, write func(io.Writer) error) error
	// MakeFolder creates a folder and its missing parents. They are on the disk when it
	// returns. An existing folder is not an error.
	MakeFolder(path string) error
	// RemoveFolder deletes an empty folder. A folder that is not empty is an error.
	RemoveFolder(path string) error
}

// Lookup is the interface for reading files.
type Lookup interface {
	// Open opens a file for reading from its start. The result may also have the methods of
	// fs.File and io.Seeker.
	Open(path string) (io.ReadCloser, error)
	// Stat returns the state of a file or folder, without reading it.
	Stat(path string) (Stat, error)
}

// Stat is what is known of a file without reading it.
type Stat struct {
	Size int64
	// Changed is the time of the last write. Number is the file system's own number for the
	// file, which a replacement does not share; 0 if there is none.
	Changed time.Time
	Number  uint64
	// Mode includes who may read it.
	Mode fs.FileMode
}

// Inside implements Files. Links are checked while the path is walked, so that a link that
// changes in the meantime cannot lead out of the folder either.
func (Disk) Inside(folder string) Lookup { return rooted{folder} }

// rooted reads in one folder.
type rooted struct{ folder string }

// Open implements Lookup.
func (r rooted) Open(path string) (io.ReadCloser, error) {
	return opened(r, path, func(root *os.Root, name string) (*os.File, error) {
		return root.OpenFile(name, os.O_RDONLY|withoutWaiting, 0)
	})
}

// Stat implements Lookup.
func (r rooted) Stat(path string) (Stat, error) {
	info, err := opened(r, path, (*os.Root).Stat)
	if err != nil {
		return Stat{}, err
	}
	return statOf(info), nil
}

// opened calls do with a path in the folder.
func opened[T any](r rooted, path string, do func(*os.Root, string) (T, error)) (value T, err error) {
	name, err := inside(r.folder, path)
	if err != nil {
		return value, err
	}
	root, err := os.OpenRoot(r.folder)
	if err != nil {
		return value, fmt.Errorf("opening the folder of the feeds: %w", err)
	}
	defer root.Close()
	if value, err = do(root, name); err != nil {
		return value, escaping(path, err)
	}
	return value, nil
}

// escaping turns the error about a link that leads out of a folder into ErrOutside. Package os
// has no exported error for that.
func escaping(path string, err error) error {
	var at *fs.PathError
	if errors.As(err, &at) && strings.Contains(at.Err.Error(), "escapes") {
		return fmt.Errorf("a link on the way to %s: %w", path, ErrOutside)
	}
	return fmt.Errorf("opening a file: %w", err)
}

// inside returns a path relative to a folder, which may end in a separator. If the path is
// elsewhere, the error wraps ErrOutside.
func inside(folder, path string) (string, error) {
	name, err := filepath.Rel(folder, path)
	if err != nil || !filepath.IsLocal(name) {
		return "", fmt.Errorf("%s is not in %s: %w", path, folder, ErrOutside)
	}
	return name, nil
}

// mostLinks is the maximum length of a chain of links.
const mostLinks = 40

// behindLinks returns the final target of a link, which need not exist. The target's folder
// must exist: it may be on a drive that was disconnected.
func behindLinks(path string) (string, error) {
	at := path
	for range mostLinks {
		to, err := os.Readlink(at)
		if err != nil { // it is not a link
			return at, nil
		}
		folder, err := filepath.EvalSymlinks(filepath.Dir(at))
		if filepath.IsAbs(to) {
			folder, to = filepath.Dir(to), filepath.Base(to)
		}
		at = filepath.Join(folder, to)
		if _, missing := os.Stat(filepath.Dir(at)); err != nil || missing != nil {
			return path, fmt.Errorf("the link points to %s: %w", at, errors.Join(err, missing))
		}
	}
	return path, ErrLoop
}
