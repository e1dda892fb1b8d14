package contentsync_test

import (
	"context"
	"fmt"
	"maps"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"crossfeed/engine/enginetest/transporttest"
	"crossfeed/engine/library/contentsync"
	"crossfeed/engine/transport"
)

// counting are places that count concurrent downloads: the maximum in total, and for each
// server.
type counting struct {
	*transporttest.Places
	mu        sync.Mutex
	now, most map[string]int
}

func (c *counting) Download(ctx context.Context, d transport.Download) (*transport.Stream, error) {
	host, _, _ := strings.Cut(strings.TrimPrefix(d.Address, "https://"), "/")
	c.add(host, 1)
	defer c.add(host, -1)
	return c.Places.Download(ctx, d)
}

func (c *counting) add(host string, n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, of := range []string{"all", host} {
		c.now[of] += n
		c.most[of] = max(c.most[of], c.now[of])
	}
}

// mostAtOnce syncs 30 files from three slow servers.
func mostAtOnce(t *testing.T, limits contentsync.Limits) (most map[string]int) {
	w := newWorld(t)
	var links []string
	for n := range 30 {
		address := fmt.Sprintf("https://%c.example/%d", 'a'+n%3, n)
		w.places.Serve(address, transporttest.Served{Text: "x", After: time.Second})
		links = append(links, address)
	}
	w.feed("root.xml", day1, item("1", day1, links...))
	c := &counting{Places: w.places, now: map[string]int{}, most: map[string]int{}}
	p := w.parts()
	p.Places = c
	if r, err := contentsync.Sync(t.Context(), p, contentsync.Options{Library: w.key, Root: true, Limits: limits}); err != nil || r.Files != 30 {
		t.Errorf("%+v, %v", r, err)
	}
	return c.most
}

func TestSixDownloadsGoOnBesideEachOtherAndThreeOfOneServer(t *testing.T) {
	for _, c := range []struct {
		limits contentsync.Limits
		want   map[string]int
	}{
		{contentsync.Limits{}, map[string]int{"all": 6, "a.example": 3, "b.example": 3, "c.example": 3}},
		{contentsync.Limits{Parallel: 4, PerHost: 2}, map[string]int{"all": 4, "a.example": 2, "b.example": 2, "c.example": 2}},
		{contentsync.Limits{Parallel: 20}, map[string]int{"all": 9, "a.example": 3, "b.example": 3, "c.example": 3}},
	} {
		synctest.Test(t, func(t *testing.T) {
			if got := mostAtOnce(t, c.limits); !maps.Equal(got, c.want) {
				t.Errorf("%+v: at once were %v, want %v", c.limits, got, c.want)
			}
		})
	}
}

// The amount of work must be known early, so that a person can see the progress.
func TestFeedsComeBeforeFiles(t *testing.T) {
	w := newWorld(t)
	w.limits.Parallel = 1
	w.feed("root.xml", day1, item("1", day1, "a", "b"), item("2", day1, "nested:n.xml"), item("3", day1, "c"))
	w.feed("n.xml", day1, item("4", day1, "d"), item("5", day1, "nested:m.xml"))
	w.feed("m.xml", day1, item("6", day1, "e"))
	w.file("a", "b", "c", "d", "e")
	w.places.Requests()
	w.report()
	var order []string
	for _, r := range w.places.Requests() {
		order = append(order, strings.TrimPrefix(r.Address, at))
	}
	want(t, "in this order", order, "root.xml n.xml m.xml a b c d e")
}

// "CSE is optimized for unidirectional sync": a library is only ever read. A run waits at most
// two seconds for a slow feed. What the feed links to is then fetched as well, but files
// fetched in the meantime are fetched only once.
func TestFilesAreFetchedWhileAFeedIsSlow(t *testing.T) {
	for _, asked := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			w := newWorld(t)
			w.feed("root.xml", day1, item("1", day1, "f"), item("2", day1, "nested:slow.xml"))
			w.places.Serve(at+"slow.xml", transporttest.Served{After: 10 * time.Second, Text: feedOf(day1, item("3", day1, "f", "g"))})
			w.file("f", "g")
			for after, requests := range map[time.Duration]int{1950 * time.Millisecond: 0, 2050 * time.Millisecond: 1} {
				time.AfterFunc(after, func() {
					if n := w.places.Counts()[at+"f"].Requests; n != requests {
						t.Errorf("after %v the file was asked for %d times, want %d", after, n, requests)
					}
				})
			}
			wanted := "f g root.xml slow.xml"
			if asked {
				time.AfterFunc(5*time.Second, func() { w.want("f") })
				wanted = "f f g root.xml slow.xml"
			}
			want(t, "asked", w.sync(), wanted)
			want(t, "here", w.here(), "f g")
		})
	}
}

func TestNothingIsWrittenWhereALibraryLies(t *testing.T) {
	w := inMidlife(t)
	w.report()
	w.remove("fresh")
	w.sync()
	if n := w.places.Written(); n != 0 {
		t.Errorf("%d times something was written", n)
	}
}

func TestProgressIsToldTenTimesASecondAndNotMore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.feed("root.xml", day1, item("1", day1, "a", "b", "film"))
		w.file("a", "b")
		w.places.Serve(at+"film", transporttest.Served{Text: "0", Download: transporttest.Flow{Size: 2 << 20, Hangs: true, Stalls: 1 << 20}})
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		var told []contentsync.Progress
		o := w.options()
		o.Progress = func(p contentsync.Progress) { told = append(told, p) }
		if _, err := contentsync.Sync(ctx, w.parts(), o); err != nil {
			t.Fatal(err)
		}
		if len(told) < 90 || len(told) > 110 {
			t.Errorf("it was told %d times in ten seconds", len(told))
		}
		p := told[50]
		if p.Feeds != 1 || p.Files != 2 || p.AllFiles != 3 || len(p.Now) != 1 {
			t.Fatalf("got %+v", p)
		}
		if want := (contentsync.Download{Address: at + "film", Received: 1 << 20, Size: 2 << 20}); p.Now[0] != want {
			t.Errorf("got %+v, want %+v", p.Now[0], want)
		}
		if p.Bytes < 1<<20 {
			t.Errorf("%d bytes", p.Bytes)
		}
		if last := told[len(told)-1]; len(last.Now) != 0 {
			t.Errorf("the last time tells of %+v", last.Now)
		}
	})
}

// reportingPlaces are places that report the received bytes of a feed three times.
type reportingPlaces struct{ *transporttest.Places }

func (p reportingPlaces) Read(ctx context.Context, r transport.Request) (*transport.Response, error) {
	told := r.Arrived
	r.Arrived = nil
	for _, bytes := range []int64{100, 250, 300} {
		told(bytes)
	}
	return p.Places.Read(ctx, r)
}

func TestBytesOfAFeedAreCountedOnce(t *testing.T) {
	w := newWorld(t)
	w.feed("root.xml", day1)
	p, o := w.parts(), w.options()
	p.Places = reportingPlaces{w.places}
	var last contentsync.Progress
	o.Progress = func(p contentsync.Progress) { last = p }
	if _, err := contentsync.Sync(t.Context(), p, o); err != nil || last.Bytes != 300 {
		t.Errorf("got %d bytes, %v", last.Bytes, err)
	}
}
