package transport

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Disk is the Files of the operating system.
type Disk struct{}

// Open reads a file from its start. A folder is an error. A named pipe into
// which nobody writes reads as an empty file; it is not waited for.
func (Disk) Open(path string) (io.ReadCloser, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|withoutWaiting, 0)
	if err != nil {
		return nil, err // names the path
	}
	return f, nil
}

// Names lists the names of the files in a folder, sorted. Folders in it are
// left out; links to files are files.
func (d Disk) Names(path string) ([]string, error) {
	if err := d.mustBeFolder(path); err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(path)
	if err != nil {
		return nil, fmt.Errorf("listing a folder: %w", err)
	}
	names := make([]string, 0, len(entries))
	for _, e := range entries {
		if !e.IsDir() {
			names = append(names, e.Name())
		}
	}
	return names, nil
}

func (d Disk) mustBeFolder(path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return fmt.Errorf("listing a folder: %w", err)
	}
	if !info.IsDir() {
		return fmt.Errorf("listing the folder %s: %w", path, ErrNotFolder)
	}
	return nil
}

// IsFolder tells whether there is a folder at path. Nothing at all is none.
func (Disk) IsFolder(path string) (bool, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, nil
	case err != nil:
		return false, fmt.Errorf("looking for a folder: %w", err)
	}
	return info.IsDir(), nil
}

// Stat follows links.
func (Disk) Stat(path string) (Stat, error) {
	info, err := os.Stat(path)
	if err != nil {
		return Stat{}, fmt.Errorf("looking at a file: %w", err)
	}
	return statOf(info), nil
}

func statOf(info fs.FileInfo) Stat {
	return Stat{Size: info.Size(), Changed: info.ModTime(), Number: numberOf(info), Mode: info.Mode()}
}

// Remove takes a file away, or the link to it.
func (Disk) Remove(path string) error {
	if err := os.Remove(path); err != nil {
		return fmt.Errorf("removing a feed: %w", err)
	}
	return nil
}

// Replace writes a file whole or not at all. The bytes go into a hidden file in
// the same folder, because only inside one file system is a renaming atomic,
// and are forced to the disk before they take the place of the old ones. A link
// stays a link: the file behind it is replaced. A new file is readable by
// everyone as far as the umask allows, because it is there to be shared; an old
// one keeps its permissions.
func (Disk) Replace(ctx context.Context, path string, write func(io.Writer) error) error {
	return replaceBehind(ctx, path, false, write)
}

// ReplacePrivate implements Files.
func (Disk) ReplacePrivate(ctx context.Context, path string, write func(io.Writer) error) error {
	return replaceBehind(ctx, path, true, write)
}

// replaceBehind replaces the file that a link leads to.
func replaceBehind(ctx context.Context, path string, private bool, write func(io.Writer) error) error {
	behind, err := behindLinks(path)
	if err == nil {
		err = replace(ctx, behind, private, write)
	}
	if err != nil {
		return fmt.Errorf("writing %s (what was there is untouched): %w", behind, err)
	}
	return nil
}

// pending is a file that is not yet in its place.
type pending interface {
	io.Writer
	// commit forces the bytes to the disk and puts the file in its place.
	commit() error
	// discard removes the file. After a commit it does nothing.
	discard() error
}

// replace creates the pending file, lets write fill it, and commits it, unless
// ctx ended meanwhile.
func replace(ctx context.Context, path string, private bool, write func(io.Writer) error) (err error) {
	p, err := newPending(path, private)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, p.discard())
		}
	}()
	buffer := bufio.NewWriterSize(p, 64<<10)
	if err := write(buffer); err != nil {
		return err
	}
	if err := buffer.Flush(); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return p.commit()
}

// Entry is what lies in a folder. Its Stat is that of a link where it is one.
type Entry struct {
	Name string
	Stat
}

// Entries implements Files.
func (d Disk) Entries(path string) ([]Entry, error) {
	if err := d.mustBeFolder(path); err != nil {
		return nil, err
	}
	listed, err := os.ReadDir(path)
	if err != nil {
		return nil, fmt.Errorf("listing a folder: %w", err)
	}
	all := make([]Entry, 0, len(listed))
	for _, e := range listed {
		info, err := e.Info()
		switch {
		case errors.Is(err, fs.ErrNotExist): // it went meanwhile
		case err != nil:
			return nil, fmt.Errorf("listing a folder: %w", err)
		default:
			all = append(all, Entry{e.Name(), Stat{Size: info.Size(), Changed: info.ModTime(), Number: numberOf(info), Mode: info.Mode()}})
		}
	}
	return all, nil
}

// forAll is the mode of a new folder before the umask takes from it: what lies in it is
// there to be shared.
const forAll = 0o755

// MakeFolder implements Files. Each new folder is forced to the disk with the one around
// it, where the file system can.
func (d Disk) MakeFolder(path string) error {
	missing, err := d.missing(path)
	if err != nil {
		return fmt.Errorf("making a folder: %w", err)
	}
	for i := len(missing) - 1; i >= 0; i-- {
		if err := os.Mkdir(missing[i], forAll); err != nil && !errors.Is(err, fs.ErrExist) {
			return fmt.Errorf("making a folder: %w", err)
		}
		_ = syncFolder(filepath.Dir(missing[i]))
	}
	return nil
}

// missing are the folders of a path that are not there, the innermost first.
func (Disk) missing(path string) (missing []string, err error) {
	for at := filepath.Clean(path); ; at = filepath.Dir(at) {
		info, err := os.Stat(at)
		switch {
		case err == nil && !info.IsDir():
			return nil, fmt.Errorf("%s: %w", at, ErrNotFolder)
		case err == nil, at == filepath.Dir(at):
			return missing, nil
		case !errors.Is(err, fs.ErrNotExist):
			return nil, err
		}
		missing = append(missing, at)
	}
}

// RemoveFolder implements Files. A link to a folder stays.
func (Disk) RemoveFolder(path string) error {
	info, err := os.Lstat(path)
	switch {
	case err != nil:
		return fmt.Errorf("removing a folder: %w", err)
	case !info.IsDir():
		return fmt.Errorf("removing the folder %s: %w", path, ErrNotFolder)
	}
	if err := os.Remove(path); err != nil {
		return fmt.Errorf("removing a folder: %w", err)
	}
	return nil
}
