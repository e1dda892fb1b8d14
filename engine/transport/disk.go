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

// Disk implements Files with the operating system.
type Disk struct{}

// Open opens a file for reading from its start. A folder is an error. A named pipe without a
// writer reads as an empty file, without waiting.
func (Disk) Open(path string) (io.ReadCloser, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|withoutWaiting, 0)
	if err != nil {
		return nil, err // it names the path
	}
	return f, nil
}

// Names lists the names of the files in a folder, sorted. It leaves out subfolders; links to
// files count as files.
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

// IsFolder reports whether there is a folder at path. A missing path is not an error.
func (Disk) IsFolder(path string) (bool, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, nil
	case err != nil:
		return false, fmt.Errorf("finding a folder: %w", err)
	}
	return info.IsDir(), nil
}

// Stat follows links.
func (Disk) Stat(path string) (Stat, error) {
	info, err := os.Stat(path)
	if err != nil {
		return Stat{}, fmt.Errorf("examining a file: %w", err)
	}
	return statOf(info), nil
}

func statOf(info fs.FileInfo) Stat {
	return Stat{Size: info.Size(), Changed: info.ModTime(), Number: numberOf(info), Mode: info.Mode()}
}

// Remove deletes a file, or the link to it.
func (Disk) Remove(path string) error {
	if err := os.Remove(path); err != nil {
		return fmt.Errorf("removing a feed: %w", err)
	}
	return nil
}

// Replace writes a file whole or not at all. The bytes go into a hidden file in the same
// folder, because renaming is atomic only within one file system, and are flushed to the disk
// before they replace the old ones. A link stays a link: its target is replaced. A new file is
// readable by everyone as far as the umask allows, because it is there to be shared; an old
// one keeps its permissions.
func (Disk) Replace(ctx context.Context, path string, write func(io.Writer) error) error {
	return replaceBehind(ctx, path, false, write)
}

// ReplacePrivate implements Files.
func (Disk) ReplacePrivate(ctx context.Context, path string, write func(io.Writer) error) error {
	return replaceBehind(ctx, path, true, write)
}

// replaceBehind replaces the target of a link.
func replaceBehind(ctx context.Context, path string, private bool, write func(io.Writer) error) error {
	behind, err := behindLinks(path)
	if err == nil {
		err = replace(ctx, behind, private, write)
	}
	if err != nil {
		return fmt.Errorf("writing %s (the old file is unchanged): %w", behind, err)
	}
	return nil
}

// pending is a temporary file that is to replace another file.
type pending interface {
	io.Writer
	// commit flushes the bytes to the disk and moves the file into place.
	commit() error
	// discard removes the file. After a commit it does nothing.
	discard() error
}

// replace creates the temporary file, lets write fill it, and commits it, unless ctx has ended
// in the meantime.
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

// Entry is an entry of a folder. For a link, Stat describes the link itself.
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
		case errors.Is(err, fs.ErrNotExist): // it was removed in the meantime
		case err != nil:
			return nil, fmt.Errorf("listing a folder: %w", err)
		default:
			all = append(all, Entry{e.Name(), Stat{Size: info.Size(), Changed: info.ModTime(), Number: numberOf(info), Mode: info.Mode()}})
		}
	}
	return all, nil
}

// forAll is the mode of a new folder before the umask: its contents are there to be shared.
const forAll = 0o755

// MakeFolder implements Files. It flushes each new folder and its parent to the disk, if the
// file system supports that.
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

// missing returns the missing folders of a path, the innermost first.
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
