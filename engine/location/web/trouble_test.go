package web

import (
	"context"
	"errors"
	"io"
	"net"
	"os"
	"strings"
	"syscall"
	"testing"

	"crossfeed/engine/location"
)

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
