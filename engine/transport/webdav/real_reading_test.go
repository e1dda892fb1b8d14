package webdav_test

import (
	"context"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"

	"crossfeed/engine/enginetest/servertest"
	"crossfeed/engine/transport"
	"crossfeed/engine/transport/web"
	"crossfeed/engine/transport/webdav"
)

func signingIn(t *testing.T, r *bench, folder string, access transport.Access) string {
	address := r.document(folder)
	if address == "" {
		return none
	}
	c := client(t, web.Options{})
	target := transport.Target{Address: address, Access: access}
	w := written(t, webdav.New(c), put(target, "<one/>"))
	written(t, webdav.New(c), after(put(target, "<two/>"), w))
	if got, _, err := fetch(t.Context(), c, transport.Request{Target: target}); err != nil || got != "<two/>" {
		t.Fatalf("read %q, %v", got, err)
	}
	if _, err := webdav.New(c).Names(t.Context(), transport.Target{Address: r.Places[folder], Access: access}); err != nil {
		t.Fatal(err)
	}
	return "done"
}

func basic(t *testing.T, r *bench) string {
	return signingIn(t, r, servertest.Basic, transport.Access{User: servertest.User})
}

func digest(t *testing.T, r *bench) string {
	return signingIn(t, r, servertest.Digest, transport.Access{User: servertest.User, Scheme: "digest"})
}

// refused checks that reading, listing and writing report that signing in failed.
func refused(t *testing.T, r *bench, c *web.Client, access transport.Access) string {
	for _, folder := range []string{servertest.Basic, servertest.Digest} {
		if r.Places[folder] == "" {
			continue
		}
		target := transport.Target{Address: r.document(folder), Access: access}
		_, err := webdav.New(c).Write(t.Context(), put(target, "<one/>"))
		mustBe(t, err, transport.SignIn)
		_, _, err = fetch(t.Context(), c, transport.Request{Target: target})
		mustBe(t, err, transport.SignIn)
		_, err = webdav.New(c).Names(t.Context(), transport.Target{Address: r.Places[folder], Access: access})
		if e := mustBe(t, err, transport.SignIn); strings.Contains(e.Error(), "mistaken") {
			t.Fatalf("the password is in the message: %v", e)
		}
	}
	return "reported"
}

func wrongPassword(t *testing.T, r *bench) string {
	return refused(t, r, client(t, web.Options{Passwords: keys("mistaken")}), transport.Access{User: servertest.User})
}

func noPassword(t *testing.T, r *bench) string {
	return refused(t, r, client(t, web.Options{Passwords: keys("")}), transport.Access{})
}

func readers(t *testing.T, r *bench, folder string, want transport.Audience) {
	t.Helper()
	s := webdav.New(client(t, web.Options{Passwords: neverAsked{t}}))
	there := r.document(folder)
	raw(t, http.MethodPut, there, "<one/>")
	for _, address := range []string{there, r.document(folder), r.Places[folder]} {
		if got, err := s.Readers(t.Context(), signedIn(address)); err != nil || got.Who != want {
			t.Fatalf("%s: %+v, %v", address, got, err)
		}
	}
}

// neverAsked fails the test if a password is asked for.
type neverAsked struct{ t *testing.T }

func (n neverAsked) Password(context.Context, string, string) (string, error) {
	n.t.Error("the password was asked for")
	return "", transport.ErrNoPassword
}

func readersOpen(t *testing.T, r *bench) string {
	readers(t, r, servertest.Open, transport.Everyone)
	return "reported: everyone"
}

func readersBasic(t *testing.T, r *bench) string {
	readers(t, r, servertest.Basic, transport.SignedIn)
	return "reported: those who can sign in"
}

// trusting writes and reads over TLS.
func trusting(t *testing.T, r *bench, access transport.Access) error {
	c := client(t, web.Options{})
	target := transport.Target{Address: r.sealed.Places[servertest.Open] + strings.ReplaceAll(t.Name(), "/", "-") + ".xml", Access: access}
	if _, err := webdav.New(c).Write(t.Context(), put(target, "<one/>")); err != nil {
		return err
	}
	_, _, err := fetch(t.Context(), c, transport.Request{Target: target})
	return err
}

func ownAuthority(t *testing.T, r *bench) string {
	if err := trusting(t, r, transport.Access{Authority: r.certificate.Authority}); err != nil {
		t.Fatal(err)
	}
	return "trusted if configured"
}

func byFingerprint(t *testing.T, r *bench) string {
	if err := trusting(t, r, transport.Access{Fingerprint: r.certificate.Fingerprint}); err != nil {
		t.Fatal(err)
	}
	return "trusted"
}

func untrusted(t *testing.T, r *bench) string {
	e := mustBe(t, trusting(t, r, transport.Access{}), transport.Certificate)
	if e.Fingerprint != r.certificate.Fingerprint {
		t.Fatalf("its fingerprint is said to be %q, and is %q", e.Fingerprint, r.certificate.Fingerprint)
	}
	return "reported, with its fingerprint"
}

func otherFingerprint(t *testing.T, r *bench) string {
	mustBe(t, trusting(t, r, transport.Access{Fingerprint: strings.Repeat("0", 64)}), transport.Certificate)
	return "reported"
}

// compressed reads a document compressed, and then overwrites it knowing only the ETag of the
// compressed response.
func compressed(t *testing.T, r *bench) string {
	address := r.document(servertest.Gzip)
	if address == "" {
		return none
	}
	c, target := client(t, web.Options{}), transport.Target{Address: address}
	text := strings.Repeat("<one/>", 1000)
	w := written(t, webdav.New(c), put(target, text))
	got, a, err := fetch(t.Context(), c, transport.Request{Target: target})
	if err != nil || got != text || a.Wire >= int64(len(text))/2 {
		t.Fatalf("%d bytes came for %d, %v", a.Wire, len(text), err)
	}
	if _, again, err := fetch(t.Context(), c, transport.Request{Target: target, Known: a.Known}); err != nil || !again.Unchanged {
		t.Fatalf("asked for again: %+v, %v", again, err)
	}
	_, tag, _ := raw(t, http.MethodGet, address, "", "Accept-Encoding", "gzip")
	written(t, webdav.New(c), after(put(target, text+"<two/>"), transport.Written{ETag: tag, Hash: w.Hash}))
	mustLie(t, address, text+"<two/>")
	if strings.HasSuffix(tag, `-gzip"`) {
		return "its ETag ends in -gzip; overwriting works"
	}
	if strings.HasPrefix(tag, "W/") {
		return "its ETag is weak; overwriting works"
	}
	return "overwriting works"
}

func redirects(t *testing.T, r *bench) string {
	if r.Places[servertest.Round] == "" {
		return none
	}
	_, _, err := fetch(t.Context(), client(t, web.Options{}), transport.Request{Target: transport.Target{Address: r.Places[servertest.Round] + "a.xml"}})
	mustBe(t, err, transport.Redirects)
	_, err = webdav.New(client(t, web.Options{})).Write(t.Context(), put(transport.Target{Address: r.Places[servertest.Round] + "a.xml"}, "<one/>"))
	mustBe(t, err, transport.Redirects)
	return "reported"
}

// stopsGiving stops the server after half of a document was received.
func stopsGiving(t *testing.T, r *bench) string {
	address := r.document(servertest.Open)
	large := strings.Repeat("<one/>", 8<<20)
	raw(t, http.MethodPut, address, large)
	target := transport.Target{Address: address}
	_, _, err := fetch(t.Context(), client(t, web.Options{Dial: stopping(r.Program, 4<<20, 0)}), transport.Request{Target: target})
	mustBe(t, err, transport.BrokenOff)
	r.Program.Start()
	if got, _, err := fetch(t.Context(), client(t, web.Options{}), transport.Request{Target: target}); err != nil || got != large {
		t.Fatalf("afterwards %d bytes came, %v", len(got), err)
	}
	return "nothing is merged; the next try succeeds"
}

// stopping dials, and stops the server after this many bytes were received or sent.
func stopping(p *servertest.Program, came, went int) func(context.Context, string, string) (net.Conn, error) {
	var once sync.Once
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := (&net.Dialer{}).DialContext(ctx, network, address)
		return &stoppingConn{Conn: conn, came: came, went: went, stop: func() { once.Do(p.Stop) }}, err
	}
}

type stoppingConn struct {
	net.Conn
	came, went int
	stop       func()
}

func (c *stoppingConn) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	spend(&c.came, n, c.stop)
	return n, err
}

func (c *stoppingConn) Write(b []byte) (int, error) {
	n, err := c.Conn.Write(b)
	spend(&c.went, n, c.stop)
	return n, err
}

// spend subtracts from what is left; 0 at the start means no limit.
func spend(left *int, n int, stop func()) {
	if *left <= 0 {
		return
	}
	if *left -= n; *left <= 0 {
		stop()
	}
}
