package storage

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"

	"crossfeed/engine/store"
)

// createMissing makes the database where there is none. It appears under its
// name only once it is whole, so that a file that is empty or half there is
// always a damaged one, never a beginning.
func createMissing(ctx context.Context, path string) error {
	if exists(path) {
		return nil
	}
	lock := flock.New(path+".lock", flock.SetPermissions(0o600))
	_, err := lock.TryLockContext(ctx, 5*time.Millisecond)
	if err != nil {
		return err
	}
	if !exists(path) { // nor did another process make it while we waited
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

func exists(path string) bool {
	_, err := os.Lstat(path)
	return !errors.Is(err, fs.ErrNotExist)
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
