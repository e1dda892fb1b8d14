package contenttest_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"crossfeed/engine/enginetest/pseudocode"
	"crossfeed/engine/library/cache"
	"crossfeed/engine/library/contentsync"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

// server is a local web server that supports ranges and conditional requests. It counts what
// it serves.
type server struct {
	*httptest.Server
	mu     sync.Mutex
	pages  map[string]string
	counts map[string]count
	// untagged omits the tag for some addresses, so that requests for them are never
	// conditional.
	untagged bool
	// connections are the open connections, by the client's address. changed is signaled when
	// a connection changes its state.
	connections map[string]http.ConnState
	changed     *sync.Cond
}

// count is the number of requests for an address, and of the bytes of bodies sent.
type count struct {
	requests int
	bytes    int64
}

func newServer(t testing.TB) *server {
	t.Helper()
	return newServerAt(t, func(l net.Listener) net.Listener { return l })
}

// newServerAt returns a server that accepts connections in its own way.
func newServerAt(t testing.TB, accepts func(net.Listener) net.Listener) *server {
	t.Helper()
	s := &server{counts: map[string]count{}, connections: map[string]http.ConnState{}}
	s.changed = sync.NewCond(&s.mu)
	s.Server = httptest.NewUnstartedServer(s)
	s.Config.ConnState, s.Listener = s.turned, accepts(s.Listener)
	s.Start()
	t.Cleanup(s.Close)
	return s
}

// turned records the new state of a connection.
func (s *server) turned(c net.Conn, now http.ConnState) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.connections[c.RemoteAddr().String()] = now
	if now == http.StateClosed {
		delete(s.connections, c.RemoteAddr().String())
	}
	s.changed.Broadcast()
}

// idle waits until all requests by processes that have ended were handled. Their connections
// were made before the one that is made now, so they are accepted before it and closed.
func (s *server) idle(t *testing.T) {
	t.Helper()
	last, err := net.Dial("tcp", s.Listener.Addr().String())
	check(t, err)
	s.mu.Lock()
	defer s.mu.Unlock()
	accepted := func() bool { _, open := s.connections[last.LocalAddr().String()]; return open }
	for !accepted() {
		s.changed.Wait()
	}
	check(t, last.Close())
	for len(s.connections) > 0 {
		s.changed.Wait()
	}
}

// serve replaces the content of the server: pages by address.
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

// busy accepts connections with a delay, like a busy machine.
type busy struct{ net.Listener }

func (b busy) Accept() (net.Conn, error) {
	c, err := b.Listener.Accept()
	time.Sleep(50 * time.Millisecond)
	return c, err
}

// Requests that a process made just before it was killed count as its own, however late the
// server sees them.
func TestWhatAKilledProcessAskedForIsItsOwn(t *testing.T) {
	s := newServerAt(t, func(l net.Listener) net.Listener { return busy{l} })
	for range 3 {
		c, err := net.Dial("tcp", s.Listener.Addr().String())
		check(t, err)
		_, err = io.WriteString(c, "GET /feed HTTP/1.1\r\nHost: here\r\n\r\n")
		check(t, err)
		check(t, c.Close())
	}
	s.idle(t)
	if got := sum(s.counted()).requests; got != 3 {
		t.Errorf("%d requests are counted, want 3", got)
	}
}

// counted returns the requests since the last call. An answer may arrive before it is counted.
func (s *server) counted() map[string]count {
	s.mu.Lock()
	defer s.mu.Unlock()
	for slices.Contains(slices.Collect(maps.Values(s.connections)), http.StateActive) {
		s.changed.Wait()
	}
	defer func() { s.counts = map[string]count{} }()
	return s.counts
}

// sum adds up counts.
func sum(counts map[string]count) (all count) {
	for _, c := range counts {
		all.requests += c.requests
		all.bytes += c.bytes
	}
	return all
}

// reader is the engine with one library.
type reader struct {
	contentsync.Parts
	key int64
	now time.Time
	// named translates an address to the reference's form; nil means that they are equal.
	named func(address string) string
}

func (r *reader) name(address string) string {
	if r.named == nil {
		return address
	}
	return r.named(address)
}

// Now implements contentsync.Clock.
func (r *reader) Now() time.Time { return r.now }

func newReader(ctx context.Context, root string, st store.Store, places transport.Places, files cache.Root) (*reader, error) {
	r := &reader{now: time.Date(2006, time.October, 2, 7, 0, 0, 0, time.UTC)}
	r.Parts = contentsync.Parts{Store: st, Places: places, Cache: files, Clock: r}
	return r, st.Update(ctx, func(w store.Writer) (err error) {
		r.key, err = w.PutLibrary(store.Library{Address: root, Added: r.now})
		return err
	})
}

// sync does one run from the root, some hours after the last.
func (r *reader) sync(ctx context.Context) (contentsync.Report, error) {
	r.now = r.now.Add(7 * time.Hour)
	return contentsync.Sync(ctx, r.Parts, contentsync.Options{Library: r.key, Root: true})
}

// held is the content of a library's cache: the items of each cached feed, and the content of
// each file.
type held struct {
	feeds map[string][]string
	files map[string]string
	queue []string
}

// heldByChecker returns the content of the reference's cache.
func heldByChecker(c *pseudocode.Cache) held {
	h := held{map[string][]string{}, map[string]string{}, nil}
	for address := range c.Feeds {
		h.feeds[address] = c.Items(address)
		slices.Sort(h.feeds[address])
	}
	for address, text := range c.Files {
		h.files[address] = string(text)
	}
	for _, l := range c.Queue {
		h.queue = append(h.queue, fmt.Sprint(l.Address, " ", l.Nested))
	}
	slices.Sort(h.queue)
	return h
}

// held returns the content of the engine's cache. It also checks that the store's data about
// files matches the disk, and that there is nothing else.
func (r *reader) held(t *testing.T) held {
	t.Helper()
	h := held{map[string][]string{}, map[string]string{}, nil}
	files := r.Cache.Library(r.key)
	names := map[string]bool{}
	err := r.Store.View(t.Context(), func(s store.Reader) error {
		feeds, err := s.ContentFeeds(r.key)
		for _, f := range feeds {
			if h.feeds[r.name(f.Address)], err = r.lines(s, f.Address); err != nil {
				return err
			}
		}
		if err != nil {
			return err
		}
		wanted, err := s.Wanted(r.key, 0, 1_000_000)
		for _, w := range wanted {
			h.queue = append(h.queue, fmt.Sprint(r.name(w.Address), " ", w.Nested))
		}
		slices.Sort(h.queue)
		if err != nil {
			return err
		}
		return s.ContentFiles(r.key, func(f store.ContentFile) error {
			if f.State == store.FileHere {
				names[f.Name] = true
				h.files[r.name(f.Address)], err = text(files, f)
			}
			return err
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	err = files.Names(func(name string) error {
		if !names[name] {
			t.Errorf("in the cache lies %s, which belongs to nothing", name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// lines returns the items of a feed in the format of pseudocode.Cache.Items, sorted.
func (r *reader) lines(s store.Reader, feed string) (all []string, err error) {
	err = s.ContentItems(r.key, feed, func(i store.ContentItem) error {
		line := pseudocode.Line(i.Title, i.Built)
		for _, l := range i.Links {
			line += pseudocode.Linked(r.name(l.Address), l.Nested, l.OnDemand)
		}
		all = append(all, line)
		return nil
	})
	slices.Sort(all)
	return all, err
}

// text reads a file of the cache, and checks it against the store.
func text(files cache.Cache, f store.ContentFile) (string, error) {
	if want := cache.Name(f.Address); f.Name != want {
		return "", fmt.Errorf("%s is called %s, not %s", f.Address, f.Name, want)
	}
	body, err := files.Open(f.Name)
	if err != nil {
		return "", err
	}
	b, err := io.ReadAll(body)
	if err != nil {
		return "", err
	}
	if sum := sha256.Sum256(b); f.Hash != hex.EncodeToString(sum[:]) || f.Size != int64(len(b)) {
		return "", fmt.Errorf("%s is %d bytes, and the store says %d and hash %s", f.Address, len(b), f.Size, f.Hash)
	}
	return string(b), body.Close()
}

// differences describes how a cache differs from the expected one.
func (h held) differences(want held) (told []string) {
	for _, address := range keys(h.feeds, want.feeds) {
		got, here := h.feeds[address]
		if due, is := want.feeds[address]; here != is || !slices.Equal(got, due) {
			told = append(told, fmt.Sprintf("feed %s: cached %t, is to be %t: %q, is to be %q", address, here, is, got, due))
		}
	}
	for _, address := range keys(h.files, want.files) {
		got, here := h.files[address]
		if due, is := want.files[address]; here != is || got != due {
			told = append(told, fmt.Sprintf("file %s: cached %t, is to be %t: %.40q, is to be %.40q", address, here, is, got, due))
		}
	}
	if !slices.Equal(h.queue, want.queue) {
		told = append(told, fmt.Sprintf("waiting %q, is to be %q", h.queue, want.queue))
	}
	return told
}

// keys returns the keys of both maps, sorted.
func keys[V any](a, b map[string]V) (all []string) {
	for k := range a {
		all = append(all, k)
	}
	for k := range b {
		all = append(all, k)
	}
	slices.Sort(all)
	return slices.Compact(all)
}
