package storage

import (
	"context"
	"database/sql"
	"errors"
	"slices"

	"crossfeed/engine/store"
)

// reader reads in one transaction.
type reader struct {
	// ctx is that of the transaction, and lives as long. Its end is noticed before
	// each statement and at each row, and not by the driver, which would start a
	// goroutine for each statement to wait for it: a quarter of the time of a short
	// one. No statement takes long before its first row: a search is several.
	ctx   context.Context
	store *Store
	tx    *transaction
	// found is how far the last search has come.
	found found
	// broken is the first failure that callers cannot decide on, and the answer
	// to every call from then on: after some failures SQLite has ended the
	// transaction, and would keep at once whatever is written then.
	broken error
}

var _ store.Reader = (*reader)(nil)

func newReader(ctx context.Context, tx *transaction) *reader {
	return &reader{ctx: ctx, store: tx.store, tx: tx}
}

// stmt gives a statement that is prepared.
func (r *reader) stmt(query string) (*sql.Stmt, error) {
	if r.broken != nil {
		return nil, r.broken
	}
	if err := r.ctx.Err(); err != nil {
		return nil, r.fail(err)
	}
	if r.tx.over {
		return nil, r.fail(errOver)
	}
	s, err := r.tx.stmt(query)
	return s, r.fail(err)
}

// args are the values of a statement's parameters.
type args []any

// one reads the first row into dest, or gives sql.ErrNoRows.
func (r *reader) one(query string, a args, dest ...any) error {
	s, err := r.stmt(query)
	if err != nil {
		return err
	}
	return r.fail(s.QueryRowContext(context.Background(), a...).Scan(dest...))
}

// all reads every row before it returns, so that no statement is still under
// way while a caller runs another.
func all[T any](r *reader, scan func(scanner) (T, error), query string, a ...any) ([]T, error) {
	s, err := r.stmt(query)
	if err != nil {
		return nil, err
	}
	rows, err := s.QueryContext(context.Background(), a...)
	if err != nil {
		return nil, r.fail(err)
	}
	defer func() { _ = rows.Close() }() // Err tells what went wrong
	var found pages[T]
	for rows.Next() {
		if err := r.ctx.Err(); err != nil {
			return nil, r.fail(err)
		}
		row, err := scan(rows)
		if err != nil {
			return nil, r.fail(damaged(r.store.path, err))
		}
		found.add(row)
	}
	return found.all(), r.fail(rows.Err())
}

// pages are rows of which nobody knows how many will come: growing one slice to a
// hundred thousand copies each of them five times.
type pages[T any] struct {
	full [][]T
	last []T
}

// pageRows is how many rows a page holds.
const pageRows = 1024

func (p *pages[T]) add(row T) {
	if len(p.last) == pageRows {
		p.full, p.last = append(p.full, p.last), make([]T, 0, pageRows)
	}
	p.last = append(p.last, row)
}

func (p *pages[T]) all() []T {
	if p.full == nil {
		return p.last
	}
	return slices.Concat(append(p.full, p.last)...)
}

// fail explains an error of the database and remembers it. A missing row and a
// broken constraint change nothing, and are left for the caller to name.
func (r *reader) fail(err error) error {
	if err == nil || errors.Is(err, sql.ErrNoRows) || isUnique(err) || isForeignKey(err) {
		return err
	}
	err = r.store.explain(r.ctx, err)
	if r.broken == nil {
		r.broken = err
	}
	return err
}

// scanner is a row being read.
type scanner interface {
	Scan(dest ...any) error
}
