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
	"time"

	"crossfeed/engine/location"
)

// A machine under load is slow as well: what has to go on gets ten times the pause
// between its bytes.
var quick = Limits{Connect: 400 * time.Millisecond, Answer: 500 * time.Millisecond, Silence: 300 * time.Millisecond}

const head200 = "HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n"

func TestABodyThatTricklesIsWaitedFor(t *testing.T) {
	address := raw(t, func(conn net.Conn) {
		_, _ = fmt.Fprintf(conn, head200, len(feed))
		for i := range len(feed) {
			time.Sleep(10 * time.Millisecond)
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
		"the connection":         {"http://feeds.test/", stuck, "no connection came about within 400ms"},
		"the handshake":          {strings.Replace(raw(t, stop("")), "http:", "https:", 1), nil, "no connection came about within 400ms"},
		"the answer":             {raw(t, stop("")), nil, "no answer came within 500ms"},
		"the answer in its head": {raw(t, stop("HTTP/1.1 200 OK\r\n")), nil, "nothing came for 300ms"},
		"the body":               {raw(t, stop(fmt.Sprintf(head200, 1000)+"<rss>")), nil, "nothing came for 300ms"},
		"the body of a redirect": {raw(t, stop("HTTP/1.1 302 Found\r\nLocation: /a\r\nContent-Length: 9\r\n\r\n")), nil, "nothing came for 300ms"},
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
	if !errors.As(err, &e) || e.Trouble != location.Timeout || !strings.Contains(e.Error(), "the server took nothing for 300ms") {
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
			begin := time.Now()
			response, err := client.Read(ctx, at(c.address))
			if !errors.Is(err, context.Canceled) || response != nil {
				t.Errorf("got %v, %v", response, err)
			}
			if took := time.Since(begin); took > 5*time.Second {
				t.Errorf("it took %v", took)
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
	for range 200 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	stacks := make([]byte, 1<<20)
	t.Errorf("%d goroutines, %d before:\n%s", runtime.NumGoroutine(), before, stacks[:runtime.Stack(stacks, true)])
}
