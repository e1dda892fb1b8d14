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

// shareOf returns the lock file of which everybody who has the database open holds a shared
// lock, so that nobody rebuilds it in the meantime. It is not the lock that is held while a
// database is created.
func shareOf(path string) string { return path + ".open" }

// share takes a shared lock. On a file system without locks there is only one process at a
// time.
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

// alone takes the exclusive lock.
func alone(dir string) (*flock.Flock, error) {
	lock := flock.New(shareOf(filepath.Join(dir, fileName)), flock.SetPermissions(0o600))
	got, err := lock.TryLock()
	if err == nil && !got {
		err = errors.Join(store.ErrShared, lock.Close())
	}
	return lock, err
}

// damageOf returns a file next to the database that exists if damage was found: whoever opens
// it next rebuilds it.
func damageOf(path string) string { return path + "-damaged" }

// Commits returns the number of transactions that changed something since the store was
// opened.
func (s *Store) Commits() int64 { return s.commits.Load() }

// Damaged reports whether the database itself was found to be damaged, now or by whoever had
// it open before.
func (s *Store) Damaged() bool { return s.damaged.Load() }

// noteDamage causes the next start to rebuild the database. If it was rebuilt within the last
// day and is damaged again, a person has to act.
func (s *Store) noteDamage() {
	if s.noting && !s.damaged.Swap(true) && !rebuiltLately(filepath.Dir(s.path)) {
		_ = os.WriteFile(damageOf(s.path), nil, 0o600) // the next one that finds the damage tries again
	}
}

func (s *Store) forgetDamage() {
	if s.damaged.Swap(false) {
		_ = os.Remove(damageOf(s.path)) // if it stays, the database is rebuilt once
	}
}

// rebuiltLately reports whether damaged data was moved away within the last day. A time in the
// future is from a wrong clock.
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

// CheckIndexes compares the indexes that items and lists are found by with their rows. If the
// error wraps store.ErrDamaged, something may exist that was not found.
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
