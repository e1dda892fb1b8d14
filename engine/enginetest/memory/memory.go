// Package memory implements a store for tests: maps with the semantics of the real store, and
// a way to make any call fail.
//
// The real store is too slow for this: with it, the tests of package engine with -short took
// 70 s of processor time instead of 19, with SQLite in /dev/shm and each store a copy of an
// empty database. Tests in a bubble of testing/synctest could not run at all, because
// database/sql has a goroutine of its own for as long as a database is open.
package memory

import (
	"context"
	"maps"
	"sync"
	"sync/atomic"

	"crossfeed/engine/store"
)

// Store is a store in memory.
type Store struct {
	// committed is the state that everybody sees; it is never changed, only
	// replaced.
	committed atomic.Pointer[state]
	// writing holds a token while an update runs.
	writing chan struct{}
	faults  faults
}

var _ store.Store = (*Store)(nil)

// New returns an empty store.
func New() *Store {
	s := &Store{writing: make(chan struct{}, 1)}
	s.committed.Store(newState())
	return s
}

// Copy returns another store with the same content, as a backup does.
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

// commit replaces the state, unless one of the update's calls failed: a caller that ignores an
// error must not save the other half of its update.
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

// Close implements store.Store. It does nothing.
func (s *Store) Close() error { return nil }

// faults makes one call fail. These count as calls: the start of a view, of an update and of
// its commit, Revision, and every call of a reader or writer.
type faults struct {
	mu    sync.Mutex
	calls int
	at    int
	err   error
}

// FailCall makes the nth call from now fail with err, without any effect. If n is 0, no call
// fails. All later calls of the same view or update fail too, including the commit, as they do
// after a disk failure.
func (s *Store) FailCall(n int, err error) {
	s.faults.mu.Lock()
	defer s.faults.mu.Unlock()
	s.faults.calls, s.faults.at, s.faults.err = 0, n, err
}

// Calls returns the number of calls since the last FailCall, so that a test can make each of
// them fail in turn.
func (s *Store) Calls() int {
	s.faults.mu.Lock()
	defer s.faults.mu.Unlock()
	return s.faults.calls
}

// next counts a call, and returns the error if it is the one to fail.
func (f *faults) next() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.calls++
	if f.calls == f.at {
		return f.err
	}
	return nil
}
