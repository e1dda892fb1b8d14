package contenttest_test

import (
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"
)

// server is a web server on this computer that gives parts of files and heeds
// conditions. It counts what it gives.
type server struct {
	*httptest.Server
	mu     sync.Mutex
	pages  map[string]string
	counts map[string]count
	// untagged lets some addresses have no tag, so that no request for them has a
	// condition.
	untagged bool
	// busy are the connections on which something is asked for.
	busy map[net.Conn]bool
}

// count is what was asked of an address: how often, and how many bytes of bodies were
// sent.
type count struct {
	requests int
	bytes    int64
}

func newServer(t testing.TB) *server {
	t.Helper()
	s := &server{counts: map[string]count{}, busy: map[net.Conn]bool{}}
	s.Server = httptest.NewUnstartedServer(s)
	s.Config.ConnState = s.turned
	s.Start()
	t.Cleanup(s.Close)
	return s
}

// turned notes what became of a connection.
func (s *server) turned(c net.Conn, now http.ConnState) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if now == http.StateActive { // a new one may never be used
		s.busy[c] = true
	} else {
		delete(s.busy, c)
	}
}

// idle waits a moment, and until all that a process asked for before it was killed was dealt with.
func (s *server) idle() {
	for quiet := 0; quiet < 5; time.Sleep(time.Millisecond) {
		s.mu.Lock()
		quiet++
		if len(s.busy) > 0 {
			quiet = 0
		}
		s.mu.Unlock()
	}
}

// serve replaces all that lies there: pages by their addresses.
func (s *server) serve(pages map[string]string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pages = maps.Clone(pages)
}

// ServeHTTP implements http.Handler.
func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	address := s.URL + r.RequestURI
	s.mu.Lock()
	page, there := s.pages[address]
	c := s.counts[address]
	c.requests++
	s.counts[address] = c
	s.mu.Unlock()
	if !there {
		w.WriteHeader(http.StatusNotFound)
		return
	}
	if sum := sha256.Sum256([]byte(page)); !s.untagged || len(address)%3 > 0 {
		w.Header().Set("ETag", `"`+hex.EncodeToString(sum[:8])+`"`)
	}
	w.Header().Set("Content-Type", "application/octet-stream")
	http.ServeContent(counting{w, s, address}, r, "", time.Time{}, strings.NewReader(page))
}

// counting counts the bytes of a body.
type counting struct {
	http.ResponseWriter
	server  *server
	address string
}

func (c counting) Write(b []byte) (int, error) {
	n, err := c.ResponseWriter.Write(b)
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	was := c.server.counts[c.address]
	was.bytes += int64(n)
	c.server.counts[c.address] = was
	return n, err
}

// counted is what was asked since the last call.
func (s *server) counted() map[string]count {
	s.mu.Lock()
	defer s.mu.Unlock()
	defer func() { s.counts = map[string]count{} }()
	return s.counts
}

// sum adds up what was asked.
func sum(counts map[string]count) (all count) {
	for _, c := range counts {
		all.requests += c.requests
		all.bytes += c.bytes
	}
	return all
}
