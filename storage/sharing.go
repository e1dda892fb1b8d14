package storage

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"

	"crossfeed/engine/store"
)

// shareOf is the file of which everybody who has the database open holds a shared lock, so that
// nobody rebuilds it below their feet. It is not the one that is held while a database is made.
func shareOf(path string) string { return path + ".open" }

// share takes a shared lock. A file system that knows no locks has one process at a time.
func (s *Store) share(ctx context.Context) error {
	lock := flock.New(shareOf(s.path), flock.SetPermissions(0o600))
	s.shared = lock
	for waited := time.Duration(0); ; waited += lockWait {
		got, err := lock.TryRLock()
		switch {
		case got, errors.Is(err, errors.ErrUnsupported):
			return nil
		case err != nil:
			return err
		case waited >= s.patience:
			return fmt.Errorf("%s: %w", s.path, store.ErrInUse)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(lockWait):
		}
	}
}

// alone takes the lock that nobody else may share.
func alone(dir string) (*flock.Flock, error) {
	lock := flock.New(shareOf(filepath.Join(dir, fileName)), flock.SetPermissions(0o600))
	got, err := lock.TryLock()
	if err == nil && !got {
		err = errors.Join(store.ErrShared, lock.Close())
	}
	return lock, err
}

// A file next to the database says that damage was met: whoever opens it next rebuilds it.
func damageOf(path string) string { return path + "-damaged" }

// Commits counts the transactions that changed something since the store was opened.
func (s *Store) Commits() int64 { return s.commits.Load() }

// Damaged reports whether damage of the database itself was met: now, or by whoever had it open
// before.
func (s *Store) Damaged() bool { return s.damaged.Load() }

// noteDamage has the database rebuilt at the next start. One that was rebuilt within the last day
// is damaged again at once: a person has to do something.
func (s *Store) noteDamage() {
	if s.noting && !s.damaged.Swap(true) && !rebuiltLately(filepath.Dir(s.path)) {
		_ = os.WriteFile(damageOf(s.path), nil, 0o600) // the next one who meets it tries again
	}
}

func (s *Store) forgetDamage() {
	if s.damaged.Swap(false) {
		_ = os.Remove(damageOf(s.path)) // one that stays has the database rebuilt once
	}
}

// rebuiltLately reports whether damaged data was put aside within the last day. A time that is
// ahead comes from a clock that was wrong.
func rebuiltLately(dir string) bool {
	kept, _ := filepath.Glob(filepath.Join(dir, damagedPrefix+"*"))
	for _, path := range kept {
		info, err := os.Stat(path)
		if err != nil {
			continue
		}
		if age := time.Since(info.ModTime()); age >= 0 && age < 24*time.Hour {
			return true
		}
	}
	return false
}

// CheckIndexes compares the indexes by which items and lists are found with what they lead to. An
// error that wraps store.ErrDamaged tells that something may be there that was not found.
func (s *Store) CheckIndexes(ctx context.Context) error {
	for _, table := range []string{"items", "sets"} {
		if err := s.checkTable(ctx, "integrity_check", table); err != nil {
			return err
		}
	}
	return nil
}

// checkTable has SQLite check a table.
func (s *Store) checkTable(ctx context.Context, how, table string) error {
	var found string
	err := s.db.QueryRowContext(ctx, "PRAGMA "+how+"('"+table+"')").Scan(&found)
	if err == nil && found != "ok" {
		err = damaged(s.path, errors.New(found))
	}
	return s.explain(ctx, err)
}
