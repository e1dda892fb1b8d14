package location

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
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
	behind, err := behindLinks(path)
	if err == nil {
		err = replace(ctx, behind, write)
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
func replace(ctx context.Context, path string, write func(io.Writer) error) (err error) {
	p, err := newPending(path)
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
