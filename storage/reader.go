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
	// ctx is the transaction's context, with the same lifetime. The reader checks it before
	// each statement and at each row. The driver does not, because it would start a goroutine
	// per statement to wait for it, which takes a quarter of the time of a short one. No
	// statement takes long before its first row; a search consists of several.
	ctx   context.Context
	store *Store
	tx    *transaction
	// found is the progress of the last search.
	found found
	// broken is the first failure that callers cannot handle. Every later call returns it:
	// after some failures SQLite has ended the transaction, and would commit at once whatever
	// is written then.
	broken error
}

var _ store.Reader = (*reader)(nil)

func newReader(ctx context.Context, tx *transaction) *reader {
	return &reader{ctx: ctx, store: tx.store, tx: tx}
}

// stmt returns a prepared statement.
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

// one reads the first row into dest, or returns sql.ErrNoRows.
func (r *reader) one(query string, a args, dest ...any) error {
	s, err := r.stmt(query)
	if err != nil {
		return err
	}
	return r.fail(s.QueryRowContext(context.Background(), a...).Scan(dest...))
}

// all reads all rows before it returns, so that no statement is still running when a caller
// runs another.
func all[T any](r *reader, scan func(scanner) (T, error), query string, a ...any) ([]T, error) {
	s, err := r.stmt(query)
	if err != nil {
		return nil, err
	}
	rows, err := s.QueryContext(context.Background(), a...)
	if err != nil {
		return nil, r.fail(err)
	}
	defer func() { _ = rows.Close() }() // Err reports failures
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

// pages collects an unknown number of rows. Growing one slice to a hundred thousand would copy
// each row five times.
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

// fail explains a database error and records it. A missing row and a violated constraint
// change nothing, and are left to the caller.
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
