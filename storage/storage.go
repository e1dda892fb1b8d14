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
		err = fmt.Errorf("%w: check the permissions of the folder, or choose another one", err)
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
	noted, err := exists(damageOf(path))
	s.damaged.Store(noted || err != nil)
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

// createMissing makes the database where there is none. It appears under its
// name only once it is whole, so that a file that is empty or half there is
// always a damaged one, never a beginning.
func createMissing(ctx context.Context, path string) error {
	if there, err := exists(path); there || err != nil {
		return err
	}
	lock := flock.New(path+".lock", flock.SetPermissions(0o600))
	_, err := lock.TryLockContext(ctx, 5*time.Millisecond)
	if err != nil {
		return err
	}
	there, err := exists(path) // another process may have made it while we waited
	if err == nil && !there {
		err = create(ctx, path)
	}
	return errors.Join(err, lock.Close())
}

// create makes the database, and holds the lock that keeps others from it.
func create(ctx context.Context, path string) error {
	if err := refuseOrphan(path); err != nil {
		return err
	}
	nursery := path + ".new"
	if err := build(ctx, nursery); err != nil {
		return fmt.Errorf("making %s: %w", path, err)
	}
	if err := os.Remove(markOf(path)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := os.Rename(filepath.Join(nursery, fileName), path); err != nil {
		return err
	}
	return os.RemoveAll(nursery)
}

// refuseOrphan refuses to make a database beside the log of one that is gone:
// SQLite would replay the log into the new one.
func refuseOrphan(path string) error {
	if logged(path) {
		return damaged(path, errors.New("the file is missing, and its log "+filepath.Base(walOf(path))+" is there"))
	}
	return nil
}

// build makes a whole database in a folder of its own.
func build(ctx context.Context, nursery string) error {
	if err := os.RemoveAll(nursery); err != nil { // left by a start that was killed
		return err
	}
	if err := os.Mkdir(nursery, 0o700); err != nil {
		return err
	}
	path := filepath.Join(nursery, fileName)
	if err := os.WriteFile(path, nil, 0o600); err != nil { // SQLite would let others read it
		return err
	}
	s := &Store{path: path}
	if err := s.connect(); err != nil {
		return err
	}
	err := s.take(ctx, len(migrations()), schema)
	if err == nil {
		err = s.fold(ctx)
	}
	return errors.Join(err, s.Close())
}

// fold writes the log into the database, which is renamed without it. Closing does that, too,
// but passes over what fails.
func (s *Store) fold(ctx context.Context) error {
	var busy, logged, folded int
	err := s.db.QueryRowContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)").Scan(&busy, &logged, &folded)
	if err == nil && busy != 0 {
		err = store.ErrInUse
	}
	return s.explain(ctx, err)
}

func exists(path string) (bool, error) {
	_, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}

func walOf(path string) string { return path + "-wal" }

// logged tells whether there are transactions in the write-ahead log.
func logged(path string) bool {
	info, err := os.Stat(walOf(path))
	return err == nil && info.Size() > 0
}

func damaged(path string, cause error) error {
	return fmt.Errorf("%s: %w (%w)", path, store.ErrDamaged, cause)
}
