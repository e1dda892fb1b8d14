// Package memory is a store for tests: maps, the semantics of the real one, and
// a way to make any call fail.
//
// The real one is too slow to stand in for it: the tests of package engine with -short took
// 70 s of processor time, instead of 19, with SQLite in /dev/shm, each store a copy of an empty
// database. What runs in a bubble of testing/synctest could not run at all, because database/sql
// has a goroutine of its own for as long as a database is open.
package memory

import (
	"context"
	"maps"
	"sync"
	"sync/atomic"

	"crossfeed/engine/store"
)

// Store is a store that forgets everything when the program ends.
type Store struct {
	// committed is the state that everybody sees; it is never changed, only
	// replaced.
	committed atomic.Pointer[state]
	// writing holds a token while an update runs.
	writing chan struct{}
	faults  faults
}

var _ store.Store = (*Store)(nil)

// New is an empty store.
func New() *Store {
	s := &Store{writing: make(chan struct{}, 1)}
	s.committed.Store(newState())
	return s
}

// Copy is another store that holds the same, as a backup does.
func (s *Store) Copy() *Store {
	c := New()
	c.committed.Store(s.committed.Load())
	return c
}

// View implements store.Store.
func (s *Store) View(ctx context.Context, read func(store.Reader) error) error {
	r := &reader{ctx: ctx, faults: &s.faults, state: s.committed.Load()}
	defer r.end()
	if err := r.call(); err != nil {
		return err
	}
	return read(r)
}

// Update implements store.Store.
func (s *Store) Update(ctx context.Context, write func(store.Writer) error) error {
	select {
	case s.writing <- struct{}{}:
		defer func() { <-s.writing }()
	case <-ctx.Done():
		return ctx.Err()
	}
	w := newWriter(&reader{ctx: ctx, faults: &s.faults, state: s.committed.Load().clone()})
	defer w.end()
	if err := w.call(); err != nil {
		return err
	}
	if err := write(w); err != nil {
		return err
	}
	return s.commit(w)
}

// commit replaces the state, unless one of the update's calls failed: a caller
// that passes over a failure must not keep the other half.
func (s *Store) commit(w *writer) error {
	if err := w.call(); err != nil {
		return err
	}
	if len(w.changes) == 0 {
		return nil
	}
	w.state.revision++
	w.state.changes = maps.Clone(w.state.changes)
	for k := range w.changes {
		w.state.changes[k] = w.state.revision
	}
	s.committed.Store(w.state)
	return nil
}

// Revision implements store.Store.
func (s *Store) Revision(ctx context.Context) (int64, error) {
	r := &reader{ctx: ctx, faults: &s.faults, state: s.committed.Load()}
	return r.state.revision, r.call()
}

// Close implements store.Store. There is nothing to close.
func (s *Store) Close() error { return nil }

// faults makes one call fail. Calls are the start of a view, of an update and
// of its commit, Revision, and every call of a reader or writer.
type faults struct {
	mu    sync.Mutex
	calls int
	at    int
	err   error
}

// FailCall makes the nth call from now fail with err, before it does anything.
// No call fails where n is 0. All later calls of the same view or update fail
// too, the commit included, as they do after a failure of the disk.
func (s *Store) FailCall(n int, err error) {
	s.faults.mu.Lock()
	defer s.faults.mu.Unlock()
	s.faults.calls, s.faults.at, s.faults.err = 0, n, err
}

// Calls counts the calls since the last FailCall, so that a test can fail each
// of them in turn and knows when it is through.
func (s *Store) Calls() int {
	s.faults.mu.Lock()
	defer s.faults.mu.Unlock()
	return s.faults.calls
}

// next counts a call, and is the error of the one that is to fail.
func (f *faults) next() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.calls++
	if f.calls == f.at {
		return f.err
	}
	return nil
}
