package drafts

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sync"
)

// File writes a text in the background. Of changes that come faster than they
// can be written only the last is. What another process wrote is not
// overwritten before it was read.
type File struct {
	path  string
	queue func(job func(context.Context))
	// Failed is told when it could not be written, OnReplaced when nothing was written
	// because another process had replaced the file.
	Failed     func(error)
	OnReplaced func()

	mu     sync.Mutex
	next   func() []byte
	queued bool

	// seen is the file as it was read or written here last; nil where there was none. Whoever
	// holds seeing reads or writes it.
	seeing sync.Mutex
	seen   fs.FileInfo
}

// NewFile writes to a path, by jobs that go through queue.
func NewFile(path string, queue func(job func(context.Context))) *File {
	return &File{path: path, queue: queue}
}

// Read is what was last written; nothing where there is no file yet.
func (f *File) Read() ([]byte, error) {
	f.seeing.Lock()
	defer f.seeing.Unlock()
	f.seen, _ = os.Stat(f.path) // what is not there was not seen
	text, err := os.ReadFile(f.path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("reading what the window stores: %w", err)
	}
	return text, nil
}

// Replaced reports whether another process replaced the file since it was read or written here.
func (f *File) Replaced() bool {
	f.seeing.Lock()
	defer f.seeing.Unlock()
	return f.replaced()
}

func (f *File) replaced() bool {
	now, err := os.Stat(f.path)
	return err == nil && (f.seen == nil || !os.SameFile(now, f.seen) || !now.ModTime().Equal(f.seen.ModTime()) || now.Size() != f.seen.Size())
}

// Write has a text written soon. The text is made when it is written.
func (f *File) Write(text func() []byte) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.next = text
	if !f.queued {
		f.queued = true
		f.queue(f.write)
	}
}

// write replaces the file in one step, so that a crash leaves the old text or
// the new one.
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
