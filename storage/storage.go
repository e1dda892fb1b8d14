// Package storage is the store that lasts: one SQLite database in a folder of
// its own, as engine/store asks for it.
//
// The database is in WAL mode, so that readers never wait for a writer. One
// connection writes at a time, and several read. The archive (table versions) holds every
// version ever put, once; items and conflicts point into it and are what the
// sets hold now. What a list shows stands beside that pointer, so that listing
// and counting parse nothing.
package storage

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync/atomic"
	"time"

	"github.com/gofrs/flock"

	"crossfeed/engine/store"
)

// fileName is that of the database in its folder.
const fileName = "crossfeed.db"

// patience is how long an update waits for those of other processes. The
// longest, a first sync of 100,000 items, takes about ten seconds.
const patience = 30 * time.Second

// Store is an open database. It may be used from several goroutines, and the
// same folder from several processes.
type Store struct {
	path     string
	patience time.Duration
	// db makes connections, and keeps none.
	db   *sql.DB
	pool pool
	// writing is full while a transaction may write.
	writing chan struct{}
	// before is called before the database is brought to our version, or is nil.
	before func(context.Context, *Store) error
	// through is the driver that is used in place of SQLite's own, or "".
	through string
	// mark says how far the database was, missing how far it was behind that when it was opened.
	mark    revisionMark
	missing int64
	// shared is the lock that everybody holds who has the database open.
	shared *flock.Flock
	// noting tells that the store is open, and that damage it meets is noted in damaged.
	noting  bool
	damaged atomic.Bool
	// ordered tells that the versions were found to be in order.
	ordered atomic.Bool
	// commits counts the transactions that changed something.
	commits atomic.Int64
}

// Option changes how a store is opened.
type Option func(*Store)

// BeforeMigration has something done with a database of an older version before it is brought
// to ours. Where that fails, nothing is changed.
func BeforeMigration(do func(context.Context, *Store) error) Option {
	return func(s *Store) { s.before = do }
}

// Through uses the driver of that name in place of SQLite's own, which it has to pass
// everything on to: a test lets single calls fail.
func Through(driver string) Option {
	return func(s *Store) { s.through = driver }
}

func (s *Store) driver() string { return cmp.Or(s.through, driver) }

var _ store.Store = (*Store)(nil)

// Open opens the store in the folder dir, and makes both where they are not
// there yet. A store that is damaged or was made by a newer Crossfeed is not
// touched; the error then wraps store.ErrDamaged or store.ErrNewer.
func Open(ctx context.Context, dir string, options ...Option) (*Store, error) {
	s, err := open(ctx, dir, patience, options...)
	if errors.Is(err, fs.ErrPermission) {
		err = fmt.Errorf("%w: check the permissions of the folder, or choose another one with --data", err)
	}
	if err != nil {
		return nil, fmt.Errorf("opening the data in %s: %w", dir, err)
	}
	return s, nil
}

func open(ctx context.Context, dir string, patience time.Duration, options ...Option) (*Store, error) {
	path, err := filepath.Abs(filepath.Join(dir, fileName))
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	if err := createMissing(ctx, path); err != nil {
		return nil, err
	}
	s := &Store{path: path, patience: patience, mark: revisionMark{path: markOf(path)}}
	for _, o := range options {
		o(s)
	}
	if err := s.share(ctx); err != nil {
		return nil, err
	}
	err = s.inspect(ctx)
	if err == nil {
		err = s.start(ctx)
	}
	if err != nil {
		return nil, errors.Join(err, s.shared.Close())
	}
	s.noting = true
	s.damaged.Store(exists(damageOf(path)))
	return s, nil
}

// start connects to a database that is there, and brings it to our version.
func (s *Store) start(ctx context.Context) error {
	if err := s.connect(); err != nil {
		return err
	}
	err := s.migrate(ctx, migrations())
	if err == nil {
		err = s.renew(ctx)
	}
	if err == nil {
		err = s.compareMark(ctx)
	}
	if err != nil {
		return errors.Join(err, s.Close())
	}
	return nil
}

func (s *Store) connect() (err error) {
	if s.db, err = sql.Open(s.driver(), sourceName(s.path)); err != nil {
		return err
	}
	s.db.SetMaxIdleConns(-1)
	s.writing = make(chan struct{}, 1)
	return nil
}

// Close ends the use of the store. What was committed stays.
func (s *Store) Close() error {
	// The last connection folds the WAL into the database.
	err := errors.Join(s.pool.close(), s.db.Close(), s.mark.close())
	if s.shared != nil {
		_ = s.shared.Close() // the system gives it back with the process at the latest
	}
	return err
}
