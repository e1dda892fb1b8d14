// Package storagetest opens stores for tests. It builds an empty store once per process and
// copies it: creating the schema takes ten times as long.
package storagetest

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"

	"crossfeed/storage"
)

// Open opens the store in the folder dir, as storage.Open does. If the folder is missing or
// empty, the store is a copy of an empty one.
func Open(ctx context.Context, dir string, options ...storage.Option) (*storage.Store, error) {
	if err := fill(dir); err != nil {
		return nil, err
	}
	return storage.Open(ctx, dir, options...)
}

// filling prevents goroutines that open the same folder from copying into it twice.
var filling sync.Mutex

// fill copies an empty store into dir, unless dir has files already or is not writable:
// storage.Open reports such errors.
func fill(dir string) error {
	filling.Lock()
	defer filling.Unlock()
	if files, err := os.ReadDir(dir); len(files) > 0 || err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil
	}
	files, err := empty()
	if err != nil || os.MkdirAll(dir, 0o700) != nil {
		return err
	}
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o600); errors.Is(err, os.ErrPermission) {
			return nil
		} else if err != nil {
			return err
		}
	}
	return nil
}

// empty returns the files of an empty store by name.
var empty = sync.OnceValues(func() (files map[string][]byte, err error) {
	dir, err := os.MkdirTemp("", "crossfeed")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	s, err := storage.Open(context.Background(), dir)
	if err != nil {
		return nil, err
	}
	if err := s.Close(); err != nil {
		return nil, err
	}
	return contents(dir)
})

func contents(dir string) (map[string][]byte, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	files := make(map[string][]byte)
	for _, e := range entries {
		if files[e.Name()], err = os.ReadFile(filepath.Join(dir, e.Name())); err != nil {
			return nil, err
		}
	}
	return files, nil
}
