package web

import (
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"crossfeed/engine/transport"
)

// noon is the time on the endpoint's clock.
var noon = time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC)

const feed = `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"><channel><title>Groceries</title></channel></rss>`

// newClient returns a client, and checks at the end that all its temporary files and
// connections are gone. It ignores the proxies of this machine.
func newClient(t testing.TB, o Options) *Client {
	t.Helper()
	temp := &countingFiles{}
	if o.TempFiles == nil {
		o.TempFiles = temp
	}
	if o.Getenv == nil {
		o.Getenv = func(string) string { return "" }
	}
	if o.Routed == nil {
		o.Routed = func() bool { return false }
	}
	c := New(o)
	t.Cleanup(func() {
		c.Close()
		if n := temp.open.Load(); n != 0 {
			t.Errorf("%d temporary files were not closed", n)
		}
	})
	return c
}

// countingFiles counts the open files.
type countingFiles struct{ open atomic.Int64 }

type countedFile struct {
	transport.TempFile
	from *countingFiles
}

func (s *countingFiles) New() (transport.TempFile, error) {
	f, err := transport.TempFolder{}.New()
	s.open.Add(1)
	return &countedFile{f, s}, err
}

func (f *countedFile) Close() error {
	f.from.open.Add(-1)
	return f.TempFile.Close()
}

func serve(t testing.TB, h http.HandlerFunc) *httptest.Server {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return s
}

// serveOn starts a server on a given loopback address, so that a test can declare some of
// these private and others public.
func serveOn(t testing.TB, ip string, h http.HandlerFunc) *httptest.Server {
	t.Helper()
	listener, err := net.Listen("tcp", net.JoinHostPort(ip, "0"))
	if err != nil {
		t.Fatal(err)
	}
	s := &httptest.Server{Listener: listener, Config: &http.Server{Handler: h}}
	s.Start()
	t.Cleanup(s.Close)
	return s
}

// raw starts a server that writes whatever answer does, whether that is HTTP or not.
func raw(t testing.TB, answer func(net.Conn)) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	rawOn(t, listener, answer)
	return "http://" + listener.Addr().String() + "/"
}

func rawOn(t testing.TB, listener net.Listener, answer func(net.Conn)) {
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close()
				_, _ = conn.Read(make([]byte, 4096))
				answer(conn)
			}()
		}
	}()
}

// at returns the first request for an address.
func at(address string) transport.Request {
	return transport.Request{Target: transport.Target{Address: address}, Now: noon}
}

// text returns the document of a response, which it closes.
func text(t testing.TB, r *transport.Response) string {
	t.Helper()
	if r.Body == nil {
		return ""
	}
	b, err := io.ReadAll(r.Body)
	if err := errors.Join(err, r.Body.Close()); err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// mustRead reads a document that exists.
func mustRead(t testing.TB, c *Client, r transport.Request) (*transport.Response, string) {
	t.Helper()
	response, err := c.Read(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	return response, text(t, response)
}

// troubled reads a document that cannot be read, and returns the error.
func troubled(t testing.TB, c *Client, r transport.Request) *transport.Error {
	t.Helper()
	return troubledIn(t.Context(), t, c, r)
}

func troubledIn(ctx context.Context, t testing.TB, c *Client, r transport.Request) *transport.Error {
	t.Helper()
	response, err := c.Read(ctx, r)
	if err == nil {
		t.Fatalf("read %q, want an error", text(t, response))
	}
	e := (*transport.Error)(nil)
	if !errors.As(err, &e) {
		t.Fatalf("got %T %v, want a *location.Error", err, err)
	}
	return e
}

// gzipped compresses a text.
func gzipped(s string) string {
	var b strings.Builder
	w := gzip.NewWriter(&b)
	_, _ = io.WriteString(w, s)
	_ = w.Close()
	return b.String()
}

// passwords maps "place user" to passwords.
type passwords map[string]string

func (p passwords) Password(_ context.Context, place, user string) (string, error) {
	if password, ok := p[place+" "+user]; ok {
		return password, nil
	}
	return "", fmt.Errorf("%s at %s: %w", user, place, transport.ErrNoPassword)
}

func mustWrite(t testing.TB, path string, b []byte) string {
	t.Helper()
	if err := os.WriteFile(path, b, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}
