package storage

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"crossfeed/engine/store"
)

// steps returns our migrations and then some more.
func steps(extra ...string) []string { return slices.Concat(migrations(), extra) }

const (
	goodStep = "CREATE TABLE good (a INTEGER) STRICT"
	badStep  = "CREATE TABLE half (a INTEGER) STRICT; INSERT INTO nowhere VALUES (1)"
)

func TestMigrationsAreTakenOnceAndInOrder(t *testing.T) {
	s := impatient(t, t.TempDir())
	all := steps(goodStep, "INSERT INTO good VALUES (1)")
	for range 2 {
		if err := s.migrate(t.Context(), all); err != nil {
			t.Fatal(err)
		}
	}
	wantVersion(t, s, len(all))
	var n int
	if err := s.db.QueryRowContext(t.Context(), "SELECT count(*) FROM good").Scan(&n); err != nil || n != 1 {
		t.Errorf("%d rows of 1, error %v", n, err)
	}
}

func TestMigrationThatFailsLeavesTheVersionBefore(t *testing.T) {
	s := impatient(t, t.TempDir())
	good := len(migrations()) + 1
	err := s.migrate(t.Context(), steps(goodStep, badStep))
	if err == nil || !strings.Contains(err.Error(), fmt.Sprint("version ", good+1)) {
		t.Errorf("got error %v", err)
	}
	wantVersion(t, s, good)
	var n int
	const query = "SELECT count(*) FROM sqlite_schema WHERE name IN ('good', 'half')"
	if err := s.db.QueryRowContext(t.Context(), query).Scan(&n); err != nil || n != 1 {
		t.Errorf("%d tables of 1, error %v", n, err)
	}
	if err := s.migrate(t.Context(), steps(goodStep, "DROP TABLE good")); err != nil {
		t.Errorf("mended: %v", err)
	}
}

func TestMigrationThatAnotherProcessTookIsNotTakenAgain(t *testing.T) {
	dir := t.TempDir()
	a, b := impatient(t, dir), impatient(t, dir)
	next := len(migrations()) + 1
	if err := a.take(t.Context(), next, goodStep); err != nil {
		t.Fatal(err)
	}
	if err := b.take(t.Context(), next, goodStep); err != nil {
		t.Error(err)
	}
	wantVersion(t, b, next)
}

func TestStartThatWasKilledIsMadeGood(t *testing.T) {
	dir := t.TempDir()
	nursery := filepath.Join(dir, fileName+".new")
	err := errors.Join(os.Mkdir(nursery, 0o700), os.WriteFile(filepath.Join(nursery, fileName), []byte("half"), 0o600))
	if err != nil {
		t.Fatal(err)
	}
	wantVersion(t, impatient(t, dir), len(migrations()))
	if there, err := exists(nursery); there || err != nil {
		t.Error("what the killed start left is still there")
	}
}

func TestStoreIsItsOwnersAlone(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "data%20?#")
	s := impatient(t, dir)
	wantVersion(t, s, len(migrations()))
	for path, want := range map[string]os.FileMode{dir: 0o700, s.path: 0o600, s.path + "-wal": 0o600} {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if got := info.Mode().Perm(); got != want {
			t.Errorf("%s has mode %o, want %o", path, got, want)
		}
	}
}

func wantVersion(t *testing.T, s *Store, want int) {
	t.Helper()
	got, err := s.ask(t.Context(), userVersion)
	if err != nil || int(got) != want {
		t.Errorf("version %d, want %d, error %v", got, want, err)
	}
}

// A process of a version without the table of changes counts its commits, but does not record
// what changed: readers learn that everything may have changed, even after others have
// written.
func TestWhatAnOlderProcessWritesIsTold(t *testing.T) {
	s := impatient(t, t.TempDir())
	changed := func(since int64) (c store.Change) {
		t.Helper()
		same(t, "error", s.View(t.Context(), func(r store.Reader) (err error) { c, err = r.Changes(since); return err }), nil)
		return c
	}
	put := func(name string) {
		t.Helper()
		same(t, "error", s.Update(t.Context(), func(w store.Writer) error { _, err := w.PutSet(store.Set{Name: name}); return err }), nil)
	}
	put("Groceries")
	older := func() {
		t.Helper()
		_, err := s.db.ExecContext(t.Context(), "UPDATE revision SET number = number + 1")
		same(t, "error", err, nil)
	}
	before := changed(0).Revision
	same(t, "nothing", len(changed(before).Keys), 0)
	older()
	if c := changed(before); !c.Has(store.DeviceKey) || c.Revision != before+1 {
		t.Errorf("after the older process %+v", c)
	}
	same(t, "who saw it", len(changed(before+1).Keys), 0)
	put("Chores")
	if c := changed(before); !c.Has(store.DeviceKey) {
		t.Errorf("of both %+v", c)
	}
	last := changed(before).Revision
	put("Errands")
	if c := changed(last); c.Has(store.DeviceKey) || len(c.Keys) != 1 {
		t.Errorf("later %+v", c)
	}
}
