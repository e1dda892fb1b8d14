package web

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"crossfeed/engine/transport"
)

// do sends a request.
func do(t *testing.T, c *Client, method, address, body string) (*http.Response, string) {
	t.Helper()
	req, err := http.NewRequest(method, address, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	answer, err := c.Do(t.Context(), transport.Target{Address: address}, req)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	b, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer, string(b)
}

// echoServer echoes the request; /old has moved to /new.
func echoServer(t *testing.T, status int) *httptest.Server {
	return serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/old" {
			http.Redirect(w, r, "/new", status)
			return
		}
		body, _ := io.ReadAll(r.Body)
		_, _ = io.WriteString(w, r.Method+" "+r.URL.Path+" "+string(body))
	})
}

func TestOnlyWhatChangesNothingFollowsRedirects(t *testing.T) {
	c := newClient(t, Options{})
	for _, status := range []int{301, 302, 307, 308} {
		address := echoServer(t, status).URL + "/old"
		for method, followed := range map[string]bool{
			"GET": true, "OPTIONS": true, "PROPFIND": true, "PUT": false, "POST": false, "DELETE": false, "MKCOL": false, "MOVE": false,
		} {
			answer, got := do(t, c, method, address, "body")
			if followed && got != method+" /new body" || !followed && answer.StatusCode != status {
				t.Errorf("%s, %d: got %d %q", method, status, answer.StatusCode, got)
			}
		}
	}
}

func TestDoGivesAStatusAsAnAnswer(t *testing.T) {
	c := newClient(t, Options{})
	for _, status := range []int{207, 401, 404, 412, 507} {
		address := serve(t, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(status) }).URL
		if answer, _ := do(t, c, "PUT", address, "x"); answer.StatusCode != status {
			t.Errorf("got %d, want %d", answer.StatusCode, status)
		}
	}
}

func TestDoAsksForUncompressedAnswersUnlessItIsTold(t *testing.T) {
	var asked http.Header
	address := serve(t, func(_ http.ResponseWriter, r *http.Request) { asked = r.Header }).URL
	do(t, newClient(t, Options{}), "GET", address, "")
	if got := asked.Get("Accept-Encoding") + " " + asked.Get("User-Agent"); got != "identity Crossfeed" {
		t.Errorf("asked with %q", got)
	}
}

func TestABodyThatBreaksOffInDoIsATroubleToo(t *testing.T) {
	address := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "1000")
		_, _ = io.WriteString(w, feed)
	}).URL
	req, err := http.NewRequest("GET", address, nil)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := newClient(t, Options{}).Do(t.Context(), transport.Target{Address: address}, req)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	var e *transport.Error
	if _, err := io.ReadAll(answer.Body); !errors.As(err, &e) || e.Trouble != transport.BrokenOff {
		t.Errorf("got %v", err)
	}
}

func TestTheClientForBucketsGoesTheSameWays(t *testing.T) {
	s := serveTLS(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/old" {
			http.Redirect(w, r, "/new", http.StatusMovedPermanently)
			return
		}
		document(w, r)
	})
	target := transport.Target{Address: "s3://lists/a.xml?endpoint=" + s.URL}
	target.Access.Fingerprint = Fingerprint(s.TLS.Certificates[0].Leaf)
	c := newClient(t, Options{Private: publicNine})
	answer, err := c.HTTP(target).Get(s.URL + "/old")
	if err != nil {
		t.Fatal(err)
	}
	if _ = answer.Body.Close(); answer.StatusCode != http.StatusMovedPermanently {
		t.Errorf("got %d", answer.StatusCode)
	}
	target.From = "s3://lists/b.xml?endpoint=" + s.URL
	if answer, err = c.HTTP(target).Get(s.URL); err != nil {
		t.Fatalf("named by a feed beside it: %v", err)
	}
	_ = answer.Body.Close()
	var e *transport.Error
	target.From = "s3://others/b.xml?endpoint=" + s.URL
	if _, err := c.HTTP(target).Get(s.URL); !errors.As(err, &e) || e.Trouble != transport.Forbids {
		t.Errorf("named by a feed of another bucket: got %v", err)
	}
	target.From, target.Access.Fingerprint = "", ""
	if _, err := c.HTTP(target).Get(s.URL); !errors.As(err, &e) || e.Trouble != transport.Certificate {
		t.Errorf("got %v", err)
	}
	target.From = "s3://lists/b.xml?endpoint=https://127.0.0.9"
	if _, err := c.HTTP(target).Get(s.URL); !errors.As(err, &e) || e.Trouble != transport.Forbids {
		t.Errorf("named by a feed elsewhere: got %v", err)
	}
}

// Servers close idle connections. Requests that change nothing are repeated on a new one;
// requests that write are not, because they may have taken effect.
func TestWhatChangesNothingIsAskedForAgainWhereAKeptConnectionEnded(t *testing.T) {
	for method, want := range map[string]int64{http.MethodGet: 3, "PROPFIND": 3, http.MethodPut: 2, http.MethodDelete: 2} {
		var came atomic.Int64
		address := serve(t, func(w http.ResponseWriter, r *http.Request) {
			if came.Add(1) == 2 {
				conn, _, err := w.(http.Hijacker).Hijack()
				if err != nil {
					t.Error(err)
					return
				}
				_ = conn.Close()
			}
			if r.Header.Get("Idempotency-Key") != "" {
				t.Error("a header is sent that nobody asked for")
			}
		}).URL
		c := newClient(t, Options{})
		for i, m := range []string{http.MethodGet, method} {
			req, err := http.NewRequestWithContext(t.Context(), m, address, nil)
			if err != nil {
				t.Fatal(err)
			}
			answer, err := c.Do(t.Context(), transport.Target{Address: address}, req)
			if err == nil {
				_, err = io.Copy(io.Discard, answer.Body)
				_ = answer.Body.Close()
			}
			if again := i == 0 || want == 3; (err == nil) != again {
				t.Errorf("%s: %v", m, err)
			}
		}
		if n := came.Load(); n != want {
			t.Errorf("%s: %d requests came, want %d", method, n, want)
		}
	}
}
