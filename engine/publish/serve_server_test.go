package publish_test

import (
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/publish"
)

// listening starts a server with its limits, as the command does.
func listening(t *testing.T, change func(*http.Server)) string {
	t.Helper()
	h := publish.NewSite([]publish.ServedFeed{(&list{text: "<rss/>"}).feed("a.xml")}, publish.SiteOptions{})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := publish.Server(h)
	change(s)
	go s.Serve(publish.Limited(l))
	t.Cleanup(func() {
		if err := errors.Join(s.Close(), h.Close()); err != nil {
			t.Error(err)
		}
	})
	return l.Addr().String()
}

func TestWhoSendsARequestByteByByteIsSentAway(t *testing.T) {
	if s := publish.Server(nil); s.ReadHeaderTimeout != 10*time.Second || s.IdleTimeout == 0 || s.ReadTimeout == 0 || s.MaxHeaderBytes > 64<<10 {
		t.Errorf("the limits are %+v", s)
	}
	at := listening(t, func(s *http.Server) { s.ReadHeaderTimeout = 200 * time.Millisecond })
	c, err := net.Dial("tcp", at)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	io.WriteString(c, "GET /a.xml HTTP/1.1\r\nHost: desk\r\n")
	for { // until the server closes the connection
		if _, err := io.WriteString(c, "X-A: b\r\n"); err != nil {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
}

func TestManyHalfRequestsDoNotKeepOthersOut(t *testing.T) {
	at := listening(t, func(s *http.Server) { s.ReadHeaderTimeout = time.Second })
	for range 100 { // of which 32 stay open until they time out
		c, err := net.Dial("tcp", at)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		io.WriteString(c, "GET /a.xml HTTP/1.1\r\n")
	}
	for { // until a connection is accepted
		client := http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
		got, err := client.Get("http://" + at + "/a.xml")
		if err == nil {
			got.Body.Close()
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
}

func TestAHeaderWithoutEndIsRefused(t *testing.T) {
	at := listening(t, func(*http.Server) {})
	c, err := net.Dial("tcp", at)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	io.WriteString(c, "GET /a.xml HTTP/1.1\r\nHost: desk\r\nX-A: "+strings.Repeat("x", 64<<10)+"\r\n\r\n")
	answer, _ := io.ReadAll(c)
	if !strings.HasPrefix(string(answer), "HTTP/1.1 431") {
		t.Errorf("answered %.100q", answer)
	}
}

func TestAReaderThatTakesNothingIsSentAway(t *testing.T) {
	l := &list{text: strings.Repeat("x", 64<<20)}
	h := publish.NewSite([]publish.ServedFeed{l.feed("a.xml")}, publish.SiteOptions{Silence: 200 * time.Millisecond})
	ended := make(chan struct{})
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h.ServeHTTP(w, r)
		close(ended)
	}))
	t.Cleanup(func() {
		s.Close()
		if err := h.Close(); err != nil {
			t.Error(err)
		}
	})
	c, err := net.Dial("tcp", s.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	io.WriteString(c, "GET /a.xml HTTP/1.1\r\nHost: desk\r\n\r\n")
	<-ended
}
