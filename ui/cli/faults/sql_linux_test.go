package faults_test

import (
	"bytes"
	"context"
	"database/sql"
	"database/sql/driver"
	"reflect"
	"sync"
	"testing"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"crossfeed/engine/enginetest/syscalls"
)

// faulty is the name of an SQLite driver with one failing SQL call.
const faulty = "sqlite-faulty"

// sqlFaults counts the SQL calls, of which the nth fails.
var sqlFaults struct {
	sync.Mutex
	calls []syscalls.Call
	n     int
}

func init() {
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		panic(err)
	}
	sql.Register(faulty, faultyDriver{db.Driver()})
}

// next counts a call, and returns the error if it is the one to fail.
func next(kind, text string, code int) error {
	sqlFaults.Lock()
	defer sqlFaults.Unlock()
	sqlFaults.calls = append(sqlFaults.calls, syscalls.Call{Kind: kind, Path: text})
	if len(sqlFaults.calls) != sqlFaults.n {
		return nil
	}
	failure := &sqlite.Error{} // its fields are unexported
	fields := reflect.ValueOf(failure).Elem()
	*(*int)(fields.FieldByName("code").Addr().UnsafePointer()) = code
	*(*string)(fields.FieldByName("msg").Addr().UnsafePointer()) = "a call that a test lets fail"
	return failure
}

type faultyDriver struct{ driver.Driver }

func (d faultyDriver) Open(name string) (driver.Conn, error) {
	if err := next("connect", name, sqlite3.SQLITE_CANTOPEN); err != nil {
		return nil, err
	}
	c, err := d.Driver.Open(name)
	if err != nil {
		return nil, err
	}
	return faultyConnection{c.(connection)}, nil
}

// connection is the interface of the driver's connections.
type connection interface {
	driver.Conn
	driver.ConnBeginTx
	driver.ConnPrepareContext
	driver.ExecerContext
	driver.QueryerContext
	NewRestore(from string) (*sqlite.Backup, error)
}

type faultyConnection struct{ connection }

// NewRestore counts as a call.
func (c faultyConnection) NewRestore(from string) (*sqlite.Backup, error) {
	if err := next("restore", from, sqlite3.SQLITE_IOERR); err != nil {
		return nil, err
	}
	return c.connection.NewRestore(from)
}

func (c faultyConnection) BeginTx(ctx context.Context, o driver.TxOptions) (driver.Tx, error) {
	if err := next("begin", "", sqlite3.SQLITE_IOERR); err != nil {
		return nil, err
	}
	tx, err := c.connection.BeginTx(ctx, o)
	return faultyTransaction{tx}, err
}

func (c faultyConnection) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	if err := next("exec", query, sqlite3.SQLITE_FULL); err != nil {
		return nil, err
	}
	return c.connection.ExecContext(ctx, query, args)
}

func (c faultyConnection) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	if err := next("query", query, sqlite3.SQLITE_IOERR); err != nil {
		return nil, err
	}
	rows, err := c.connection.QueryContext(ctx, query, args)
	return faultyRows{rows, query}, err
}

func (c faultyConnection) PrepareContext(ctx context.Context, query string) (driver.Stmt, error) {
	if err := next("prepare", query, sqlite3.SQLITE_IOERR); err != nil {
		return nil, err
	}
	s, err := c.connection.PrepareContext(ctx, query)
	if err != nil {
		return nil, err
	}
	return faultyStatement{s.(statement), query}, nil
}

type statement interface {
	driver.Stmt
	driver.StmtExecContext
	driver.StmtQueryContext
}

type faultyStatement struct {
	statement
	query string
}

func (s faultyStatement) ExecContext(ctx context.Context, args []driver.NamedValue) (driver.Result, error) {
	if err := next("exec", s.query, sqlite3.SQLITE_FULL); err != nil {
		return nil, err
	}
	return s.statement.ExecContext(ctx, args)
}

func (s faultyStatement) QueryContext(ctx context.Context, args []driver.NamedValue) (driver.Rows, error) {
	if err := next("query", s.query, sqlite3.SQLITE_IOERR); err != nil {
		return nil, err
	}
	rows, err := s.statement.QueryContext(ctx, args)
	return faultyRows{rows, s.query}, err
}

type faultyRows struct {
	driver.Rows
	query string
}

// Next counts as a call: the results of a query are read row by row.
func (r faultyRows) Next(into []driver.Value) error {
	if err := next("row", r.query, sqlite3.SQLITE_IOERR); err != nil {
		return err
	}
	return r.Rows.Next(into)
}

type faultyTransaction struct{ driver.Tx }

// Commit rolls back if it fails, as SQLite does when the disk is full.
func (t faultyTransaction) Commit() error {
	if err := next("commit", "", sqlite3.SQLITE_FULL); err != nil {
		_ = t.Rollback() // the error says more
		return err
	}
	return t.Tx.Commit()
}

// failingSQL runs a command whose nth SQL call fails, and returns all of them.
func failingSQL(t *testing.T, _ string, n int, args []string) (outcome, []syscalls.Call) {
	t.Helper()
	sqlFaults.calls, sqlFaults.n = nil, n
	var out, err bytes.Buffer
	state := commandThrough(t.Context(), &out, &err, args, faulty)
	return outcome{state, out.String(), err.String()}, sqlFaults.calls
}
