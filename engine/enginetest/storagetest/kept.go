package storagetest

import (
	"context"
	"errors"
	"path/filepath"
	"sync"

	"crossfeed/engine/store"
	"crossfeed/storage"
)

// Kept opens stores that stay open when they are closed, until Close. Commands of a test that
// run one after the other share one then: opening it anew, and preparing its statements anew,
// takes longer than most commands do. What a store finds out when it is opened it does not find
// out again.
type Kept struct {
	mu   sync.Mutex
	open map[string]kept
}

// kept is an open store, which Close leaves open.
type kept struct{ *storage.Store }

func (kept) Close() error { return nil }

// Open gives the store in the folder dir, and opens it where it is not open yet.
func (k *Kept) Open(ctx context.Context, dir string) (store.Store, error) {
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
		k.open = map[string]kept{}
	}
	k.open[dir] = kept{s}
	return kept{s}, nil
}

// Close closes the stores.
func (k *Kept) Close() (err error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, s := range k.open {
		err = errors.Join(err, s.Store.Close())
	}
	clear(k.open)
	return err
}
