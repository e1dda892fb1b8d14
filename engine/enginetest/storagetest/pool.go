package storagetest

import (
	"context"
	"errors"
	"path/filepath"
	"sync"

	"crossfeed/engine/store"
	"crossfeed/storage"
)

// Pool opens stores that stay open when they are closed, until Close. The consecutive commands
// of a test can then share one: opening a store and preparing its statements takes longer than
// most commands do. Checks that a store makes on opening are not repeated.
type Pool struct {
	mu   sync.Mutex
	open map[string]pooled
}

// pooled is an open store that Close leaves open.
type pooled struct{ *storage.Store }

func (pooled) Close() error { return nil }

// Open returns the store in the folder dir, opening it if necessary.
func (k *Pool) Open(ctx context.Context, dir string) (store.Store, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if s, is := k.open[dir]; is {
		return s, ctx.Err()
	}
	s, err := Open(ctx, dir)
	if err != nil {
		return nil, err
	}
	if k.open == nil {
		k.open = map[string]pooled{}
	}
	k.open[dir] = pooled{s}
	return pooled{s}, nil
}

// Close closes all the stores.
func (k *Pool) Close() (err error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, s := range k.open {
		err = errors.Join(err, s.Store.Close())
	}
	clear(k.open)
	return err
}
