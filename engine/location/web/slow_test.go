package web

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"crossfeed/engine/location"
)

func TestHowLongARequestMayTake(t *testing.T) {
	l := Limits{}.orDefaults()
	for name, c := range map[string]struct {
		bytes int64
		want  time.Duration
	}{
		"nothing came":           {0, 2 * time.Minute},
		"a byte every second":    {120, 2*time.Minute + 120*time.Second/1024},
		"a minute more at 1 KiB": {60 << 10, 3 * time.Minute},
		"half a gigabyte":        {512 << 20, 2*time.Minute + 512<<10*time.Second},
	} {
		if got := l.allowed(c.bytes); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

// When a request ends depends on how fast bytes come, and never on how long whoever reads
// takes over what came.
func TestARequestEndsWhenTooLittleComes(t *testing.T) {
	for name, c := range map[string]struct {
		bytes       int
		every, busy time.Duration
		// ends is when it is given up; 0 is never.
		ends time.Duration
	}{
		"a byte every two seconds":            {1, 2 * time.Second, 0, 2 * time.Minute},
		"a byte just before each silence":     {1, 59 * time.Second, 0, 2 * time.Minute},
		"half of the least rate":              {512, time.Second, 0, 4 * time.Minute},
		"the least rate":                      {1 << 10, time.Second, 0, 0},
		"a slow reader of what comes at once": {1, 0, time.Minute, 0},
	} {
		synctest.Test(t, func(t *testing.T) {
			ctx, w := watching(t.Context(), Limits{}.orDefaults())
			defer w.stop()
			begun := time.Now()
			w.reach(w.begin(), receiving)
			for time.Since(begun) < time.Hour && ctx.Err() == nil {
				w.heard(0)
				select {
				case <-time.After(c.every):
				case <-ctx.Done():
				}
				w.restAfter(c.bytes)
				time.Sleep(c.busy)
			}
			var slow tooSlow
			gaveUp := errors.As(context.Cause(ctx), &slow)
			took := time.Since(begun).Round(time.Second)
			if gaveUp != (c.ends > 0) || gaveUp && (took-c.ends).Abs() > 2*time.Second {
				t.Errorf("%s: %v after %v, want %v", name, context.Cause(ctx), took, c.ends)
			}
		})
	}
}

// quick are limits that end a test soon, and that a server that answers at once keeps
// although the machine is busy.
var quick = Limits{Connect: 1600 * time.Millisecond, Answer: 2000 * time.Millisecond, Silence: 1200 * time.Millisecond}

const head200 = "HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n"

func TestABodyThatTricklesIsWaitedFor(t *testing.T) {
	t.Parallel() // it waits
	address := raw(t, func(conn net.Conn) {
		_, _ = fmt.Fprintf(conn, head200, len(feed))
		for i := range len(feed) {
			time.Sleep(3 * quick.Silence / 2 / time.Duration(len(feed)))
			_, _ = io.WriteString(conn, feed[i:i+1])
		}
	})
	begin := time.Now()
	if _, got := mustRead(t, newClient(t, Options{Limits: quick}), at(address)); got != feed {
		t.Errorf("got %q", got)
	}
	if took := time.Since(begin); took < quick.Silence {
		t.Errorf("it took only %v: the test shows nothing", took)
	}
}

func TestWhateverStopsIsGivenUp(t *testing.T) {
	wait := make(chan struct{})
	t.Cleanup(func() { close(wait) })
	stop := func(after string) func(net.Conn) {
		return func(conn net.Conn) { _, _ = io.WriteString(conn, after); <-wait }
	}
	stuck := func(ctx context.Context, _, _ string) (net.Conn, error) { <-ctx.Done(); return nil, ctx.Err() }
	for name, c := range map[string]struct {
		address string
		dial    func(context.Context, string, string) (net.Conn, error)
		says    string
	}{
		"the connection":         {"http://feeds.test/", stuck, "no connection came about within 1.6s"},
		"the handshake":          {strings.Replace(raw(t, stop("")), "http:", "https:", 1), nil, "no connection came about within 1.6s"},
		"the answer":             {raw(t, stop("")), nil, "no answer came within 2s"},
		"the answer in its head": {raw(t, stop("HTTP/1.1 200 OK\r\n")), nil, "nothing came for 1.2s"},
		"the body":               {raw(t, stop(fmt.Sprintf(head200, 1000)+"<rss>")), nil, "nothing came for 1.2s"},
		"the body of a redirect": {raw(t, stop("HTTP/1.1 302 Found\r\nLocation: /a\r\nContent-Length: 9\r\n\r\n")), nil, "nothing came for 1.2s"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := troubled(t, newClient(t, Options{Limits: quick, Dial: c.dial}), at(c.address))
			if e.Trouble != location.Timeout || !strings.Contains(e.Error(), c.says) {
				t.Errorf("got %v", e)
			}
		})
	}
}

func TestAServerThatTakesNothingIsGivenUp(t *testing.T) {
	t.Parallel() // it waits
	wait := make(chan struct{})
	address := raw(t, func(net.Conn) { <-wait })
	t.Cleanup(func() { close(wait) })
	body := strings.Repeat("x", 64<<20)
	req, err := http.NewRequest(http.MethodPut, address, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	_, err = newClient(t, Options{Limits: quick}).Do(t.Context(), at(address).Target, req)
	var e *location.Error
	if !errors.As(err, &e) || e.Trouble != location.Timeout || !strings.Contains(e.Error(), "the server took nothing for 1.2s") {
		t.Errorf("got %v", err)
	}
}

func TestACancelledRequestEndsAtOnceAndLeavesNothing(t *testing.T) {
	wait := make(chan struct{})
	t.Cleanup(func() { close(wait) })
	stop := func(after string) string {
		return raw(t, func(conn net.Conn) { _, _ = io.WriteString(conn, after); <-wait })
	}
	stuck := func(ctx context.Context, _, _ string) (net.Conn, error) { <-ctx.Done(); return nil, ctx.Err() }
	for name, c := range map[string]struct {
		address string
		dial    func(context.Context, string, string) (net.Conn, error)
	}{
		"while it connects":     {"http://feeds.test/", stuck},
		"while it shakes hands": {strings.Replace(stop(""), "http:", "https:", 1), nil},
		"before the answer":     {stop(""), nil},
		"in the head":           {stop("HTTP/1.1 200 OK\r\n"), nil},
		"in the body":           {stop(fmt.Sprintf(head200, 1000) + feed), nil},
		"in a compressed body":  {stop("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 1000\r\n\r\n" + gzipped(feed)[:40]), nil},
		"in a redirect":         {stop("HTTP/1.1 302 Found\r\nLocation: /a\r\nContent-Length: 1000\r\n\r\n"), nil},
	} {
		t.Run(name, func(t *testing.T) {
			before := runtime.NumGoroutine()
			ctx, cancel := context.WithCancel(t.Context())
			timer := time.AfterFunc(50*time.Millisecond, cancel)
			defer timer.Stop()
			client := newClient(t, Options{Dial: c.dial})
			// No server here ever goes on: whoever did not heed the cancelling would be told of a timeout.
			response, err := client.Read(ctx, at(c.address))
			if !errors.Is(err, context.Canceled) || response != nil {
				t.Errorf("got %v, %v", response, err)
			}
			client.Close()
			settle(t, before+1) // the server's own side of the connection waits on
		})
	}
}

func TestTheCallersDeadlineIsATimeout(t *testing.T) {
	wait := make(chan struct{})
	t.Cleanup(func() { close(wait) })
	address := raw(t, func(net.Conn) { <-wait })
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if e := troubledIn(ctx, t, newClient(t, Options{}), at(address)); e.Trouble != location.Timeout {
		t.Errorf("got %v", e)
	}
}

func TestReadingLeavesNoGoroutine(t *testing.T) {
	address := serve(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/":
			http.Redirect(w, r, "/feed", http.StatusFound)
		case "/gone":
			http.Error(w, strings.Repeat("gone ", 100_000), http.StatusGone)
		default:
			document(w, r)
		}
	}).URL
	before := runtime.NumGoroutine()
	c := newClient(t, Options{})
	for range 20 {
		mustRead(t, c, at(address+"/"))
		troubled(t, c, at(address+"/gone"))
	}
	c.Close()
	settle(t, before)
}

// settle waits until there are no more goroutines than there were.
func settle(t *testing.T, before int) {
	t.Helper()
	for begun := time.Now(); time.Since(begun) < 2*time.Minute; time.Sleep(10 * time.Millisecond) {
		if runtime.NumGoroutine() <= before {
			return
		}
	}
	stacks := make([]byte, 1<<20)
	t.Errorf("%d goroutines, %d before:\n%s", runtime.NumGoroutine(), before, stacks[:runtime.Stack(stacks, true)])
}
