package web

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"crossfeed/engine/location"
)

func TestEveryStatusIsATrouble(t *testing.T) {
	c := newClient(t, Options{})
	for status, want := range map[int]location.Trouble{
		204: location.Other, 206: location.Other, 300: location.Other, 305: location.Other,
		400: location.Other, 401: location.SignIn, 402: location.Other, 403: location.Forbidden, 404: location.NotFound,
		405: location.Other, 407: location.SignIn, 408: location.Timeout, 410: location.Gone, 412: location.Other,
		413: location.TooLarge, 418: location.Other, 429: location.TooMany, 451: location.Other,
		500: location.Unavailable, 501: location.Unavailable, 502: location.Unavailable, 503: location.Unavailable,
		504: location.Timeout, 507: location.Full, 599: location.Unavailable,
	} {
		address := serve(t, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(status) }).URL
		e := troubled(t, c, at(address+"/feed?key=secret"))
		if e.Trouble != want || e.Status != status || e.RetryAfter != 0 {
			t.Errorf("%d: got %+v, want trouble %d", status, e, want)
		}
		if e.Address != address+"/feed?…" || strings.Contains(e.Error(), "secret") {
			t.Errorf("%d: the error shows too much: %v", status, e)
		}
	}
}

func TestServersThatTakeNoDocumentsAreSaid(t *testing.T) {
	for status, want := range map[int]location.Trouble{
		405: location.NoWriting, 501: location.NoWriting, 507: location.Full, 412: location.Other, 409: location.Other, 423: location.Other,
	} {
		answer := &http.Response{StatusCode: status, Header: http.Header{}, Request: &http.Request{Method: http.MethodPut}}
		if e := StatusError("https://feeds.example/a.xml", answer); e.Trouble != want {
			t.Errorf("%d: got %v", status, e)
		}
	}
}

func TestRetryAfterIsReadWithASecondOrADate(t *testing.T) {
	date := noon.Format(http.TimeFormat)
	for after, want := range map[string]time.Duration{
		"120": 2 * time.Minute, " 120 ": 2 * time.Minute, "0": 0, "604800": week, "604801": week, "4294967295": week,
		noon.Add(time.Hour).Format(http.TimeFormat): time.Hour, noon.Add(-time.Hour).Format(http.TimeFormat): 0,
		noon.Add(time.Hour).Format(time.RFC850): time.Hour, noon.Add(9999 * time.Hour).Format(http.TimeFormat): week,
		"": 0, "-5": 0, "1.5": 0, "soon": 0, "99999999999999999999": 0,
	} {
		for _, status := range []int{429, 503} {
			answer := &http.Response{StatusCode: status, Header: http.Header{"Retry-After": {after}, "Date": {date}}}
			if e := StatusError("https://feeds.example/", answer); e.RetryAfter != want {
				t.Errorf("%d, %q: got %v, want %v", status, after, e.RetryAfter, want)
			}
		}
	}
	other := &http.Response{StatusCode: 404, Header: http.Header{"Retry-After": {"5"}}}
	if e := StatusError("https://feeds.example/", other); e.RetryAfter != 0 {
		t.Errorf("404: got %v", e.RetryAfter)
	}
}

// FuzzRetryAfter shows that no header makes a feed wait for more than a week, or less
// than no time.
func FuzzRetryAfter(f *testing.F) {
	f.Add("120", "")
	f.Add(noon.Format(http.TimeFormat), noon.Add(-time.Hour).Format(http.TimeFormat))
	f.Add("99999999999999", "Tue, 24 Nov 0000 12:00:00 GMT")
	f.Fuzz(func(t *testing.T, after, date string) {
		h := http.Header{"Retry-After": {after}, "Date": {date}, "Expires": {after}, "Cache-Control": {"max-age=" + after, date}, "Age": {date}}
		for _, got := range []time.Duration{retryAfter(h), fresh(h, noon)} {
			if got < 0 || got > week {
				t.Errorf("%q, %q: got %v", after, date, got)
			}
		}
	})
}

func TestHowLongAnAnswerStaysFresh(t *testing.T) {
	later := func(d time.Duration) string { return noon.Add(d).Format(http.TimeFormat) }
	for name, c := range map[string]struct {
		header http.Header
		want   time.Duration
	}{
		"nothing is said":             {http.Header{}, 0},
		"max-age":                     {http.Header{"Cache-Control": {"public, max-age=600"}}, 10 * time.Minute},
		"max-age in capitals, quoted": {http.Header{"Cache-Control": {`Max-Age="600"`}}, 10 * time.Minute},
		"less its age":                {http.Header{"Cache-Control": {"max-age=600"}, "Age": {"60"}}, 9 * time.Minute},
		"older than fresh":            {http.Header{"Cache-Control": {"max-age=60"}, "Age": {"600"}}, 0},
		"in a second line":            {http.Header{"Cache-Control": {"public", "max-age=60"}}, time.Minute},
		"years":                       {http.Header{"Cache-Control": {"max-age=99999999999999999999"}}, week},
		"a week at most":              {http.Header{"Cache-Control": {"max-age=31536000"}}, week},
		"no-store":                    {http.Header{"Cache-Control": {"no-store, max-age=600"}}, 0},
		"no-cache":                    {http.Header{"Cache-Control": {"no-cache"}, "Expires": {later(time.Hour)}}, 0},
		"a shared cache's age":        {http.Header{"Cache-Control": {"s-maxage=600"}}, 0},
		"Expires":                     {http.Header{"Expires": {later(time.Hour)}}, time.Hour},
		"Expires by its own clock":    {http.Header{"Expires": {later(time.Hour)}, "Date": {later(30 * time.Minute)}}, 30 * time.Minute},
		"max-age before Expires":      {http.Header{"Cache-Control": {"max-age=60"}, "Expires": {later(time.Hour)}}, time.Minute},
		"expired":                     {http.Header{"Expires": {later(-time.Hour)}}, 0},
		"Expires that is no date":     {http.Header{"Expires": {"0"}}, 0},
		"max-age that is no number":   {http.Header{"Cache-Control": {"max-age=soon"}}, 0},
	} {
		if got := fresh(c.header, noon); got != c.want {
			t.Errorf("%s: got %v, want %v", name, got, c.want)
		}
	}
}

// dialled is what the operating system says of a connection that did not come about.
func dialled(err error) error { return &net.OpError{Op: "dial", Net: "tcp", Err: err} }

// Here this computer has no way to other networks, so that what is said of names counts
// for nothing.
func TestWhatTheNetworkDoesIsATrouble(t *testing.T) {
	call := func(e syscall.Errno) error { return dialled(os.NewSyscallError("connect", e)) }
	for name, c := range map[string]struct {
		err  error
		want location.Trouble
	}{
		"the network is unreachable": {call(syscall.ENETUNREACH), location.Offline},
		"the network is down":        {call(syscall.ENETDOWN), location.Offline},
		"no route to the host":       {call(syscall.EHOSTUNREACH), location.Offline},
		"no address of its own":      {call(syscall.EADDRNOTAVAIL), location.Offline},
		"no name servers": {dialled(&net.DNSError{Err: "read udp 127.0.0.1:53: connection refused", Name: "feeds.test"}),
			location.Offline},
		"name servers that fail":       {dialled(&net.DNSError{Err: "server misbehaving", IsTemporary: true}), location.Offline},
		"name servers that are silent": {dialled(&net.DNSError{Err: "i/o timeout", IsTimeout: true}), location.Offline},
		"a name that nobody knows":     {dialled(&net.DNSError{Err: "no such host", IsNotFound: true}), location.Offline},
		"nobody listens":               {call(syscall.ECONNREFUSED), location.Refused},
		"no answer to the connection":  {call(syscall.ETIMEDOUT), location.Timeout},
		"a deadline":                   {dialled(os.ErrDeadlineExceeded), location.Timeout},
		"the connection was reset":     {call(syscall.ECONNRESET), location.BrokenOff},
		"it ended":                     {io.EOF, location.BrokenOff},
		"something else":               {errors.New("the cable is blue"), location.Other},
	} {
		t.Run(name, func(t *testing.T) {
			c2 := newClient(t, Options{Dial: func(context.Context, string, string) (net.Conn, error) { return nil, c.err }})
			e := troubled(t, c2, at("http://feeds.test/a?key=secret"))
			if e.Trouble != c.want || e.Address != "http://feeds.test/a?…" || !errors.Is(e, c.err) || strings.Contains(e.Error(), "secret") {
				t.Errorf("got %+v", e)
			}
		})
	}
}

// A name of which nothing is heard is its own trouble where there is a network, so that it
// is tried ever more rarely, and told of.
func TestANameOfWhichNothingIsHeardIsNotOfflineWhereThereIsANetwork(t *testing.T) {
	for name, c := range map[string]struct {
		err  error
		want location.Trouble
	}{
		"name servers that fail":       {&net.DNSError{Err: "server misbehaving", Server: "127.0.0.53:53", IsTemporary: true}, location.Timeout},
		"name servers that are silent": {&net.DNSError{Err: "i/o timeout", IsTimeout: true}, location.Timeout},
		"a name that nobody knows":     {&net.DNSError{Err: "no such host", IsNotFound: true}, location.NoHost},
		"no route to the host":         {os.NewSyscallError("connect", syscall.EHOSTUNREACH), location.Offline},
	} {
		client := newClient(t, Options{
			Dial:   func(context.Context, string, string) (net.Conn, error) { return nil, dialled(c.err) },
			Routed: func() bool { return true },
		})
		e := troubled(t, client, at("http://feeds.test/"))
		if e.Trouble != c.want || !errors.Is(e, c.err) || c.want == location.Timeout && !strings.Contains(e.Error(), "its name could not be looked up") {
			t.Errorf("%s: got %v", name, e)
		}
	}
}

func TestANameThatIsInNoDirectoryIsNoHost(t *testing.T) {
	t.Parallel()
	e := troubled(t, newClient(t, Options{}), at("http://feeds.invalid/"))
	if e.Trouble != location.NoHost && e.Trouble != location.Offline && e.Trouble != location.Timeout {
		t.Errorf("got %v", e)
	}
}

func TestNobodyListening(t *testing.T) {
	s := serve(t, document)
	s.Close()
	if e := troubled(t, newClient(t, Options{}), at(s.URL)); e.Trouble != location.Refused {
		t.Errorf("got %v", e)
	}
}

func TestWhatIsNoWebServerIsSaid(t *testing.T) {
	c := newClient(t, Options{})
	mail := raw(t, func(conn net.Conn) { _, _ = io.WriteString(conn, "220 mail ready\r\n") })
	if e := troubled(t, c, at(mail)); e.Trouble != location.Other || !strings.Contains(e.Error(), "is no web server: check the address") {
		t.Errorf("got %v", e)
	}
	plain := strings.Replace(serve(t, document).URL, "http:", "https:", 1)
	if e := troubled(t, c, at(plain)); e.Trouble != location.Other || !strings.Contains(e.Error(), "does not speak https: write http") {
		t.Errorf("got %v", e)
	}
	for _, address := range []string{"/home/feed.xml", "s3://lists/a.xml", "http://[", "http:///a"} {
		if e := troubled(t, c, at(address)); e.Trouble != location.Other {
			t.Errorf("%s: got %v", address, e)
		}
	}
	long := raw(t, func(conn net.Conn) { _, _ = io.WriteString(conn, "HTTP/1.1 200 OK\r\nA: "+strings.Repeat("x", 1<<20)) })
	if e := troubled(t, c, at(long)); e.Trouble != location.Other && e.Trouble != location.BrokenOff {
		t.Errorf("an endless head: got %v", e)
	}
}
