package cli_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"crossfeed/engine/enginetest/locationtest"
	"crossfeed/engine/location"
	"crossfeed/engine/location/reach"
	"crossfeed/engine/location/web"
	"crossfeed/ui/cli"
)

// impatient lets a desk reach servers, and wait for a request in all so long.
func (d *desk) impatient(total time.Duration) {
	d.env.Places = func(p location.Passwords) location.Places {
		return reach.New(reach.Options{
			Files: location.Disk{}, Passwords: p, Getenv: func(string) string { return "" }, Limits: web.Limits{Total: total},
		})
	}
}

// drip sends a byte now and then, without an end.
func drip(w http.ResponseWriter, r *http.Request, begins string) {
	_, _ = io.WriteString(w, begins)
	for r.Context().Err() == nil {
		_, _ = io.WriteString(w, " ")
		w.(http.Flusher).Flush()
		time.Sleep(20 * time.Millisecond)
	}
}

// A server that sends a byte now and then is given up, and what is said names the
// address, the reason and the remedy.
func TestAFeedThatDripsIsGivenUp(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { drip(w, r, eggs[:200]) }))
	t.Cleanup(s.Close)
	d := newDesk(t)
	d.impatient(400 * time.Millisecond)
	d.ok("set", "new", "Groceries")
	d.ok("item", "add", "Groceries", "--id", "milk", "--title", "Milk")
	d.ok("publish", "Groceries", d.file("feed.xml"))
	says := []string{s.URL + "/feed.xml", "too slow to wait for", "bytes in", "try again later"}
	d.run("subscription", "check", s.URL+"/feed.xml").is(cli.Failed).mentions(says...)
	d.ok("subscription", "add", "Groceries", s.URL+"/feed.xml")
	d.ok("item", "add", "Groceries", "--id", "bread", "--title", "Bread")
	d.run("sync").is(cli.Failed).mentions(says...)
	if !strings.Contains(read(t, d.file("feed.xml")), "Bread") {
		t.Error("our own change is not published")
	}
	if got := d.subscription(); got.Trouble != "slow" || got.Failures != 1 {
		t.Errorf("%+v", got)
	}
}

// slowly is the address of a feed that keeps coming at twice the least rate.
func slowly(t *testing.T, text string) string {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		for text := text; text != ""; text = text[min(len(text), 20):] {
			_, _ = io.WriteString(w, text[:min(len(text), 20)])
			w.(http.Flusher).Flush()
			time.Sleep(8 * time.Millisecond)
		}
	}))
	t.Cleanup(s.Close)
	return s.URL + "/feed.xml"
}

// A large feed that keeps coming is waited for.
func TestAFeedThatKeepsComingIsWaitedFor(t *testing.T) {
	address := slowly(t, eggs)
	d := newDesk(t)
	d.impatient(200 * time.Millisecond)
	d.ok("set", "new", "Groceries")
	d.ok("subscription", "add", "Groceries", address)
	d.ok("sync")
	d.ok("item", "show", "Groceries", "eggs")
}

func TestAFileOfALibraryThatDripsKeepsNoOtherWaiting(t *testing.T) {
	s := newSite(t)
	s.holidays()
	files := s.server.Config.Handler
	s.server.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/sea.jpg" {
			drip(w, r, "")
			return
		}
		files.ServeHTTP(w, r)
	})
	s.impatient(time.Second)
	s.ok("content", "add", s.at(""))
	s.run("content", "sync").is(cli.Attention).mentions(s.at("sea.jpg"), "too slow to wait for", "try again later")
	s.server.Config.Handler = files
	s.ok("content", "sync")
}

// What was changed here is published although a feed takes an hour.
func TestPublishingWaitsForNoFeed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, places := reaching(t)
		places.Serve(far, locationtest.Served{Text: eggs, After: time.Hour})
		d.ok("publish", "Groceries", d.file("feed.xml"))
		d.ok("subscription", "add", "Groceries", far)
		d.ok("item", "add", "Groceries", "--id", "bread", "--title", "Bread")
		var out lockedBuffer
		d.env.Stdout, d.env.Stderr = &out, &out
		done := make(chan int)
		go func() { done <- cli.Run(context.Background(), append([]string{"sync"}, d.args...), d.env) }()
		time.Sleep(time.Minute)
		if !strings.Contains(read(t, d.file("feed.xml")), "Bread") {
			t.Error("our own change waits for the feed")
		}
		if state := <-done; state != cli.Done {
			t.Errorf("the state is %d: %s", state, out.String())
		}
		if !strings.Contains(read(t, d.file("feed.xml")), "eggs") {
			t.Error("what came is not published at the end")
		}
	})
}
