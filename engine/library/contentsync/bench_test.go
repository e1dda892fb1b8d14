package contentsync_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"crossfeed/engine"
	"crossfeed/engine/library/cache"
	"crossfeed/engine/library/contentsync"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
	"crossfeed/storage"
)

// manyFiles is the number of files in the library of BenchmarkSync.
const manyFiles = 10_000

// server is a web server with a library of many small files in one feed.
type server struct {
	*httptest.Server
	feed     atomic.Pointer[string]
	requests atomic.Int64
}

func newServer(tb testing.TB) *server {
	s := &server{}
	s.Server = httptest.NewServer(s)
	tb.Cleanup(s.Close)
	return s
}

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.requests.Add(1)
	text := "a small file: " + r.URL.Path
	if strings.HasSuffix(r.URL.Path, ".xml") {
		text = *s.feed.Load()
	}
	w.Header().Set("ETag", fmt.Sprintf(`"%d"`, len(text)))
	http.ServeContent(w, r, "", time.Time{}, strings.NewReader(text))
}

// publish publishes a feed of this many items with a file each.
func (s *server) publish(built time.Time, items int) {
	var all []string
	for i := range items {
		all = append(all, item(fmt.Sprint(i), day1, fmt.Sprintf("files/%d.txt", i)))
	}
	text := feedOf(built, all...)
	s.feed.Store(&text)
}

// realLibrary is a library in a real database and on a real disk.
type realLibrary struct {
	contentsync.Parts
	key int64
}

func newReal(tb testing.TB, root string) realLibrary {
	tb.Helper()
	s, err := storage.Open(context.Background(), tb.TempDir())
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = s.Close() }) // the folder is removed with it
	l := realLibrary{Parts: contentsync.Parts{
		Store: s, Places: engine.NewPlaces(engine.PlacesOptions{Files: transport.Disk{}, Getenv: func(string) string { return "" }}),
		Cache: cache.Disk{Folder: tb.TempDir()}, Clock: noon{},
	}}
	err = s.Update(context.Background(), func(w store.Writer) (err error) {
		l.key, err = w.PutLibrary(store.Library{Address: root})
		return err
	})
	if err != nil {
		tb.Fatal(err)
	}
	return l
}

func (l realLibrary) sync(tb testing.TB, files int) contentsync.Report {
	tb.Helper()
	r, err := contentsync.Sync(context.Background(), l.Parts, contentsync.Options{Library: l.key, Root: true})
	if err != nil || r.Stopped != nil || r.Files != files || len(r.Failed) > 0 {
		tb.Fatalf("%d files came, want %d: %v, %v, failed: %v", r.Files, files, err, r.Stopped, r.Failed)
	}
	return r
}

// BenchmarkSync syncs a library of 10,000 small files from a web server into a database and
// onto a disk: all of them, none, and one.
func BenchmarkSync(b *testing.B) {
	s := newServer(b)
	s.publish(day1, manyFiles)
	var l realLibrary
	b.Run("first", func(b *testing.B) {
		for b.Loop() {
			b.StopTimer()
			l = newReal(b, s.URL+"/root.xml")
			b.StartTimer()
			l.sync(b, manyFiles)
		}
	})
	l = newReal(b, s.URL+"/root.xml")
	l.sync(b, manyFiles)
	b.Run("unchanged", func(b *testing.B) {
		for b.Loop() {
			l.sync(b, 0)
		}
	})
	n := 0
	b.Run("one more", func(b *testing.B) {
		for b.Loop() {
			b.StopTimer()
			n++
			s.publish(day2.Add(time.Duration(n)*time.Second), manyFiles+n)
			b.StartTimer()
			l.sync(b, 1)
		}
	})
}
