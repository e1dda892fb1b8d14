package storage

import (
	"context"
	"database/sql"
	sqldriver "database/sql/driver"
	"errors"
	"fmt"
	"sync"
	"testing"

	"crossfeed/engine/store"
)

// counting is the name of a driver that wraps SQLite's and counts.
const counting = "sqlite-counting"

// calls has the counts. One of the statements can be made to fail.
var calls struct {
	sync.Mutex
	connections int
	prepared    map[string]int
	fails       string
}

func init() {
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		panic(err)
	}
	sql.Register(counting, countingDriver{db.Driver()})
}

type countingDriver struct{ sqldriver.Driver }

func (d countingDriver) Open(name string) (sqldriver.Conn, error) {
	calls.Lock()
	defer calls.Unlock()
	calls.connections++
	c, err := d.Driver.Open(name)
	return countingConn{c}, err
}

type countingConn struct{ sqldriver.Conn }

func (c countingConn) PrepareContext(ctx context.Context, query string) (sqldriver.Stmt, error) {
	calls.Lock()
	defer calls.Unlock()
	calls.prepared[query]++
	s, err := c.Conn.(sqldriver.ConnPrepareContext).PrepareContext(ctx, query)
	return countingStmt{s, query}, err
}

type countingStmt struct {
	sqldriver.Stmt
	query string
}

func (s countingStmt) ExecContext(ctx context.Context, args []sqldriver.NamedValue) (sqldriver.Result, error) {
	calls.Lock()
	fails := s.query == calls.fails
	calls.Unlock()
	if fails {
		return nil, errors.New("a statement that a test lets fail")
	}
	return s.Stmt.(sqldriver.StmtExecContext).ExecContext(ctx, args)
}

func (s countingStmt) QueryContext(ctx context.Context, args []sqldriver.NamedValue) (sqldriver.Rows, error) {
	return s.Stmt.(sqldriver.StmtQueryContext).QueryContext(ctx, args)
}

// countedStore opens an existing store, and counts from then on.
func countedStore(t *testing.T) *Store {
	t.Helper()
	dir := t.TempDir()
	made, err := Open(t.Context(), dir)
	if err == nil {
		err = made.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	calls.connections, calls.prepared, calls.fails = 0, map[string]int{}, ""
	s, err := Open(t.Context(), dir, Through(counting))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// readAndWrite does what a command does.
func readAndWrite(t *testing.T, s *Store, name string) {
	t.Helper()
	err := s.View(t.Context(), func(r store.Reader) error { _, err := r.Sets(); return err })
	if err == nil {
		err = s.Update(t.Context(), func(w store.Writer) error { _, err := w.PutSet(store.Set{Name: name}); return err })
	}
	if err != nil {
		t.Fatal(err)
	}
}

func TestReadingAndWritingInTurnTakeOneConnection(t *testing.T) {
	s := countedStore(t)
	for i := range 3 {
		readAndWrite(t, s, fmt.Sprint(i))
	}
	if _, err := s.Revision(t.Context()); err != nil || calls.connections != 1 {
		t.Errorf("%d connections, error %v", calls.connections, err)
	}
}

func TestReadersAndTheWriterAtOnceHaveConnectionsOfTheirOwn(t *testing.T) {
	s := countedStore(t)
	for range 2 {
		err := s.Update(t.Context(), func(store.Writer) error {
			return s.View(t.Context(), func(store.Reader) error {
				return s.View(t.Context(), func(store.Reader) error { return nil })
			})
		})
		if err != nil || calls.connections != 3 {
			t.Fatalf("%d connections, error %v", calls.connections, err)
		}
	}
}

// SQLite clears the page caches of all connections except for the one that wrote.
func TestWhatWasWrittenIsReadByTheConnectionThatWroteIt(t *testing.T) {
	s := countedStore(t)
	err := s.Update(t.Context(), func(store.Writer) error {
		return s.View(t.Context(), func(store.Reader) error { return nil })
	})
	if err != nil {
		t.Fatal(err)
	}
	tx, err := s.snapshot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer tx.end()
	if !tx.writes || len(s.pool.idle) != 1 {
		t.Errorf("it has written: %v; %d connections are idle", tx.writes, len(s.pool.idle))
	}
}

func TestAStatementIsPreparedOnceAConnection(t *testing.T) {
	s := countedStore(t)
	for i := range 3 {
		readAndWrite(t, s, fmt.Sprint(i))
	}
	if len(calls.prepared) < 5 {
		t.Errorf("only %v", calls.prepared)
	}
	for query, n := range calls.prepared {
		if n != 1 {
			t.Errorf("%d times: %s", n, query)
		}
	}
}

func TestNoMoreStatementsStayPreparedThanAllowed(t *testing.T) {
	s := countedStore(t)
	tx, err := s.snapshot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer tx.end()
	for i := range int64(2*mostPrepared + 10) {
		if n, err := tx.number(fmt.Sprint("SELECT ", i)); err != nil || n != i || len(tx.prepared) > mostPrepared {
			t.Fatalf("%d of %d, %d are prepared, error %v", n, i, len(tx.prepared), err)
		}
	}
}

// A connection that cannot roll back would continue in the middle of the transaction.
func TestAConnectionThatCannotRollBackIsNotUsedAgain(t *testing.T) {
	s := countedStore(t)
	calls.fails = "ROLLBACK"
	failed := errors.New("on purpose")
	err := s.Update(t.Context(), func(w store.Writer) error {
		if _, err := w.PutSet(store.Set{Name: "Half"}); err != nil {
			return err
		}
		return failed
	})
	if !errors.Is(err, failed) {
		t.Fatal(err)
	}
	calls.fails = ""
	wantSets(t, s, 0)
	readAndWrite(t, s, "Whole")
	wantSets(t, s, 1)
}

func TestReadingEndsBetweenTwoRowsWhereTheContextDoes(t *testing.T) {
	s := impatient(t, t.TempDir())
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	rows := 0
	err := s.View(ctx, func(r store.Reader) error {
		_, err := all(r.(*reader), func(scanner) (int, error) {
			if rows++; rows == 3 {
				cancel()
			}
			return 0, nil
		}, "SELECT name FROM sqlite_schema")
		return err
	})
	if !errors.Is(err, context.Canceled) || rows != 3 {
		t.Errorf("%d rows, error %v", rows, err)
	}
}
