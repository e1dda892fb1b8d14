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

// conn is a connection that keeps its statements prepared: parsing a short one takes SQLite
// longer than running it. One goroutine uses it at a time.
type conn struct {
	*sql.Conn
	prepared map[string]*sql.Stmt
	// writes tells that it has the settings of a connection that writes.
	writes bool
}

// mostPrepared is how many statements stay prepared: some have as many parameters as there
// are values, so that their number has no end.
const mostPrepared = 512

// stmt prepares a statement once a connection. The next call may close it.
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
		_ = s.Close() // none is under way that could fail
	}
	clear(c.prepared)
}

// Close closes the connection. SQLite keeps one open of which a statement is.
func (c *conn) Close() error {
	c.forget()
	return c.Conn.Close()
}

// do runs a statement without values.
func (c *conn) do(query string) error {
	s, err := c.stmt(query)
	if err == nil {
		_, err = s.ExecContext(context.Background())
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

// pool has the connections that nobody uses. Each reads the whole schema first, which takes
// longer than what most commands do with it: so there are no more than are used at a time,
// and reading and writing share them.
type pool struct {
	mu     sync.Mutex
	idle   []*conn // those that have written come first
	closed bool
}

// mostIdle is how many connections stay open.
const mostIdle = 5

// take gives a connection that nobody uses, or nil. One that has written is preferred: its page
// cache holds what it wrote, while SQLite empties those of all others.
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

// put takes a connection back, unless there are enough.
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
		_ = c.Close() // nothing is under way
	}
}

// close closes the connections that nobody uses, and the others as soon as they are put back.
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

// connection gives a connection that nobody else uses until it is put back.
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

// lockWait is how long SQLite itself waits for a lock. Longer waits are made of
// several, so that they end when the caller's context does.
const lockWait = 100 * time.Millisecond

// sourceName is the data source of the connections.
func sourceName(path string) string {
	return dataSource(path, url.Values{"_pragma": {busyTimeout()}})
}

// writerSettings are those of a connection that writes. A commit is on the disk when it
// returns (synchronous=FULL).
const writerSettings = `
	PRAGMA journal_mode = WAL;
	PRAGMA synchronous = FULL;
	PRAGMA foreign_keys = ON;
	PRAGMA journal_size_limit = 67108864;
	PRAGMA cache_size = -16384;
	PRAGMA temp_store = MEMORY;
	PRAGMA cell_size_check = ON;`

// inspectorName is the data source of a connection that neither makes nor
// changes a database.
func inspectorName(path string) string {
	return dataSource(path, url.Values{"mode": {"ro"}, "_pragma": {busyTimeout()}})
}

func busyTimeout() string {
	return "busy_timeout(" + strconv.FormatInt(lockWait.Milliseconds(), 10) + ")"
}

// dataSource is a file URI, in which an absolute path may hold any character.
func dataSource(path string, query url.Values) string {
	slashed := filepath.ToSlash(path)
	if filepath.VolumeName(path) != "" {
		slashed = "/" + slashed
	}
	u := url.URL{Scheme: "file", Path: slashed, RawQuery: query.Encode()}
	return u.String()
}
