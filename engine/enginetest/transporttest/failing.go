package transporttest

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"sync"

	"crossfeed/engine/transport"
)

// Failing is a file system whose nth call fails. These count as calls: opening a file and each
// read from it, listings, Stat and IsFolder, creating folders, removals, the start of a
// Replace and each write in it.
type Failing struct {
	transport.Files
	mu    sync.Mutex
	n     int
	calls int
	err   error
}

// FailCall makes the nth call from now fail with err. If n is 0, none fails.
func (f *Failing) FailCall(n int, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.n, f.err, f.calls = n, err, 0
}

// Calls returns the number of calls since the last FailCall.
func (f *Failing) Calls() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.calls
}

// next counts a call, and returns the error if it is the one to fail.
func (f *Failing) next() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.calls++
	if f.calls == f.n {
		return f.err
	}
	return nil
}

// Open implements transport.Files.
func (f *Failing) Open(path string) (io.ReadCloser, error) { return f.open(f.Files, path) }

func (f *Failing) open(files transport.Lookup, path string) (io.ReadCloser, error) {
	if err := f.next(); err != nil {
		return nil, err
	}
	r, err := files.Open(path)
	if err != nil {
		return nil, err
	}
	return failingReader{f, r}, nil
}

// Inside implements transport.Files.
func (f *Failing) Inside(folder string) transport.Lookup {
	return failingInside{f, f.Files.Inside(folder)}
}

type failingInside struct {
	*Failing
	files transport.Lookup
}

func (f failingInside) Open(path string) (io.ReadCloser, error) { return f.open(f.files, path) }

func (f failingInside) Stat(path string) (transport.Stat, error) { return f.stat(f.files, path) }

type failingReader struct {
	*Failing
	io.ReadCloser
}

func (r failingReader) Read(p []byte) (int, error) {
	if err := r.next(); err != nil {
		return 0, err
	}
	return r.ReadCloser.Read(p)
}

func (r failingReader) Close() error { return r.ReadCloser.Close() }

// Names implements transport.Files.
func (f *Failing) Names(path string) ([]string, error) {
	if err := f.next(); err != nil {
		return nil, err
	}
	return f.Files.Names(path)
}

// IsFolder implements transport.Files.
func (f *Failing) IsFolder(path string) (bool, error) {
	if err := f.next(); err != nil {
		return false, err
	}
	return f.Files.IsFolder(path)
}

// Stat implements transport.Files.
func (f *Failing) Stat(path string) (transport.Stat, error) { return f.stat(f.Files, path) }

func (f *Failing) stat(files transport.Lookup, path string) (transport.Stat, error) {
	if err := f.next(); err != nil {
		return transport.Stat{}, err
	}
	return files.Stat(path)
}

// MakeFolder implements transport.Files.
func (f *Failing) MakeFolder(path string) error {
	if err := f.next(); err != nil {
		return err
	}
	return f.Files.MakeFolder(path)
}

// RemoveFolder implements transport.Files.
func (f *Failing) RemoveFolder(path string) error {
	if err := f.next(); err != nil {
		return err
	}
	return f.Files.RemoveFolder(path)
}

// Remove implements transport.Files.
func (f *Failing) Remove(path string) error {
	if err := f.next(); err != nil {
		return err
	}
	return f.Files.Remove(path)
}

// Replace implements transport.Files.
func (f *Failing) Replace(ctx context.Context, path string, write func(io.Writer) error) error {
	if err := f.next(); err != nil {
		return err
	}
	return f.Files.Replace(ctx, path, func(w io.Writer) error { return write(failingWriter{f, w}) })
}

// ReplacePrivate implements transport.Files.
func (f *Failing) ReplacePrivate(ctx context.Context, path string, write func(io.Writer) error) error {
	if err := f.next(); err != nil {
		return err
	}
	return f.Files.ReplacePrivate(ctx, path, func(w io.Writer) error { return write(failingWriter{f, w}) })
}

type failingWriter struct {
	*Failing
	to io.Writer
}

func (w failingWriter) Write(p []byte) (int, error) {
	if err := w.next(); err != nil {
		return 0, err
	}
	return w.to.Write(p)
}

// Entries implements transport.Files.
func (m *Memory) Entries(folder string) (all []transport.Entry, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	folder = path.Clean(folder)
	if !m.isFolder(folder) {
		return nil, fmt.Errorf("listing %s: %w", folder, transport.ErrNotFolder)
	}
	for name := range m.folders {
		if name != folder && path.Dir(name) == folder {
			all = append(all, transport.Entry{Name: path.Base(name), Stat: transport.Stat{Mode: fs.ModeDir | 0o755}})
		}
	}
	for name, b := range m.files {
		if path.Dir(name) == folder {
			s := transport.Stat{Size: int64(len(b)), Number: m.numbers[name], Mode: 0o644}
			all = append(all, transport.Entry{Name: path.Base(name), Stat: s})
		}
	}
	slices.SortFunc(all, func(a, b transport.Entry) int { return cmp.Compare(a.Name, b.Name) })
	return all, nil
}

// Entries implements transport.Files.
func (f *Failing) Entries(path string) ([]transport.Entry, error) {
	if err := f.next(); err != nil {
		return nil, err
	}
	return f.Files.Entries(path)
}
