// Package transport knows where feeds lie, and what can be asked of every such place
// (Places): files and folders of this computer here, servers and buckets in the packages
// below. With these, engine/publish and engine/credentials are all of the engine that touches the
// operating system.
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
	// ReplacePrivate is Replace of a file that no other user may read, whoever could read
	// the old one.
	ReplacePrivate(ctx context.Context, path string, write func(io.Writer) error) error
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

// Inside implements Files. That no link leads out of the folder is decided while the path
// is walked, so that one which is changed meanwhile does not either.
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

// opened does something with a path in the folder.
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

// escaping makes the error of a link that leads out of a folder one of ErrOutside. The
// package os gives that error no name.
func escaping(path string, err error) error {
	var at *fs.PathError
	if errors.As(err, &at) && strings.Contains(at.Err.Error(), "escapes") {
		return fmt.Errorf("a link on the way to %s: %w", path, ErrOutside)
	}
	return fmt.Errorf("opening a file: %w", err)
}

// inside is a path as it is called in a folder, which may end in a separator. One that
// lies elsewhere is an error that wraps ErrOutside.
func inside(folder, path string) (string, error) {
	name, err := filepath.Rel(folder, path)
	if err != nil || !filepath.IsLocal(name) {
		return "", fmt.Errorf("%s is not in %s: %w", path, folder, ErrOutside)
	}
	return name, nil
}

// mostLinks is how many links may lead from one to the next.
const mostLinks = 40

// behindLinks is the path that a link leads to in the end, whether anything is there. The
// folder around it has to be: it may be that of a drive that was taken out.
func behindLinks(path string) (string, error) {
	at := path
	for range mostLinks {
		to, err := os.Readlink(at)
		if err != nil { // it is no link
			return at, nil
		}
		folder, err := filepath.EvalSymlinks(filepath.Dir(at))
		if filepath.IsAbs(to) {
			folder, to = filepath.Dir(to), filepath.Base(to)
		}
		at = filepath.Join(folder, to)
		if _, missing := os.Stat(filepath.Dir(at)); err != nil || missing != nil {
			return path, fmt.Errorf("the link leads to %s: %w", at, errors.Join(err, missing))
		}
	}
	return path, errors.New("the links lead round in a circle")
}

// NoRoom tells whether a file could not be written because the disk has no room left, or
// none for this user.
func NoRoom(err error) bool { return full(err) }
