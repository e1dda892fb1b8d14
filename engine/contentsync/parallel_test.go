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

	"crossfeed/engine/contentsync"
	"crossfeed/engine/location"
	"crossfeed/engine/location/locationtest"
)

// counting are places that know how many downloads go on beside each other: the most at
// once, and the most of each server.
type counting struct {
	*locationtest.Places
	mu        sync.Mutex
	now, most map[string]int
}

func (c *counting) Download(ctx context.Context, d location.Download) (*location.Stream, error) {
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

// mostAtOnce syncs 30 files of three servers, each of which takes its time.
func mostAtOnce(t *testing.T, limits contentsync.Limits) (most map[string]int) {
	w := newWorld(t)
	var links []string
	for n := range 30 {
		address := fmt.Sprintf("https://%c.example/%d", 'a'+n%3, n)
		w.places.Serve(address, locationtest.Served{Text: "x", After: time.Second})
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

// How much there is to do is known early, and a person sees how far it is.
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

// "CSE is optimized for unidirectional sync": a library is only ever read.
func TestNothingIsWrittenWhereALibraryLies(t *testing.T) {
	w := inMidlife(t)
	w.report()
	w.remove("fresh")
	w.sync()
	if n := w.places.Written(); n != 0 {
		t.Errorf("%d times something was written", n)
	}
}
