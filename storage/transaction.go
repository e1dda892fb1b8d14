package storage

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	sqlite3 "modernc.org/sqlite/lib"

	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

// transaction is a transaction on a connection that is used exclusively. Statements begin and
// end it, because database/sql would start a goroutine for each transaction, and for each
// query in it, to wait for the context.
type transaction struct {
	*conn
	store           *Store
	writing         bool
	committed, over bool
}

// errOver is returned for reading or writing after the end of the transaction.
var errOver = errors.New("the transaction is over")

// View implements store.Store.
func (s *Store) View(ctx context.Context, read func(store.Reader) error) error {
	tx, err := s.snapshot(ctx)
	if err != nil {
		return err
	}
	defer tx.end()
	return read(newReader(ctx, tx))
}

// Update implements store.Store.
func (s *Store) Update(ctx context.Context, write func(store.Writer) error) error {
	tx, err := s.begin(ctx)
	if err != nil {
		return err
	}
	defer tx.end()
	w := &writer{reader: newReader(ctx, tx)}
	if err := write(w); err != nil {
		return err
	}
	return w.commit()
}

const countRevision = "SELECT number FROM revision"

// Revision implements store.Store.
func (s *Store) Revision(ctx context.Context) (int64, error) { return s.ask(ctx, countRevision) }

// snapshot starts a transaction that reads, and fixes its state, which SQLite otherwise does
// at the first read.
func (s *Store) snapshot(ctx context.Context) (tx *transaction, err error) {
	err = s.patiently(ctx, func() error {
		if tx, err = s.transaction(ctx, false, "BEGIN"); err != nil {
			return err
		}
		if _, err = tx.number(countRevision); err != nil {
			tx.end()
		}
		return err
	})
	return tx, s.explain(ctx, err)
}

// begin starts the one transaction that may write. It waits for other goroutines indefinitely,
// and for other processes up to the patience.
func (s *Store) begin(ctx context.Context) (tx *transaction, err error) {
	if err = s.lock(ctx); err != nil {
		return nil, err
	}
	release := s.takeTurn(ctx)
	err = s.patiently(ctx, func() error {
		tx, err = s.transaction(ctx, true, "BEGIN IMMEDIATE")
		return err
	})
	release()
	if err != nil {
		s.unlock()
	}
	return tx, s.explain(ctx, err)
}

// lock waits until no other goroutine may write.
func (s *Store) lock(ctx context.Context) error {
	select {
	case s.writing <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (s *Store) unlock() { <-s.writing }

func (s *Store) transaction(ctx context.Context, writing bool, begin string) (*transaction, error) {
	c, err := s.connection(ctx, writing)
	if err != nil {
		return nil, err
	}
	if writing {
		err = c.sync(!store.IsUnsynced(ctx))
	}
	if err == nil {
		err = c.do(begin)
	}
	if err != nil {
		s.pool.put(c)
		return nil, err
	}
	return &transaction{conn: c, store: s, writing: writing}, nil
}

func (t *transaction) commit() error {
	err := t.do("COMMIT")
	t.committed = err == nil
	return err
}

// end rolls back what was not committed, and returns the connection to the pool. If that
// fails, the connection is closed, which rolls back, too: nobody may continue in the middle of
// a transaction.
func (t *transaction) end() {
	t.over = true
	if !t.committed && t.do("ROLLBACK") != nil {
		_ = t.Close() // closing is the remedy
	} else {
		t.store.pool.put(t.conn)
	}
	if t.writing {
		t.store.unlock()
	}
}

// patiently retries what the lock of another process prevents, each time after SQLite has
// waited for a while.
func (s *Store) patiently(ctx context.Context, try func() error) error {
	for waited := time.Duration(0); ; waited += lockWait {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := try(); code(err) != sqlite3.SQLITE_BUSY || waited >= s.patience {
			return err
		}
	}
}

// revisionMark is a small file next to the database with the number of the last change. It is
// written after each commit, so that the loss of a write-ahead log with changes is noticed:
// the database is then behind the mark. It is not synced to the disk; after a power failure it
// may be behind, which does no harm.
type revisionMark struct {
	path string
	mu   sync.Mutex
	file *os.File
}

// Touched reports on a channel when a process may have changed the store, if the system
// provides file notifications.
func (s *Store) Touched(ctx context.Context) (<-chan struct{}, bool) {
	return transport.Touched(ctx, s.mark.path)
}

func markOf(path string) string { return path + "-mark" }

// set writes the number. If the folder is not writable, that is ignored.
func (m *revisionMark) set(revision int64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.file == nil {
		var err error
		if m.file, err = os.OpenFile(m.path, os.O_WRONLY|os.O_CREATE, 0o600); err != nil {
			m.file = nil
			return
		}
	}
	_, _ = m.file.WriteAt(fmt.Appendf(nil, "%20d\n", revision), 0)
}

func (m *revisionMark) close() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.file == nil {
		return nil
	}
	err := m.file.Close()
	m.file = nil
	return err
}

// read returns the number, or 0 if none exists.
func (m *revisionMark) read() int64 {
	text, err := os.ReadFile(m.path)
	if err != nil {
		return 0
	}
	n, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
	if err != nil {
		return 0
	}
	return n
}

// compareMark determines how far the database is behind its mark.
func (s *Store) compareMark(ctx context.Context) error {
	marked := s.mark.read() // first, because others may commit in the meantime
	if marked == 0 {
		return nil
	}
	revision, err := s.Revision(ctx)
	s.missing = max(0, marked-revision)
	return err
}

// Missing returns how many saved changes were missing in the database when it was opened,
// because its write-ahead log was removed, or because it was replaced with an older copy.
func (s *Store) Missing() int64 { return s.missing }
