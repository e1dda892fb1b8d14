package storage

import (
	"context"
	"database/sql"
	"time"

	sqlite3 "modernc.org/sqlite/lib"

	"crossfeed/engine/store"
)

// View implements store.Store.
func (s *Store) View(ctx context.Context, read func(store.Reader) error) error {
	tx, err := s.snapshot(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // it wrote nothing
	return read(newReader(ctx, s, tx))
}

// snapshot starts a transaction that reads, and fixes the state that it reads:
// SQLite takes that at the first reading.
func (s *Store) snapshot(ctx context.Context) (tx *sql.Tx, err error) {
	err = s.patiently(func() error {
		if tx, err = s.readers.BeginTx(ctx, &sql.TxOptions{ReadOnly: true}); err != nil {
			return err
		}
		if _, err = countRevision(ctx, tx); err != nil {
			_ = tx.Rollback() // the error tells more
		}
		return err
	})
	return tx, s.explain(ctx, err)
}

// Update implements store.Store.
func (s *Store) Update(ctx context.Context, write func(store.Writer) error) error {
	tx, err := s.begin(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // nothing after a commit
	w := &writer{reader: newReader(ctx, s, tx)}
	if err := write(w); err != nil {
		return err
	}
	return w.commit()
}

// Revision implements store.Store.
func (s *Store) Revision(ctx context.Context) (int64, error) {
	return s.count(ctx, countRevision)
}

// ListRevision implements store.Store.
func (s *Store) ListRevision(ctx context.Context) (int64, error) {
	return s.count(ctx, func(ctx context.Context, q querier) (n int64, err error) {
		err = q.QueryRowContext(ctx, "SELECT r.number - c.number FROM revision r JOIN content_revision c").Scan(&n)
		return n, err
	})
}

func (s *Store) count(ctx context.Context, read func(context.Context, querier) (int64, error)) (n int64, err error) {
	err = s.patiently(func() error {
		n, err = read(ctx, s.readers)
		return err
	})
	return n, s.explain(ctx, err)
}

func countRevision(ctx context.Context, q querier) (n int64, err error) {
	err = q.QueryRowContext(ctx, "SELECT number FROM revision").Scan(&n)
	return n, err
}

// begin starts the one transaction that may write. Other goroutines are waited
// for as long as it takes, other processes no longer than the patience.
func (s *Store) begin(ctx context.Context) (tx *sql.Tx, err error) {
	err = s.patiently(func() error {
		tx, err = s.writer.BeginTx(ctx, nil)
		return err
	})
	return tx, s.explain(ctx, err)
}

// patiently tries again what the lock of another process prevents, each time
// after SQLite has waited for a while.
func (s *Store) patiently(try func() error) error {
	for waited := time.Duration(0); ; waited += lockWait {
		if err := try(); code(err) != sqlite3.SQLITE_BUSY || waited >= s.patience {
			return err
		}
	}
}
