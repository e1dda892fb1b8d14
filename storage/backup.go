package storage

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"crossfeed/engine/store"
)

// caches are the tables with what libraries have cached, which can be downloaded again.
var caches = []string{"content_links", "content_items", "content_feeds", "content_files", "content_wanted"}

// keepRead stores which cached items were read, which cannot be downloaded again.
const keepRead = `INSERT OR REPLACE INTO content_read SELECT f.library, f.address, i.id, i.read
	FROM content_feeds f CROSS JOIN content_items i ON i.feed = f.key WHERE i.read <> 0`

// Size returns the size of the database in bytes, including its log.
func (s *Store) Size() (int64, error) {
	info, err := os.Stat(s.path)
	if err != nil {
		return 0, err
	}
	size := info.Size()
	if log, err := os.Stat(walOf(s.path)); err == nil {
		size += log.Size()
	}
	return size, nil
}

// Snapshot passes one state of the database as a file, without what libraries have cached.
// Other work continues in the meantime. It needs twice its size in folder while it runs, and
// leaves nothing there.
func (s *Store) Snapshot(ctx context.Context, folder string, use func(body io.Reader, size int64) error) (err error) {
	tmp, err := newTemporary(folder, backingUp)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, tmp.remove()) }()
	path := filepath.Join(tmp.path, fileName)
	if err = s.copyTo(ctx, path); err == nil {
		err = stripped(ctx, path)
	}
	if err != nil {
		return s.explain(ctx, err)
	}
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	info, err := f.Stat()
	if err == nil {
		err = use(f, info.Size())
	}
	return errors.Join(err, f.Close())
}

// copyTo writes one state of the database into a new file.
func (s *Store) copyTo(ctx context.Context, path string) error {
	db, err := sql.Open(s.driver(), inspectorName(s.path))
	if err != nil {
		return err
	}
	err = s.patiently(ctx, func() error {
		_, err := db.ExecContext(ctx, "VACUUM INTO ?", path)
		return err
	})
	if code(err) == sqlite3.SQLITE_ERROR && !isForeignSchema(err) { // if it cannot determine whether the file exists
		err = fmt.Errorf("%s: %w: check the disk and try again", path, err)
	}
	return errors.Join(err, db.Close())
}

// stripped removes from a copy what libraries have cached. Copies from before a migration do not
// have all tables.
func stripped(ctx context.Context, path string) error {
	db, err := sql.Open(driver, dataSource(path, nil))
	if err != nil {
		return err
	}
	db.SetMaxOpenConns(1)
	has := func(table string) (there bool, err error) {
		err = db.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?)", table).Scan(&there)
		return there, err
	}
	there, err := has("content_read")
	if err == nil && there {
		_, err = db.ExecContext(ctx, keepRead)
	}
	if err != nil {
		return errors.Join(err, db.Close())
	}
	some := false
	for _, table := range caches {
		there, err := has(table)
		if err == nil && there {
			err = db.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM "+table+")").Scan(&there)
		}
		if err == nil && there {
			_, err = db.ExecContext(ctx, "DELETE FROM "+table)
			some = true
		}
		if err != nil {
			return errors.Join(err, db.Close())
		}
	}
	if some {
		_, err = db.ExecContext(ctx, "VACUUM")
	}
	return errors.Join(err, db.Close())
}

// Restore replaces this database with another one, in one transaction: completely or not at
// all, even if the program is killed. prepare is called first, with the new database after
// migrating and checking it; ready is called when only the transaction is left to do. If body
// is not one of our databases, the error wraps store.ErrDamaged or store.ErrNewer.
func (s *Store) Restore(ctx context.Context, body io.Reader, prepare func(store.Store) error, ready func() error) (err error) {
	tmp, err := newTemporary(filepath.Dir(s.path), restoring)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, tmp.remove()) }()
	path := filepath.Join(tmp.path, fileName)
	if err := write(path, body); err != nil {
		return err
	}
	if err := s.prepare(ctx, tmp.path, prepare); code(err) != 0 && !errors.Is(err, store.ErrDamaged) {
		return fmt.Errorf("%s: %w: check the disk and try again", path, err)
	} else if err != nil {
		return err
	}
	if err := ready(); err != nil {
		return err
	}
	if err := s.replace(ctx, path); err != nil {
		return s.explain(ctx, err)
	}
	s.forgetDamage()
	return nil
}

func write(path string, body io.Reader) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(f, body)
	return errors.Join(err, f.Close())
}

// prepare migrates the database in a folder to our version, and checks it. It increases its
// revision beyond any that other processes have seen here, so that they notice the change.
func (s *Store) prepare(ctx context.Context, folder string, prepare func(store.Store) error) (err error) {
	revision, err := s.Revision(ctx)
	if err != nil {
		return err
	}
	c, err := Open(ctx, folder)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, c.Close()) }()
	var found string
	if err := c.db.QueryRowContext(ctx, "PRAGMA quick_check(1)").Scan(&found); err != nil {
		return c.explain(ctx, err)
	}
	if found != "ok" {
		return damaged(c.path, errors.New(found))
	}
	if err := prepare(c); err != nil {
		return err
	}
	const script = "UPDATE revision SET number = ?1; DELETE FROM changes; INSERT INTO changes VALUES (?2, 0, ?1)"
	if _, err := c.db.ExecContext(ctx, script, revision+ahead, int(store.KindAll)); err != nil {
		return c.explain(ctx, err)
	}
	_, err = c.db.ExecContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)")
	return err
}

// ahead is more than the number of commits by others while a backup is restored.
const ahead = 1 << 20

// restorer is a connection of modernc.org/sqlite.
type restorer interface {
	NewRestore(from string) (*sqlite.Backup, error)
}

// replace copies a database over this one.
func (s *Store) replace(ctx context.Context, path string) error {
	if err := s.lock(ctx); err != nil {
		return err
	}
	defer s.unlock()
	conn, err := s.connection(ctx, true)
	if err != nil {
		return err
	}
	defer s.pool.put(conn)
	return conn.Raw(func(c any) error {
		b, err := c.(restorer).NewRestore(dataSource(path, nil))
		if err != nil {
			return err
		}
		return errors.Join(copyAll(ctx, b, s.patience), b.Finish())
	})
}

// copyAll copies all pages in one transaction, as soon as nobody else is writing.
func copyAll(ctx context.Context, b *sqlite.Backup, patience time.Duration) error {
	until := time.Now().Add(patience)
	for {
		more, err := b.Step(-1)
		switch {
		case err == nil && !more:
			return nil
		case err != nil && code(err) != sqlite3.SQLITE_BUSY && code(err) != sqlite3.SQLITE_LOCKED, time.Now().After(until):
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(lockWait):
		}
	}
}

// Aside moves a database that cannot be opened out of its folder, and returns its new folder.
func Aside(dir string, now time.Time) (kept string, err error) {
	if kept, err = damagedFolder(dir, now); err != nil {
		return "", err
	}
	for _, name := range []string{fileName + "-mark", filepath.Base(damageOf(fileName)), fileName + "-wal", fileName + "-shm", fileName} {
		if err := os.Rename(filepath.Join(dir, name), filepath.Join(kept, name)); err != nil && !errors.Is(err, os.ErrNotExist) {
			return kept, fmt.Errorf("keeping the damaged data: %w", err)
		}
	}
	return kept, nil
}

// SameDisk reports whether a folder is on the same disk as the database; false if that is not
// known.
func (s *Store) SameDisk(folder string) bool {
	mine, other := diskOf(s.path), diskOf(folder)
	return mine != "" && mine == other
}
