package publish

import (
	"io"
	"log"
	"net"
	"net/http"
	"sync"
	"time"

	"crossfeed/engine/crash"
)

// Server returns a server for a site with limits: it disconnects clients that are slow, send
// too much, or keep idle connections.
func Server(site http.Handler) *http.Server {
	return &http.Server{
		Handler:           recording{site},
		ReadHeaderTimeout: 10 * time.Second,
		ReadTimeout:       20 * time.Second,
		IdleTimeout:       30 * time.Second,
		MaxHeaderBytes:    16 << 10,
		// Errors of clients are no messages for this computer's user.
		ErrorLog: log.New(io.Discard, "", 0),
	}
}

// recording records a panic before it ends the connection.
type recording struct{ http.Handler }

func (h recording) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	defer func() {
		if p := recover(); p != nil {
			if p != http.ErrAbortHandler {
				crash.Recovered(p)
			}
			panic(http.ErrAbortHandler)
		}
	}()
	h.Handler.ServeHTTP(w, r)
}

// Maximum numbers of concurrent connections.
const (
	connections        = 256
	connectionsOfGuest = 32
)

// Limited returns a listener with a maximum number of connections, in total and per address.
// It closes further ones at once, so that others do not have to wait.
func Limited(l net.Listener) net.Listener { return &limited{Listener: l, of: map[string]int{}} }

type limited struct {
	net.Listener
	mu  sync.Mutex
	all int
	of  map[string]int
}

// Accept implements net.Listener.
func (l *limited) Accept() (net.Conn, error) {
	for {
		c, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		who := network(c.RemoteAddr().String())
		if l.take(who) {
			return &connection{Conn: c, end: sync.OnceFunc(func() { l.give(who) })}, nil
		}
		_ = c.Close()
	}
}

func (l *limited) take(who string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.all >= connections || l.of[who] >= connectionsOfGuest {
		return false
	}
	l.all++
	l.of[who]++
	return true
}

func (l *limited) give(who string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.all--
	if l.of[who]--; l.of[who] == 0 {
		delete(l.of, who)
	}
}

type connection struct {
	net.Conn
	end func()
}

// Close implements net.Conn.
func (c *connection) Close() error {
	defer c.end()
	return c.Conn.Close()
}

// patience aborts a response when its reader stalls.
type patience struct {
	timer *time.Timer
	limit time.Duration
}

func newPatience(w http.ResponseWriter, limit time.Duration) *patience {
	control := http.NewResponseController(w)
	return &patience{time.AfterFunc(limit, func() {
		_ = crash.Guard(func() error { return control.SetWriteDeadline(time.Unix(1, 0)) })
	}), limit}
}

// of returns a reader that renews the patience whenever a piece of the document was sent.
func (p *patience) of(r io.ReadSeeker) io.ReadSeeker { return taken{r, p} }

func (p *patience) stop() { p.timer.Stop() }

type taken struct {
	io.ReadSeeker
	by *patience
}

func (t taken) Read(b []byte) (int, error) {
	t.by.timer.Reset(t.by.limit)
	return t.ReadSeeker.Read(b)
}
