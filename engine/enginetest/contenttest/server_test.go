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
	// connections are those that are open, by the address of the other end. changed is
	// told when one of them has another state.
	connections map[string]http.ConnState
	changed     *sync.Cond
}

// count is what was asked of an address: how often, and how many bytes of bodies were
// sent.
type count struct {
	requests int
	bytes    int64
}

func newServer(t testing.TB) *server {
	t.Helper()
	return newServerAt(t, func(l net.Listener) net.Listener { return l })
}

// newServerAt is a server that accepts connections in its own way.
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

// turned notes what became of a connection.
func (s *server) turned(c net.Conn, now http.ConnState) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.connections[c.RemoteAddr().String()] = now
	if now == http.StateClosed {
		delete(s.connections, c.RemoteAddr().String())
	}
	s.changed.Broadcast()
}

// idle waits until all that processes asked for, which have ended since, was dealt with.
// Their connections were made before one that is made now, so that they are accepted before
// it, and their ends are closed.
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

// busy accepts connections when a busy machine gets round to it.
type busy struct{ net.Listener }

func (b busy) Accept() (net.Conn, error) {
	c, err := b.Listener.Accept()
	time.Sleep(50 * time.Millisecond)
	return c, err
}

// What a process asked for just before it was killed counts as asked by that one, however
// late the server hears of it.
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

// counted is what was asked since the last call. An answer may have come before it is
// counted.
func (s *server) counted() map[string]count {
	s.mu.Lock()
	defer s.mu.Unlock()
	for slices.Contains(slices.Collect(maps.Values(s.connections)), http.StateActive) {
		s.changed.Wait()
	}
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

// reader is the engine with one library.
type reader struct {
	contentsync.Parts
	key int64
	now time.Time
	// named is how the checker calls an address; nil is as the engine does.
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

// sync is one run from the root, some hours after the last.
func (r *reader) sync(ctx context.Context) (contentsync.Report, error) {
	r.now = r.now.Add(7 * time.Hour)
	return contentsync.Sync(ctx, r.Parts, contentsync.Options{Library: r.key, Root: true})
}

// held is all that the cache of a library holds: what stands in each cached feed, and
// what is in each file.
type held struct {
	feeds map[string][]string
	files map[string]string
	queue []string
}

// heldByChecker is what the cache of the checker holds.
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

// held is what that of the engine holds. That the store says of a file what is on the
// disk, and that nothing else is there, is checked on the way.
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

// lines are the items of a feed as pseudocode.Cache.Items writes them, sorted.
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

// text reads a file of the cache, which is what the store says of it.
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

// differences tells what a cache holds otherwise than it ought to.
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

// keys are those of both, sorted.
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
