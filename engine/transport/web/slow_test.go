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

	"crossfeed/engine/enginetest/servertest"
	"crossfeed/engine/transport"
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

// When a request ends depends on the rate of the bytes, and never on how long the reader takes
// to process them.
func TestARequestEndsWhenTooLittleComes(t *testing.T) {
	for name, c := range map[string]struct {
		bytes       int
		every, busy time.Duration
		// ends is when the request is given up; 0 means never.
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
			var slow transport.TooSlow
			gaveUp := errors.As(context.Cause(ctx), &slow)
			took := time.Since(begun).Round(time.Second)
			if gaveUp != (c.ends > 0) || gaveUp && (took-c.ends).Abs() > 2*time.Second {
				t.Errorf("%s: %v after %v, want %v", name, context.Cause(ctx), took, c.ends)
			}
		})
	}
}

const head200 = "HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n"

// inBubble runs a test in a synctest bubble, with a client whose server, at somewhere, runs
// answer.
func inBubble(t *testing.T, answer func(net.Conn), test func(*testing.T, *Client)) {
	synctest.Test(t, func(t *testing.T) {
		l := servertest.Listen()
		rawOn(t, l, answer)
		test(t, newClient(t, Options{Dial: l.Dial}))
	})
}

const somewhere = "http://127.0.0.1/"

func TestABodyThatTricklesIsWaitedFor(t *testing.T) {
	inBubble(t, func(conn net.Conn) {
		_, _ = fmt.Fprintf(conn, head200, len(feed))
		for i := range len(feed) {
			time.Sleep(time.Second)
			_, _ = io.WriteString(conn, feed[i:i+1])
		}
	}, func(t *testing.T, c *Client) {
		begin := time.Now()
		if _, got := mustRead(t, c, at(somewhere)); got != feed {
			t.Errorf("got %q", got)
		}
		if took := time.Since(begin); took < time.Minute {
			t.Errorf("it took only %v: the test shows nothing", took)
		}
	})
}

func TestWhateverStopsIsGivenUp(t *testing.T) {
	for name, c := range map[string]struct {
		address string
		answer  string
		stuck   bool
		says    string
	}{
		"the connection":         {somewhere, "", true, "could not connect within 15s"},
		"the handshake":          {"https://127.0.0.1/", "", false, "could not connect within 15s"},
		"the answer":             {somewhere, "", false, "no answer came within 1m0s"},
		"the answer in its head": {somewhere, "HTTP/1.1 200 OK\r\n", false, "nothing came for 1m0s"},
		"the body":               {somewhere, fmt.Sprintf(head200, 1000) + "<rss>", false, "nothing came for 1m0s"},
		"the body of a redirect": {somewhere, "HTTP/1.1 302 Found\r\nLocation: /a\r\nContent-Length: 9\r\n\r\n", false, "nothing came for 1m0s"},
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(conn net.Conn) {
				_, _ = io.WriteString(conn, c.answer)
				_, _ = io.Copy(io.Discard, conn)
			}, func(t *testing.T, client *Client) {
				if c.stuck {
					client.options.Dial = func(ctx context.Context, _, _ string) (net.Conn, error) { <-ctx.Done(); return nil, ctx.Err() }
				}
				e := troubled(t, client, at(c.address))
				if e.Trouble != transport.Timeout || !strings.Contains(e.Error(), c.says) {
					t.Errorf("got %v", e)
				}
			})
		})
	}
}

func TestAServerThatTakesNothingIsGivenUp(t *testing.T) {
	inBubble(t, func(net.Conn) { time.Sleep(time.Hour) }, func(t *testing.T, c *Client) {
		req, err := http.NewRequest(http.MethodPut, somewhere, strings.NewReader(strings.Repeat("x", 1<<20)))
		if err != nil {
			t.Fatal(err)
		}
		_, err = c.Do(t.Context(), at(somewhere).Target, req)
		var e *transport.Error
		if !errors.As(err, &e) || e.Trouble != transport.Timeout || !strings.Contains(e.Error(), "the server took nothing for 1m0s") {
			t.Errorf("got %v", err)
		}
		time.Sleep(time.Hour) // until the server ends, too
	})
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
			// No server here ever continues: if the cancellation were ignored, the error would
			// be a timeout.
			response, err := client.Read(ctx, at(c.address))
			if !errors.Is(err, context.Canceled) || response != nil {
				t.Errorf("got %v, %v", response, err)
			}
			client.Close()
			waitForGoroutines(t, before+1) // the server's own side of the connection keeps waiting
		})
	}
}

func TestTheCallersDeadlineIsATimeout(t *testing.T) {
	inBubble(t, func(conn net.Conn) { _, _ = io.Copy(io.Discard, conn) }, func(t *testing.T, c *Client) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if e := troubledIn(ctx, t, c, at(somewhere)); e.Trouble != transport.Timeout {
			t.Errorf("got %v", e)
		}
	})
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
	waitForGoroutines(t, before)
}

// waitForGoroutines waits until there are no more goroutines than before.
func waitForGoroutines(t *testing.T, before int) {
	t.Helper()
	for begun := time.Now(); time.Since(begun) < 2*time.Minute; time.Sleep(10 * time.Millisecond) {
		if runtime.NumGoroutine() <= before {
			return
		}
	}
	stacks := make([]byte, 1<<20)
	t.Errorf("%d goroutines, %d before:\n%s", runtime.NumGoroutine(), before, stacks[:runtime.Stack(stacks, true)])
}
