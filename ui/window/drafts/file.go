package drafts

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sync"
)

// File writes a text in the background. If changes come faster than they can be written, only
// the last one is written. A file that another process replaced is not overwritten before it
// is read.
type File struct {
	path  string
	queue func(job func(context.Context))
	// Failed is called when writing fails, OnReplaced when nothing was written because another
	// process had replaced the file.
	Failed     func(error)
	OnReplaced func()

	mu     sync.Mutex
	next   func() []byte
	queued bool

	// seen describes the file when it was last read or written here; nil if there was none.
	// seeing guards it, and is held while the file is read or written.
	seeing sync.Mutex
	seen   fs.FileInfo
}

// NewFile returns a file at a path. Writes run as jobs of queue.
func NewFile(path string, queue func(job func(context.Context))) *File {
	return &File{path: path, queue: queue}
}

// Read returns the text of the file, or nil if there is no file yet.
func (f *File) Read() ([]byte, error) {
	f.seeing.Lock()
	defer f.seeing.Unlock()
	f.seen, _ = os.Stat(f.path) // nil if there is no file
	text, err := os.ReadFile(f.path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("reading what the window stores: %w", err)
	}
	return text, nil
}

// Replaced reports whether another process replaced the file since it was last read or written
// here.
func (f *File) Replaced() bool {
	f.seeing.Lock()
	defer f.seeing.Unlock()
	return f.replaced()
}

func (f *File) replaced() bool {
	now, err := os.Stat(f.path)
	return err == nil && (f.seen == nil || !os.SameFile(now, f.seen) || !now.ModTime().Equal(f.seen.ModTime()) || now.Size() != f.seen.Size())
}

// Write schedules a write. text is called when the file is written.
func (f *File) Write(text func() []byte) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.next = text
	if !f.queued {
		f.queued = true
		f.queue(f.write)
	}
}

// write replaces the file atomically, so that a crash leaves either the old text or the new
// one.
func (f *File) write(context.Context) {
	f.mu.Lock()
	text := f.next
	f.queued = false
	f.mu.Unlock()
	f.seeing.Lock()
	defer f.seeing.Unlock()
	if f.replaced() {
		if f.OnReplaced != nil {
			f.OnReplaced()
		}
		return
	}
	fresh := f.path + ".new"
	err := os.WriteFile(fresh, text(), 0o600)
	if err == nil {
		seen, _ := os.Stat(fresh)
		if err = os.Rename(fresh, f.path); err == nil {
			f.seen = seen
		}
	}
	if err != nil && f.Failed != nil {
		f.Failed(fmt.Errorf("saving %s: %w", f.path, err))
	}
}
