package engine_test

import (
	"compress/gzip"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"crossfeed/engine"
	"crossfeed/engine/enginetest/testsize"
	"crossfeed/engine/item"
	"crossfeed/engine/lists"
	"crossfeed/engine/rules"
	"crossfeed/engine/rules/feedsync"
	"crossfeed/engine/sharing"
	"crossfeed/engine/store"
	"crossfeed/engine/subscribe"
	"crossfeed/engine/transport"
	"crossfeed/engine/transport/web"
	"crossfeed/engine/transport/webdav"
	"crossfeed/storage"
)

const (
	// listed is the number of items of the list, changedOnes how many of them change between
	// two syncs.
	listed, changedOnes = 100_000, 100
	// fewer is by what factor the partial feed must be smaller than the complete one.
	fewer = 200
	// flat limits the additional memory for publishing, in bytes per item: it allows for stamps
	// and rows of the store, but not for items.
	flat = 500
)

// BenchmarkPartialFeed lets an up-to-date subscriber read a list of 100,000 items of which 100
// changed, over HTTP, without and with gzip: "fewer" is by what factor the complete feed is
// larger. "heap-MB" is the additional memory for publishing.
func BenchmarkPartialFeed(b *testing.B) {
	folder := b.TempDir()
	publisher := newListed(b, listed)
	before := heapNow()
	peak := watchHeap()
	shared, err := publisher.Sharing.Share(b.Context(), "List", sharing.Options{Location: folder, Window: "30d"})
	publisher.check(err)
	grew := float64(peak()) - float64(before)
	if grew > flat*listed {
		b.Errorf("publishing took %.0f MB, at most %d", grew/1e6, flat*listed/1_000_000)
	}
	for _, zipped := range []bool{false, true} {
		b.Run(fmt.Sprintf("gzip=%v", zipped), func(b *testing.B) {
			address := serving(b, folder, zipped)
			complete := wire(b, address+filepath.Base(shared.Complete))
			subscriber := newSubscriber(b)
			_, err := subscriber.Subscriptions.Subscribe(b.Context(), "List", address+filepath.Base(shared.Address))
			subscriber.check(err)
			if r := readOnce(b, subscriber); r.New != listed {
				b.Fatalf("the first reading brought %+v", r)
			}
			var bytes int64
			for b.Loop() {
				publisher.changeSome(changedOnes)
				_, err := publisher.Sharing.Publish(b.Context(), "List")
				publisher.check(err)
				subscriber.clock.step(time.Hour)
				r := readOnce(b, subscriber)
				if r.Updated != changedOnes {
					b.Fatalf("the next reading brought %+v", r)
				}
				bytes = r.Bytes
			}
			times := float64(complete) / float64(bytes)
			b.ReportMetric(times, "fewer")
			b.ReportMetric(float64(complete), "complete-B")
			b.ReportMetric(float64(bytes), "read-B")
			b.ReportMetric(grew/1e6, "heap-MB")
			if times < fewer {
				b.Errorf("%d bytes of %d: %.0f times fewer, at least %d", bytes, complete, times, fewer)
			}
		})
	}
}

// TestAPartialFeedIsShort is a small version of the benchmark, so that every test run checks
// by what factor fewer bytes are read.
func TestAPartialFeedIsShort(t *testing.T) {
	const changed = 5
	size := testsize.Of(1_500, 5_000)
	folder := t.TempDir()
	publisher, subscriber := newListed(t, size), newSubscriber(t)
	shared, err := publisher.Sharing.Share(t.Context(), "List", sharing.Options{Location: folder, Window: "30d"})
	publisher.check(err)
	address := serving(t, folder, false)
	_, err = subscriber.Subscriptions.Subscribe(t.Context(), "List", address+filepath.Base(shared.Address))
	subscriber.check(err)
	if r := readOnce(t, subscriber); r.New != size {
		t.Fatalf("the first reading brought %+v", r)
	}
	publisher.changeSome(changed)
	_, err = publisher.Sharing.Publish(t.Context(), "List")
	publisher.check(err)
	subscriber.clock.step(time.Hour)
	r, complete := readOnce(t, subscriber), wire(t, address+filepath.Base(shared.Complete))
	if r.Updated != changed || r.Bytes == 0 || complete/r.Bytes < fewer {
		t.Errorf("%+v of a complete feed of %d bytes: want %d times fewer", r, complete, fewer)
	}
}

type longList struct {
	*desk
	b       testing.TB
	changes int
}

// newListed returns an endpoint with a list of size items, which are 40 days old.
func newListed(b testing.TB, size int) *longList {
	b.Helper()
	st, err := storage.Open(b.Context(), b.TempDir())
	if err != nil {
		b.Fatal(err)
	}
	c := newClock()
	e, err := engine.Open(b.Context(), engine.Parts{Store: st, Clock: c, Random: rand.NewChaCha8([32]byte{1}), Files: transport.Disk{}, Endpoint: "desk"})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { e.Close() })
	l := &longList{desk: &desk{tester: b, Engine: e, memory: st, clock: c}, b: b}
	_, err = e.Lists.Create(b.Context(), lists.New{Name: "List"})
	l.check(err)
	long := c.Now().Add(-40 * 24 * time.Hour)
	l.put(0, size, func(id string, n int) (*item.Item, error) {
		return feedsync.Create(id, rules.Change{Content: item.Plain(words(n, 6), words(n+1, 60))}, false, rules.Stamp{By: "desk", When: long})
	}, long)
	return l
}

// put puts items in one transaction.
func (l *longList) put(from, to int, make func(id string, n int) (*item.Item, error), at time.Time) {
	l.Helper()
	l.check(l.memory.Update(l.b.Context(), func(w store.Writer) error {
		set, err := w.SetNamed("List")
		for n := from; n < to && err == nil; n++ {
			id := fmt.Sprintf("urn:uuid:00000000-0000-4000-8000-%012d", n)
			var it *item.Item
			if it, err = make(id, n); err == nil {
				err = w.PutItem(set.Key, it, store.Seen{At: at})
			}
		}
		return err
	}))
}

// changeSome changes some items, the same ones each time: they fill the partial feed once.
func (l *longList) changeSome(some int) {
	l.Helper()
	l.changes++
	l.clock.step(time.Hour)
	l.put(500, 500+some, func(id string, n int) (*item.Item, error) {
		it, err := l.Lists.Item(l.b.Context(), "List", id)
		if err != nil {
			return nil, err
		}
		return feedsync.Resolve(it, rules.Change{Content: item.Plain(words(n+l.changes, 6), words(n, 60))}, nil, rules.Stamp{By: "desk", When: l.clock.Now()})
	}, l.clock.Now())
}

// words returns a text that is different for each seed.
func words(seed, n int) string {
	random := rand.New(rand.NewPCG(uint64(seed), 7))
	var s strings.Builder
	for range n {
		fmt.Fprintf(&s, "%x ", random.Uint64()>>(8*random.IntN(7)))
	}
	return s.String()
}

// serving serves a folder over HTTP.
func serving(b testing.TB, folder string, zipped bool) (address string) {
	files := http.FileServer(http.Dir(folder))
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !zipped || !strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
			files.ServeHTTP(w, r)
			return
		}
		text, err := os.ReadFile(filepath.Join(folder, filepath.Base(r.URL.Path)))
		if err != nil {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Encoding", "gzip")
		z := gzip.NewWriter(w)
		defer z.Close()
		_, _ = z.Write(text)
	}))
	b.Cleanup(s.Close)
	return s.URL + "/"
}

// newSubscriber returns an endpoint that reads over HTTP.
func newSubscriber(b testing.TB) *desk {
	b.Helper()
	st, err := storage.Open(b.Context(), b.TempDir())
	if err != nil {
		b.Fatal(err)
	}
	client, c := newClient(b), newClock()
	e, err := engine.Open(b.Context(), engine.Parts{
		Store: st, Clock: c, Random: rand.NewChaCha8([32]byte{2}), Files: transport.Disk{}, Endpoint: "laptop",
		Places: engine.Everywhere{"": transport.OnDisk{Files: transport.Disk{}}, "http": webdav.New(client), "https": webdav.New(client)},
	})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { e.Close() })
	_, err = e.Lists.Create(b.Context(), lists.New{Name: "List"})
	if err != nil {
		b.Fatal(err)
	}
	return &desk{tester: b, Engine: e, memory: st, clock: c}
}

func newClient(b testing.TB) *web.Client {
	client := web.New(web.Options{TempFiles: transport.TempFolder{}})
	b.Cleanup(client.Close)
	return client
}

// wire returns the size of a document on the network, in bytes.
func wire(b testing.TB, address string) int64 {
	b.Helper()
	a, err := newClient(b).Read(b.Context(), transport.Request{Target: transport.Target{Address: address}, Now: time.Now()})
	if err != nil {
		b.Fatal(err)
	}
	if err := a.Body.Close(); err != nil {
		b.Fatal(err)
	}
	return a.Wire
}

// readOnce syncs, and returns the report of the only subscription.
func readOnce(b testing.TB, d *desk) subscribe.Report {
	b.Helper()
	reports, err := d.Sync(b.Context(), subscribe.SyncOptions{})
	if err != nil || len(reports) != 1 || reports[0].Error != "" {
		b.Fatalf("%+v, %v", reports, err)
	}
	return reports[0]
}

func heapNow() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// watchHeap samples the heap until peak is called.
func watchHeap() (peak func() uint64) {
	var most atomic.Uint64
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for {
			select {
			case <-stop:
				return
			case <-time.After(20 * time.Millisecond):
				var m runtime.MemStats
				runtime.ReadMemStats(&m)
				most.Store(max(most.Load(), m.HeapAlloc))
			}
		}
	}()
	return func() uint64 {
		close(stop)
		<-stopped
		return most.Load()
	}
}
