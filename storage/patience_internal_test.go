package storage

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/store"
)

// impatient opens a store that gives up at once if another one is writing.
func impatient(t *testing.T, dir string) *Store {
	t.Helper()
	s, err := open(t.Context(), dir, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func TestUpdateThatWaitedLongEnoughSaysWhatHolds(t *testing.T) {
	dir := t.TempDir()
	holder, waiter := impatient(t, dir), impatient(t, dir)
	write := func(w store.Writer) error { return w.PutDevice(store.Device{ID: "waiter"}) }
	err := holder.Update(t.Context(), func(store.Writer) error {
		err := waiter.Update(t.Context(), write)
		if !errors.Is(err, store.ErrInUse) || !strings.Contains(err.Error(), waiter.path) || strings.Contains(err.Error(), "SQLITE_") {
			t.Errorf("got %v", err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := waiter.Update(t.Context(), write); err != nil {
		t.Errorf("afterwards: %v", err)
	}
}

func TestWaitForAnotherProcessEndsWithTheContext(t *testing.T) {
	dir := t.TempDir()
	holder, waiter := impatient(t, dir), impatient(t, dir)
	waiter.patience = time.Hour
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	err := holder.Update(t.Context(), func(store.Writer) error {
		err := waiter.Update(ctx, func(store.Writer) error { return nil })
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got %v", err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestWhatALockPreventsIsTriedUntilThePatienceEnds(t *testing.T) {
	dir := t.TempDir()
	holder, s := impatient(t, dir), impatient(t, dir)
	s.patience = 2 * lockWait
	var busy error
	err := holder.Update(t.Context(), func(store.Writer) error {
		_, busy = s.db.ExecContext(t.Context(), "BEGIN IMMEDIATE")
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ freeAt, tries int }{{1, 1}, {3, 3}, {9, 3}} {
		tries := 0
		err := s.patiently(t.Context(), func() error {
			if tries++; tries == c.freeAt {
				return nil
			}
			return busy
		})
		if tries != c.tries || (err == nil) != (c.tries == c.freeAt) {
			t.Errorf("free at try %d: %d tries, error %v", c.freeAt, tries, err)
		}
	}
}

// crashed returns a copy of a store as a crash leaves it after a commit: the effect of the
// statement is only in the log.
func crashed(t *testing.T, statement string) (dir, path string) {
	t.Helper()
	_, from := filled(t)
	db, err := sql.Open(driver, sourceName(from))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	if _, err := db.ExecContext(t.Context(), statement); err != nil {
		t.Fatal(err)
	}
	dir = t.TempDir()
	path = filepath.Join(dir, fileName)
	for _, suffix := range []string{"", "-wal"} {
		text, err := os.ReadFile(from + suffix)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path+suffix, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir, path
}

func TestLogIsTakenInto(t *testing.T) {
	dir, _ := crashed(t, "UPDATE sets SET name = 'Food'; DELETE FROM copies")
	s, err := Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	err = s.View(t.Context(), func(r store.Reader) error {
		_, err := r.SetNamed("Food")
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

func TestNewerVersionInTheLogIsRefusedAndNotTouched(t *testing.T) {
	dir, _ := crashed(t, "PRAGMA user_version = 1000")
	wantRefused(t, dir, store.ErrNewer)
}

func TestDamagedStoreWithALogIsRefusedAndNotTouched(t *testing.T) {
	dir, path := crashed(t, "UPDATE sets SET name = 'Food'; DELETE FROM copies")
	if err := os.Truncate(path, 50); err != nil {
		t.Fatal(err)
	}
	wantRefused(t, dir, store.ErrDamaged)
}

func TestLogWithoutItsStoreIsRefusedAndNotTouched(t *testing.T) {
	dir, path := crashed(t, "UPDATE sets SET name = 'Food'; DELETE FROM copies")
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	wantRefused(t, dir, store.ErrDamaged)
	if there, err := exists(path); there || err != nil {
		t.Error("a store was made beside the log of another")
	}
}

func TestStoreThatIsLockedIsInUseAndNotDamaged(t *testing.T) {
	dir, path := crashed(t, "UPDATE sets SET name = 'Food'")
	holder, err := sql.Open(driver, sourceName(path)+"&_pragma=locking_mode(EXCLUSIVE)")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = holder.Close() }()
	if _, err := holder.ExecContext(t.Context(), "UPDATE sets SET name = 'Drink'"); err != nil {
		t.Fatal(err)
	}
	if _, err := open(t.Context(), dir, 0); !errors.Is(err, store.ErrInUse) || errors.Is(err, store.ErrDamaged) {
		t.Errorf("got error %v", err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	if _, err := open(ctx, dir, time.Hour); !errors.Is(err, context.DeadlineExceeded) || errors.Is(err, store.ErrDamaged) {
		t.Errorf("got error %v", err)
	}
}
