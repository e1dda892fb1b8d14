// Package storage implements engine/store as one SQLite database in a folder of its own.
//
// The database is in WAL mode, so that readers never wait for a writer. One connection writes
// at a time, and several read. The archive (table versions) has every version ever put, once;
// items and conflicts refer to it and are the current contents of the lists. What a list shows
// is stored with that reference, so that listing and counting parse nothing.
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

// fileName is the name of the database in its folder.
const fileName = "crossfeed.db"

// patience is how long an update waits for other processes. The longest update, a first sync
// of 100,000 items, takes about ten seconds.
const patience = 30 * time.Second

// Store is an open database. It may be used from several goroutines, and the
// same folder from several processes.
type Store struct {
	path     string
	patience time.Duration
	// db makes connections, without a pool of its own.
	db   *sql.DB
	pool pool
	// writing is full while a transaction may write.
	writing chan struct{}
	// before is called before the database is migrated, or is nil.
	before func(context.Context, *Store) error
	// through is the driver to use instead of SQLite's own, or "".
	through string
	// mark has the last revision of the database, missing how far the database was behind it
	// when it was opened.
	mark    revisionMark
	missing int64
	// shared is the lock that everybody holds who has the database open.
	shared *flock.Flock
	// turn is the lock of the process that writes next.
	turn *flock.Flock
	// noting reports whether the store is open, so that damage is recorded in damaged.
	noting  bool
	damaged atomic.Bool
	// ordered reports whether the versions were found to be in order.
	ordered atomic.Bool
	// commits counts the transactions that changed something.
	commits atomic.Int64
}

// Option changes how a store is opened.
type Option func(*Store)

// BeforeMigration calls do with a database of an older version before it is migrated. If do
// fails, nothing is changed.
func BeforeMigration(do func(context.Context, *Store) error) Option {
	return func(s *Store) { s.before = do }
}

// Through uses the driver with that name instead of SQLite's own, to which it has to pass on
// all calls, so that tests can make single calls fail.
func Through(driver string) Option {
	return func(s *Store) { s.through = driver }
}

func (s *Store) driver() string { return cmp.Or(s.through, driver) }

var _ store.Store = (*Store)(nil)

// Open opens the store in the folder dir, and creates both if they do not exist. A store that
// is damaged or from a newer Crossfeed is not touched; the error then wraps store.ErrDamaged
// or store.ErrNewer.
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
	sweep(filepath.Dir(path), backingUp, restoring, rescuing)
	sweep(filepath.Join(filepath.Dir(path), backupsFolder), backingUp)
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

// start connects to an existing database, and migrates it.
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
	s.turn = flock.New(s.path+"-turn", flock.SetPermissions(0o600))
	return nil
}

// Close closes the store. Committed data stays.
func (s *Store) Close() error {
	// The last connection checkpoints the log.
	err := errors.Join(s.pool.close(), s.db.Close(), s.mark.close())
	if s.shared != nil {
		_ = s.shared.Close() // the system releases it with the process at the latest
	}
	return err
}

// createMissing creates the database if there is none. It gets its name only when it is
// complete, so that an empty or incomplete file is always a damaged one.
func createMissing(ctx context.Context, path string) error {
	if there, err := exists(path); there || err != nil {
		return err
	}
	lock := flock.New(path+".lock", flock.SetPermissions(0o600))
	_, err := lock.TryLockContext(ctx, 5*time.Millisecond)
	if err != nil {
		return err
	}
	there, err := exists(path) // another process may have created it while we waited
	if err == nil && !there {
		err = create(ctx, path)
	}
	return errors.Join(err, lock.Close())
}

// create creates the database under a lock that excludes other processes.
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

// refuseOrphan refuses to create a database next to the log of a missing one, because SQLite
// would apply the log to the new one.
func refuseOrphan(path string) error {
	if logged(path) {
		return damaged(path, errors.New("the file is missing, and its log "+filepath.Base(walOf(path))+" is there"))
	}
	return nil
}

// build creates a complete database in a folder of its own.
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

// fold checkpoints the log, because the database is renamed without it. Closing does that,
// too, but ignores failures.
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

// logged reports whether there are transactions in the write-ahead log.
func logged(path string) bool {
	info, err := os.Stat(walOf(path))
	return err == nil && info.Size() > 0
}

func damaged(path string, cause error) error {
	return fmt.Errorf("%s: %w (%w)", path, store.ErrDamaged, cause)
}
