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
// can be written only the last is.
type File struct {
	path  string
	queue func(job func(context.Context))
	// Failed is told when it could not be written.
	Failed func(error)

	mu     sync.Mutex
	next   []byte
	queued bool
}

// NewFile writes to a path, by jobs that go through queue.
func NewFile(path string, queue func(job func(context.Context))) *File {
	return &File{path: path, queue: queue}
}

// Read is what was last written; nothing where there is no file yet.
func (f *File) Read() ([]byte, error) {
	text, err := os.ReadFile(f.path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("reading what the window stores: %w", err)
	}
	return text, nil
}

// Write has a text written soon.
func (f *File) Write(text []byte) {
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
	fresh := f.path + ".new"
	err := os.WriteFile(fresh, text, 0o600)
	if err == nil {
		err = os.Rename(fresh, f.path)
	}
	if err != nil && f.Failed != nil {
		f.Failed(fmt.Errorf("saving %s: %w", f.path, err))
	}
}
