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

	"crossfeed/engine"
	"crossfeed/engine/enginetest/servertest"
	"crossfeed/engine/enginetest/transporttest"
	"crossfeed/engine/transport"
	"crossfeed/engine/transport/web"
	"crossfeed/engine/transport/webdav"
	"crossfeed/ui/cli"
)

// server is the address of the server of piped.
const server = "http://127.0.0.1"

// piped connects a desk to an in-memory server, so that waiting for the usual timeouts takes
// no time in a bubble.
func (d *desk) piped(h http.HandlerFunc) {
	client := web.New(web.Options{Dial: servertest.InMemory(d.t, h).Dial, Getenv: func(string) string { return "" }})
	d.t.Cleanup(client.Close)
	d.env.Places = func(transport.Passwords) transport.Places {
		return engine.Everywhere{"": transport.OnDisk{Files: transport.Disk{}}, "http": webdav.New(client), "https": webdav.New(client)}
	}
}

// drip sends a byte now and then, endlessly.
func drip(w http.ResponseWriter, r *http.Request, begins string) {
	_, _ = io.WriteString(w, begins)
	for r.Context().Err() == nil {
		_, _ = io.WriteString(w, " ")
		w.(http.Flusher).Flush()
		time.Sleep(time.Second)
	}
}

// A server that sends a byte now and then is given up, and the message names the address, the
// reason and the remedy.
func TestAFeedThatDripsIsGivenUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t)
		d.piped(func(w http.ResponseWriter, r *http.Request) { drip(w, r, eggs[:200]) })
		d.ok("list", "create", "Groceries")
		d.ok("item", "add", "Groceries", "--id", "milk", "--title", "Milk")
		d.ok("publish", "Groceries", d.file("feed.xml"))
		says := []string{server + "/feed.xml", "the server is too slow", "bytes in", "try again later"}
		d.run("subscription", "probe", server+"/feed.xml").is(cli.Failed).mentions(says...)
		began := time.Now()
		d.ok("subscription", "add", "Groceries", server+"/feed.xml").mentions(append(says, "Subscribed")...)
		if took := time.Since(began); took > 150*time.Second { // the feed is waited for once
			t.Errorf("subscribing took %v", took)
		}
		d.ok("item", "add", "Groceries", "--id", "bread", "--title", "Bread")
		d.run("sync").is(cli.Failed).mentions(says...)
		if !strings.Contains(read(t, d.file("feed.xml")), "Bread") {
			t.Error("our own change is not published")
		}
		if got := d.subscription(); got.Trouble != "slow" || got.Failures != 1 {
			t.Errorf("%+v", got)
		}
	})
}

// slowly sends a feed at twice the minimum rate, for four minutes.
func slowly(w http.ResponseWriter, _ *http.Request) {
	const rate = 2 << 10
	for text := eggs + strings.Repeat("\n", 4*60*rate); text != ""; text = text[min(len(text), rate):] {
		_, _ = io.WriteString(w, text[:min(len(text), rate)])
		w.(http.Flusher).Flush()
		time.Sleep(time.Second)
	}
}

// A large feed is read as long as data keeps arriving.
func TestAFeedThatKeepsComingIsWaitedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t)
		d.piped(slowly)
		d.ok("list", "create", "Groceries")
		d.ok("subscription", "add", "Groceries", server+"/feed.xml")
		d.ok("sync")
		d.ok("item", "show", "Groceries", "eggs")
	})
}

func TestAFileOfALibraryThatDripsKeepsNoOtherWaiting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &site{desk: newDesk(t), folder: t.TempDir(), server: &httptest.Server{URL: server}}
		s.holidays()
		files, dripping := http.FileServer(http.Dir(s.folder)), true
		begin, asked := time.Now(), time.Duration(0) // when the last of the other files was asked for
		s.piped(func(w http.ResponseWriter, r *http.Request) {
			if dripping && r.URL.Path == "/sea.jpg" {
				drip(w, r, "")
				return
			}
			s.mu.Lock()
			asked = time.Since(begin)
			s.mu.Unlock()
			files.ServeHTTP(w, r)
		})
		s.ok("content", "add", s.at(""))
		s.run("content", "sync").is(cli.Attention).mentions(s.at("sea.jpg"), "the server is too slow", "try again later")
		if took := time.Since(begin); took < time.Minute || asked > took/2 {
			t.Errorf("the last of the other files was asked for after %v of %v", asked, took)
		}
		for name, want := range map[string]string{"Sea": "failed", "one.txt": "here", "two.txt": "here", "Snow": "here", "Note": "here"} {
			if got := s.stateOf(name); got != want {
				t.Errorf("after the first run %s is %q, not %q", name, got, want)
			}
		}
		dripping = false
		s.ok("content", "sync")
		if got := s.stateOf("Sea"); got != "here" {
			t.Errorf("after the second run Sea is %q", got)
		}
	})
}

// stateOf is the state of a file in the list of the library.
func (s *site) stateOf(title string) string {
	s.t.Helper()
	for line := range strings.Lines(s.ok("content", "list", "Holidays", "--hidden").out) {
		if fields := strings.Fields(line); len(fields) > 1 && fields[0] == title {
			return fields[1]
		}
	}
	s.t.Errorf("there is no %q", title)
	return ""
}

// Local changes are published although a feed takes an hour.
func TestPublishingWaitsForNoFeed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, places := reaching(t)
		places.Serve(far, transporttest.Served{Text: eggs, After: time.Hour})
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
