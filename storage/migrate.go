package storage

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"io/fs"

	"crossfeed/engine/store"
)

//go:embed migrations/*.sql
var migrationFiles embed.FS

// schema is what the migrations lead to, so that a new database takes one step.
//
//go:embed schema.sql
var schema string

// migrations are the steps that lead from an empty database to ours. The
// database counts those it has taken in its user_version.
func migrations() []string {
	names, err := fs.Glob(migrationFiles, "migrations/*.sql") // in the order of their numbers
	if err != nil {
		panic(err) // only a malformed pattern
	}
	steps := make([]string, len(names))
	for i, name := range names {
		text, err := migrationFiles.ReadFile(name)
		if err != nil {
			panic(err) // the file is in the program
		}
		steps[i] = string(text)
	}
	return steps
}

// migrate takes the steps that the database has not taken yet, each in a
// transaction of its own. Where there are none it only reads, and so needs no
// connection that writes: each reads the whole schema first.
func (s *Store) migrate(ctx context.Context, steps []string) error {
	var taken int
	err := s.patiently(func() (err error) {
		taken, err = userVersion(ctx, s.readers)
		return err
	})
	if err != nil {
		return s.explain(ctx, err)
	}
	if taken > len(steps) {
		return newer(s.path, taken)
	}
	if taken > 0 && taken < len(steps) && s.before != nil {
		if err := s.before(ctx, s); err != nil {
			return fmt.Errorf("backing up the data before it is brought to version %d: %w", len(steps), err)
		}
	}
	for n := taken; n < len(steps); n++ {
		if err := s.take(ctx, n+1, steps[n]); err != nil {
			return fmt.Errorf("bringing the data to version %d: %w", n+1, err)
		}
	}
	return nil
}

// take takes the nth step, unless another process took it in the meantime.
func (s *Store) take(ctx context.Context, n int, step string) error {
	tx, err := s.begin(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // nothing after a commit
	taken, err := userVersion(ctx, tx)
	if err != nil || taken >= n {
		return s.explain(ctx, err)
	}
	script := fmt.Sprintf("%s;\nPRAGMA user_version = %d;", step, n)
	if _, err := tx.ExecContext(ctx, script); err != nil {
		return s.explain(ctx, err)
	}
	if n == copiesSince {
		w := &writer{reader: newReader(ctx, s, tx)}
		if err := w.keepCopies(); err != nil {
			return err
		}
	}
	return s.explain(ctx, tx.Commit())
}

// querier is a database or a transaction.
type querier interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

func userVersion(ctx context.Context, q querier) (n int, err error) {
	err = q.QueryRowContext(ctx, "PRAGMA user_version").Scan(&n)
	return n, err
}

func newer(path string, version int) error {
	return fmt.Errorf("%s: %w (version %d)", path, store.ErrNewer, version)
}
