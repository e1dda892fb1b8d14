package engine_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"crossfeed/engine"
	"crossfeed/engine/contentsync/cache"
	"crossfeed/engine/location"
	"crossfeed/engine/location/reach"
	"crossfeed/engine/store/memory"
)

// plainServer gives and takes documents, and can list nothing (as the WebDAV that comes
// with nginx). It counts the bytes of files that it gave, and how often one was asked for.
type plainServer struct {
	mu          sync.Mutex
	documents   map[string][]byte
	given, asks int
	// overloaded answers requests about files with 503.
	overloaded bool
}

func (s *plainServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch text, there := s.documents[r.URL.Path]; {
	case s.overloaded && strings.Contains(r.URL.Path, "/files/"):
		s.asks++
		w.WriteHeader(http.StatusServiceUnavailable)
	case r.Method == http.MethodPut:
		s.documents[r.URL.Path], _ = io.ReadAll(r.Body)
		w.WriteHeader(http.StatusCreated)
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		w.WriteHeader(http.StatusMethodNotAllowed)
	case !there:
		w.WriteHeader(http.StatusNotFound)
	default:
		if strings.Contains(r.URL.Path, "/files/") {
			s.asks++
			w = giving{w, &s.given}
		}
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(text))
	}
}

type giving struct {
	http.ResponseWriter
	n *int
}

func (g giving) Write(b []byte) (int, error) {
	n, err := g.ResponseWriter.Write(b)
	*g.n += n
	return n, err
}

// files are the paths of the files that lie there.
func (s *plainServer) files() (paths []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for path := range s.documents {
		if strings.Contains(path, "/files/") {
			paths = append(paths, path)
		}
	}
	return paths
}

// webDesk is an endpoint with a list "Groceries" that reaches servers.
func webDesk(t *testing.T, endpoint string) *desk {
	t.Helper()
	d := &desk{tester: t, clock: newClock(), memory: memory.New(), t: t}
	var err error
	d.Engine, err = engine.Open(t.Context(), engine.Parts{
		Store: d.memory, Clock: d.clock, Random: rand.NewChaCha8([32]byte{}), Files: location.Disk{}, Endpoint: endpoint,
		Content: cache.Disk{Folder: t.TempDir()},
		Places:  reach.New(reach.Options{Files: location.Disk{}, Passwords: knowing{}, Getenv: func(string) string { return "" }}),
	})
	d.check(err)
	_, err = d.NewSet(t.Context(), engine.NewSet{Name: "Groceries"})
	d.check(err)
	return d
}

// Of a server that is away not each of many files is asked for.
func TestAServerThatIsAwayIsNotAskedForEachFile(t *testing.T) {
	const many = 40
	s := &plainServer{documents: map[string][]byte{}}
	web := httptest.NewServer(s)
	defer web.Close()
	d, phone := webDesk(t, "desk"), webDesk(t, "phone")
	d.add("milk", "Milk")
	for n := range many {
		d.attach("milk", fmt.Sprint(n, ".txt"), fmt.Sprint("file ", n))
	}
	s.overloaded = true
	_, err := d.PublishAt(t.Context(), "Groceries", web.URL+"/list.xml")
	if !errors.Is(err, engine.ErrUnplaced) || s.asks > 4 {
		t.Errorf("%v, after %d requests for files", err, s.asks)
	}
	s.overloaded = false
	_, err = d.Publish(t.Context(), "Groceries")
	d.check(err)
	_, err = phone.Subscribe(t.Context(), "Groceries", web.URL+"/list.xml")
	d.check(err)
	s.overloaded, s.asks = true, 0
	reports, err := phone.Sync(t.Context(), engine.SyncOptions{})
	d.check(err)
	if r := reports[0]; r.FilesMissing != many || len(r.Unfetched) != 5 || len(r.Problems) != 6 || s.asks > 4 {
		t.Errorf("%+v after %d requests for files", r, s.asks)
	}
	s.overloaded = false
	reports, err = phone.Sync(t.Context(), engine.SyncOptions{Whole: true})
	d.check(err)
	if r := reports[0]; r.Files != many || r.FilesMissing != 0 || len(phone.files("milk")) != many {
		t.Errorf("%+v", r)
	}
}

func TestAServerThatListsNothingIsNotReadAgainAtEachPublishing(t *testing.T) {
	s := &plainServer{documents: map[string][]byte{}}
	web := httptest.NewServer(s)
	defer web.Close()
	d := webDesk(t, "desk")
	d.add("milk", "Milk")
	const size = 20 << 20
	_, err := d.Attach(t.Context(), "Groceries", "milk", "film.mp4", bytes.NewReader(make([]byte, size)))
	d.check(err)
	publish := func() {
		t.Helper()
		_, err := d.Publish(t.Context(), "Groceries")
		d.check(err)
	}
	_, err = d.PublishAt(t.Context(), "Groceries", web.URL+"/list.xml")
	d.check(err)
	if len(s.files()) != 1 {
		t.Fatalf("%q", s.files())
	}
	s.given, s.asks = 0, 0
	for range 3 {
		publish()
	}
	if s.given > size/2 || s.asks > 1 {
		t.Errorf("%d bytes were read of a file that lies there, in %d requests", s.given, s.asks)
	}
	delete(s.documents, s.files()[0])
	d.clock.step(25 * time.Hour)
	publish()
	if len(s.files()) != 1 {
		t.Error("it was not put there again within a day")
	}
}
