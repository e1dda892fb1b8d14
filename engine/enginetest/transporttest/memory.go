// Package transporttest provides fakes of transport.Files: files in memory, and files whose
// nth call fails.
package transporttest

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path"
	"slices"
	"sync"

	"crossfeed/engine/transport"
)

// Memory is an in-memory file system. The zero Memory is empty. A folder exists once it was
// created with Folder.
type Memory struct {
	mu      sync.Mutex
	files   map[string][]byte
	folders map[string]bool
	// numbers counts how often each file was put; the count serves as its inode.
	numbers map[string]uint64
	// replaced counts the files written by Replace.
	replaced int
}

// Replaced returns the number of files written by Replace.
func (m *Memory) Replaced() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.replaced
}

// Folder creates a folder.
func (m *Memory) Folder(name string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.folders == nil {
		m.folders = map[string]bool{}
	}
	m.folders[path.Clean(name)] = true
}

// Put creates or replaces a file.
func (m *Memory) Put(name, text string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.files == nil {
		m.files, m.numbers = map[string][]byte{}, map[string]uint64{}
	}
	m.files[name] = []byte(text)
	m.numbers[name]++
}

// All returns a copy of all files by path.
func (m *Memory) All() map[string]string {
	m.mu.Lock()
	defer m.mu.Unlock()
	all := map[string]string{}
	for name, b := range m.files {
		all[name] = string(b)
	}
	return all
}

// Open implements transport.Files.
func (m *Memory) Open(name string) (io.ReadCloser, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	b, there := m.files[name]
	if !there {
		return nil, fmt.Errorf("opening %s: %w", name, fs.ErrNotExist)
	}
	return io.NopCloser(bytes.NewReader(b)), nil
}

// Inside implements transport.Files. There are no links.
func (m *Memory) Inside(string) transport.Lookup { return m }

// MakeFolder implements transport.Files.
func (m *Memory) MakeFolder(name string) error {
	for name = path.Clean(name); name != "/" && name != "."; name = path.Dir(name) {
		m.Folder(name)
	}
	return nil
}

// RemoveFolder implements transport.Files.
func (m *Memory) RemoveFolder(name string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	name = path.Clean(name)
	for other := range m.files {
		if path.Dir(other) == name {
			return fmt.Errorf("removing %s: %w", name, fs.ErrExist)
		}
	}
	for other := range m.folders {
		if path.Dir(other) == name && other != name {
			return fmt.Errorf("removing %s: %w", name, fs.ErrExist)
		}
	}
	delete(m.folders, name)
	return nil
}

// Names implements transport.Files.
func (m *Memory) Names(folder string) ([]string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.folders[path.Clean(folder)] {
		return nil, fmt.Errorf("listing %s: %w", folder, transport.ErrNotFolder)
	}
	var names []string
	for _, name := range slices.Sorted(maps.Keys(m.files)) {
		if path.Dir(name) == path.Clean(folder) {
			names = append(names, path.Base(name))
		}
	}
	return names, nil
}

// IsFolder implements transport.Files.
func (m *Memory) IsFolder(name string) (bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.isFolder(name), nil
}

// isFolder reports whether a folder exists. The root always does.
func (m *Memory) isFolder(name string) bool {
	name = path.Clean(name)
	return m.folders[name] || name == "/"
}

// Stat implements transport.Files. All files have the zero modification time, and everyone may
// read them.
func (m *Memory) Stat(name string) (transport.Stat, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.isFolder(name) {
		return transport.Stat{Mode: fs.ModeDir | 0o755}, nil
	}
	b, there := m.files[name]
	if !there {
		return transport.Stat{}, fmt.Errorf("looking at %s: %w", name, fs.ErrNotExist)
	}
	return transport.Stat{Size: int64(len(b)), Number: m.numbers[name], Mode: 0o644}, nil
}

// Remove implements transport.Files.
func (m *Memory) Remove(name string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, there := m.files[name]; !there {
		return fmt.Errorf("removing %s: %w", name, fs.ErrNotExist)
	}
	delete(m.files, name)
	return nil
}

// ReplacePrivate implements transport.Files: there are no other users.
func (m *Memory) ReplacePrivate(ctx context.Context, name string, write func(io.Writer) error) error {
	return m.Replace(ctx, name, write)
}

// Replace implements transport.Files. Other calls proceed while write is running.
func (m *Memory) Replace(ctx context.Context, name string, write func(io.Writer) error) error {
	var b bytes.Buffer
	if err := write(&b); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	m.Put(name, b.String())
	m.mu.Lock()
	defer m.mu.Unlock()
	m.replaced++
	return nil
}
