package storage

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"sync"

	"crossfeed/engine/store"
)

//go:embed migrations/*.sql
var migrationFiles embed.FS

// schema is the result of all migrations, so that a new database takes one step.
//
//go:embed schema.sql
var schema string

// migrations are the steps from an empty database to our version. The database has the number
// of applied steps in its user_version.
var migrations = sync.OnceValue(func() []string {
	names, err := fs.Glob(migrationFiles, "migrations/*.sql") // in the order of their numbers
	if err != nil {
		panic(err) // only for a malformed pattern
	}
	steps := make([]string, len(names))
	for i, name := range names {
		text, err := migrationFiles.ReadFile(name)
		if err != nil {
			panic(err) // the file is embedded
		}
		steps[i] = string(text)
	}
	return steps
})

// migrate applies the steps that the database does not have yet, each in a transaction of its
// own.
func (s *Store) migrate(ctx context.Context, steps []string) error {
	version, err := s.ask(ctx, userVersion)
	if err != nil {
		return err
	}
	taken := int(version)
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

// take applies the nth step, unless another process has applied it in the meantime.
func (s *Store) take(ctx context.Context, n int, step string) error {
	tx, err := s.begin(ctx)
	if err != nil {
		return err
	}
	defer tx.end()
	taken, err := tx.number(userVersion)
	if err != nil || int(taken) >= n {
		return s.explain(ctx, err)
	}
	script := fmt.Sprintf("%s;\nPRAGMA user_version = %d;", step, n)
	if _, err := tx.ExecContext(ctx, script); err != nil {
		return s.explain(ctx, err)
	}
	if n == copiesSince {
		w := &writer{reader: newReader(ctx, tx)}
		if err := w.copyRows(); err != nil {
			return err
		}
	}
	return s.explain(ctx, tx.commit())
}

const userVersion = "PRAGMA user_version"

func newer(path string, version int) error {
	return fmt.Errorf("%s: %w (version %d)", path, store.ErrNewer, version)
}

const anyStale = "SELECT EXISTS (SELECT 1 FROM items WHERE stale = 1)"

// renew recomputes the derived data of items that a migration marked as stale, because SQL
// cannot parse contents. A damaged item stays stale.
func (s *Store) renew(ctx context.Context) error {
	stale, err := s.ask(ctx, anyStale)
	if err != nil || stale == 0 {
		return err
	}
	err = s.Update(ctx, func(w store.Writer) error {
		w.(*writer).stamps.preserve = true
		stale, err := all(w.(*writer).reader, scanPlace, "SELECT set_key, id FROM items WHERE stale = 1")
		for _, p := range stale {
			if failed := putAgain(w, p); !isDamage(failed) {
				err = errors.Join(err, failed)
			}
		}
		return err
	})
	return named(err, "reading the items again")
}

// place identifies an item.
type place struct {
	set int64
	id  string
}

func scanPlace(row scanner) (p place, err error) {
	err = row.Scan(&p.set, &p.id)
	return p, err
}

// putAgain puts an item unchanged.
func putAgain(w store.Writer, p place) error {
	it, err := w.Item(p.set, p.id)
	if err != nil {
		return fmt.Errorf("reading %s: %w", p.id, err)
	}
	return w.PutItem(p.set, it, store.Seen{})
}
