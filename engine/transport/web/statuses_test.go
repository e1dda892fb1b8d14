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

	"crossfeed/engine/transport"
)

func TestEveryStatusIsATrouble(t *testing.T) {
	c := newClient(t, Options{})
	for status, want := range map[int]transport.Trouble{
		204: transport.Other, 206: transport.Other, 300: transport.Other, 305: transport.Other,
		400: transport.Other, 401: transport.SignIn, 402: transport.Other, 403: transport.Forbidden, 404: transport.NotFound,
		405: transport.Other, 407: transport.SignIn, 408: transport.Timeout, 410: transport.Gone, 412: transport.Other,
		413: transport.TooLarge, 418: transport.Other, 429: transport.TooMany, 451: transport.Other,
		500: transport.Unavailable, 501: transport.Unavailable, 502: transport.Unavailable, 503: transport.Unavailable,
		504: transport.Timeout, 507: transport.Full, 599: transport.Unavailable,
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
	for status, want := range map[int]transport.Trouble{
		405: transport.NoWriting, 501: transport.NoWriting, 507: transport.Full, 412: transport.Other, 409: transport.Other, 423: transport.Other,
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

// FuzzRetryAfter checks that no header delays a feed by more than a week, or by a negative
// time.
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

// dialled wraps an error of the operating system for a failed connection.
func dialled(err error) error { return &net.OpError{Op: "dial", Net: "tcp", Err: err} }

// In this test, this computer has no route to other networks, so errors about names do not
// count.
func TestWhatTheNetworkDoesIsATrouble(t *testing.T) {
	call := func(e syscall.Errno) error { return dialled(os.NewSyscallError("connect", e)) }
	for name, c := range map[string]struct {
		err  error
		want transport.Trouble
	}{
		"the network is unreachable": {call(syscall.ENETUNREACH), transport.Offline},
		"the network is down":        {call(syscall.ENETDOWN), transport.Offline},
		"no route to the host":       {call(syscall.EHOSTUNREACH), transport.Offline},
		"no address of its own":      {call(syscall.EADDRNOTAVAIL), transport.Offline},
		"no name servers": {dialled(&net.DNSError{Err: "read udp 127.0.0.1:53: connection refused", Name: "feeds.test"}),
			transport.Offline},
		"name servers that fail":       {dialled(&net.DNSError{Err: "server misbehaving", IsTemporary: true}), transport.Offline},
		"name servers that are silent": {dialled(&net.DNSError{Err: "i/o timeout", IsTimeout: true}), transport.Offline},
		"a name that nobody knows":     {dialled(&net.DNSError{Err: "no such host", IsNotFound: true}), transport.Offline},
		"nobody listens":               {call(syscall.ECONNREFUSED), transport.Refused},
		"no answer to the connection":  {call(syscall.ETIMEDOUT), transport.Timeout},
		"a deadline":                   {dialled(os.ErrDeadlineExceeded), transport.Timeout},
		"the connection was reset":     {call(syscall.ECONNRESET), transport.BrokenOff},
		"it ended":                     {io.EOF, transport.BrokenOff},
		"something else":               {errors.New("the cable is blue"), transport.Other},
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

// If there is a network, a name that cannot be resolved has a trouble of its own, so that
// retries become rarer and the person is told.
func TestANameOfWhichNothingIsHeardIsNotOfflineWhereThereIsANetwork(t *testing.T) {
	for name, c := range map[string]struct {
		err  error
		want transport.Trouble
	}{
		"name servers that fail":       {&net.DNSError{Err: "server misbehaving", Server: "127.0.0.53:53", IsTemporary: true}, transport.Timeout},
		"name servers that are silent": {&net.DNSError{Err: "i/o timeout", IsTimeout: true}, transport.Timeout},
		"a name that nobody knows":     {&net.DNSError{Err: "no such host", IsNotFound: true}, transport.NoHost},
		"no route to the host":         {os.NewSyscallError("connect", syscall.EHOSTUNREACH), transport.Offline},
	} {
		client := newClient(t, Options{
			Dial:   func(context.Context, string, string) (net.Conn, error) { return nil, dialled(c.err) },
			Routed: func() bool { return true },
		})
		e := troubled(t, client, at("http://feeds.test/"))
		if e.Trouble != c.want || !errors.Is(e, c.err) || c.want == transport.Timeout && !strings.Contains(e.Error(), "its name could not be looked up") {
			t.Errorf("%s: got %v", name, e)
		}
	}
}

func TestANameThatIsInNoDirectoryIsNoHost(t *testing.T) {
	t.Parallel()
	e := troubled(t, newClient(t, Options{}), at("http://feeds.invalid/"))
	if e.Trouble != transport.NoHost && e.Trouble != transport.Offline && e.Trouble != transport.Timeout {
		t.Errorf("got %v", e)
	}
}

func TestNobodyListening(t *testing.T) {
	s := serve(t, document)
	s.Close()
	if e := troubled(t, newClient(t, Options{}), at(s.URL)); e.Trouble != transport.Refused {
		t.Errorf("got %v", e)
	}
}

func TestWhatIsNoWebServerIsSaid(t *testing.T) {
	c := newClient(t, Options{})
	mail := raw(t, func(conn net.Conn) { _, _ = io.WriteString(conn, "220 mail ready\r\n") })
	if e := troubled(t, c, at(mail)); e.Trouble != transport.Other || !strings.Contains(e.Error(), "this is not a web server: check the address") {
		t.Errorf("got %v", e)
	}
	plain := strings.Replace(serve(t, document).URL, "http:", "https:", 1)
	if e := troubled(t, c, at(plain)); e.Trouble != transport.Other || !strings.Contains(e.Error(), "does not support https: use http") {
		t.Errorf("got %v", e)
	}
	for _, address := range []string{"/home/feed.xml", "s3://lists/a.xml", "http://[", "http:///a"} {
		if e := troubled(t, c, at(address)); e.Trouble != transport.Other {
			t.Errorf("%s: got %v", address, e)
		}
	}
	long := raw(t, func(conn net.Conn) { _, _ = io.WriteString(conn, "HTTP/1.1 200 OK\r\nA: "+strings.Repeat("x", 1<<20)) })
	if e := troubled(t, c, at(long)); e.Trouble != transport.Other && e.Trouble != transport.BrokenOff {
		t.Errorf("an endless head: got %v", e)
	}
}
