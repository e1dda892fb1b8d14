package storage

import (
	"context"
	"database/sql"
	"errors"
	"net/url"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"time"

	_ "modernc.org/sqlite" // registers the driver
)

// conn is a connection with cached prepared statements: SQLite takes longer to parse a short
// one than to run it. It must be used by one goroutine at a time.
type conn struct {
	*sql.Conn
	prepared map[string]*sql.Stmt
	// writes reports whether it has the settings for writing; unsynced, whether its commits return
	// before they are on the disk.
	writes, unsynced bool
}

// mostPrepared is the maximum number of cached statements. The number of different statements
// is unlimited, because some have one parameter per value.
const mostPrepared = 512

// stmt prepares a statement once per connection. The next call may close it.
func (c *conn) stmt(query string) (*sql.Stmt, error) {
	if s, ok := c.prepared[query]; ok {
		return s, nil
	}
	if len(c.prepared) >= mostPrepared {
		c.forget()
	}
	s, err := c.PrepareContext(context.Background(), query)
	if err == nil {
		c.prepared[query] = s
	}
	return s, err
}

// forget closes the statements.
func (c *conn) forget() {
	for _, s := range c.prepared {
		_ = s.Close() // none is running that could fail
	}
	clear(c.prepared)
}

// Close closes the connection and its statements, because SQLite keeps a connection open that
// has any.
func (c *conn) Close() error {
	c.forget()
	return c.Conn.Close()
}

// do runs a statement without parameters.
func (c *conn) do(query string) error {
	s, err := c.stmt(query)
	if err == nil {
		_, err = s.ExecContext(context.Background())
	}
	return err
}

// sync sets whether the next transaction is on the disk when its commit returns.
func (c *conn) sync(synced bool) error {
	if synced != c.unsynced {
		return nil
	}
	setting := "PRAGMA synchronous = FULL"
	if !synced {
		setting = "PRAGMA synchronous = NORMAL"
	}
	err := c.do(setting)
	if err == nil {
		c.unsynced = !synced
	}
	return err
}

// number reads one number.
func (c *conn) number(query string) (n int64, err error) {
	s, err := c.stmt(query)
	if err == nil {
		err = s.QueryRowContext(context.Background()).Scan(&n)
	}
	return n, err
}

// pool has the idle connections. Each connection first reads the whole schema, which takes
// longer than most commands need, so reading and writing share connections, and there are no
// more than are used at a time.
type pool struct {
	mu     sync.Mutex
	idle   []*conn // connections that have written come first
	closed bool
}

// mostIdle is the maximum number of idle connections.
const mostIdle = 5

// take returns an idle connection, or nil. It prefers one that has written: its page cache has
// what it wrote, while SQLite clears those of all others.
func (p *pool) take() (c *conn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.idle) == 0 {
		return nil
	}
	c = p.idle[0]
	p.idle = slices.Delete(p.idle, 0, 1)
	return c
}

// put returns a connection to the pool, or closes it if there are enough.
func (p *pool) put(c *conn) {
	p.mu.Lock()
	enough := p.closed || len(p.idle) == mostIdle
	if !enough && c.writes {
		p.idle = slices.Insert(p.idle, 0, c)
	} else if !enough {
		p.idle = append(p.idle, c)
	}
	p.mu.Unlock()
	if enough {
		_ = c.Close() // nothing is running
	}
}

// close closes the idle connections, and the others when they are put back.
func (p *pool) close() (err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	for _, c := range p.idle {
		err = errors.Join(err, c.Close())
	}
	p.idle = nil
	return err
}

// connection returns a connection for exclusive use until it is put back.
func (s *Store) connection(ctx context.Context, writing bool) (*conn, error) {
	c := s.pool.take()
	if c == nil {
		made, err := s.db.Conn(ctx)
		if err != nil {
			return nil, err
		}
		c = &conn{Conn: made, prepared: map[string]*sql.Stmt{}}
	}
	if !writing || c.writes {
		return c, nil
	}
	if _, err := c.ExecContext(context.Background(), writerSettings); err != nil {
		return nil, errors.Join(err, c.Close())
	}
	c.writes = true
	return c, nil
}

// ask reads one number outside of a transaction.
func (s *Store) ask(ctx context.Context, query string) (n int64, err error) {
	err = s.patiently(ctx, func() error {
		c, err := s.connection(ctx, false)
		if err != nil {
			return err
		}
		defer s.pool.put(c)
		n, err = c.number(query)
		return err
	})
	return n, s.explain(ctx, err)
}

// driver is the name under which modernc.org/sqlite registers itself.
const driver = "sqlite"

// lockWait is how long SQLite itself waits for a lock. Longer waits consist of several of
// these, so that they end with the caller's context.
const lockWait = 100 * time.Millisecond

func sourceName(path string) string {
	return dataSource(path, url.Values{"_pragma": {busyTimeout()}})
}

// writerSettings are the settings of a connection that writes. A commit is on the disk when it
// returns (synchronous=FULL), unless sync changes that.
const writerSettings = `
	PRAGMA journal_mode = WAL;
	PRAGMA synchronous = FULL;
	PRAGMA foreign_keys = ON;
	PRAGMA journal_size_limit = 67108864;
	PRAGMA cache_size = -16384;
	PRAGMA temp_store = MEMORY;
	PRAGMA cell_size_check = ON;`

// inspectorName returns the data source name of a connection that neither creates nor changes
// a database.
func inspectorName(path string) string {
	return dataSource(path, url.Values{"mode": {"ro"}, "_pragma": {busyTimeout()}})
}

func busyTimeout() string {
	return "busy_timeout(" + strconv.FormatInt(lockWait.Milliseconds(), 10) + ")"
}

// dataSource returns a file URI, which allows any character in the absolute path.
func dataSource(path string, query url.Values) string {
	slashed := filepath.ToSlash(path)
	if filepath.VolumeName(path) != "" {
		slashed = "/" + slashed
	}
	u := url.URL{Scheme: "file", Path: slashed, RawQuery: query.Encode()}
	return u.String()
}
