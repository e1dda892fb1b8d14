package web

import (
	"context"
	"crypto/md5"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/icholy/digest"

	"crossfeed/engine/location"
)

// guarded is a server that wants a user, and keeps what it was shown.
type guarded struct {
	offers []string
	admits func(*http.Request) bool
	shown  []string
	bodies []string
}

func (g *guarded) serve(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	g.bodies = append(g.bodies, string(body))
	g.shown = append(g.shown, r.Header.Get("Authorization"))
	if g.admits(r) {
		_, _ = io.WriteString(w, feed)
		return
	}
	w.Header()["Www-Authenticate"] = g.offers
	w.WriteHeader(http.StatusUnauthorized)
}

func basic(user, password string) func(*http.Request) bool {
	return func(r *http.Request) bool {
		u, p, ok := r.BasicAuth()
		return ok && u == user && p == password
	}
}

// byDesk is a request by the user desk.
func byDesk(address, scheme string) location.Request {
	r := at(address)
	r.Access = location.Access{User: "desk", Scheme: scheme}
	return r
}

func TestBasicIsGivenWhenAskedForAndThenOfItself(t *testing.T) {
	g := &guarded{offers: []string{`Basic realm="feeds"`}, admits: basic("desk", "grün")}
	s := serveTLS(t, g.serve)
	c := newClient(t, Options{Passwords: passwords{s.URL + " desk": "gru\u0308n"}})
	r := byDesk(s.URL, "")
	r.Access.Authority = authorityOf(t, s)
	for range 2 {
		if _, got := mustRead(t, c, r); got != feed {
			t.Errorf("got %q", got)
		}
	}
	const proof = "Basic ZGVzazpncsO8bg==" // desk:grün in UTF-8, RFC 7617 §2.1
	if want := []string{"", proof, proof}; !slices.Equal(g.shown, want) {
		t.Errorf("the server was shown %q, want %q", g.shown, want)
	}
}

func TestAWrongPasswordIsTriedOnce(t *testing.T) {
	for scheme, offer := range map[string]string{
		"basic": `Basic realm="feeds"`, "bearer": `Bearer realm="feeds"`,
		"digest": `Digest realm="feeds", nonce="n", qop="auth", algorithm=MD5`,
	} {
		for _, chosen := range []string{"", scheme} {
			g := &guarded{offers: []string{offer}, admits: func(*http.Request) bool { return false }}
			address := serve(t, g.serve).URL
			c := newClient(t, Options{Passwords: passwords{address + " desk": "wrong"}})
			if e := troubled(t, c, byDesk(address, chosen)); e.Trouble != location.SignIn || e.Status != 401 {
				t.Errorf("%s: got %v", scheme, e)
			}
			tried := slices.DeleteFunc(g.shown, func(s string) bool { return s == "" })
			if len(tried) != 1 {
				t.Errorf("%s, chosen %q: tried %q", scheme, chosen, tried)
			}
		}
	}
}

func TestAPasswordIsNotShownToAPublicNetwork(t *testing.T) {
	g := &guarded{offers: []string{`Basic realm="feeds"`}, admits: basic("desk", "secret")}
	address := serveOn(t, "127.0.0.9", g.serve).URL
	c := newClient(t, Options{Private: publicNine, Passwords: passwords{address + " desk": "secret"}})
	e := troubled(t, c, byDesk(address, ""))
	if e.Trouble != location.SignIn || !strings.Contains(e.Error(), "use the https address, or choose the scheme basic") {
		t.Errorf("got %v", e)
	}
	if !slices.Equal(g.shown, []string{""}) {
		t.Errorf("the server was shown %q", g.shown)
	}
	if _, got := mustRead(t, c, byDesk(address, "basic")); got != feed {
		t.Errorf("by choice: got %q", got)
	}
}

// What had a private address last time may be another server now.
func TestAPasswordInClearIsNotGivenOfItself(t *testing.T) {
	g := &guarded{offers: []string{`Basic realm="feeds"`}, admits: basic("desk", "secret")}
	address := serve(t, g.serve).URL
	c := newClient(t, Options{Passwords: passwords{address + " desk": "secret"}})
	for range 2 {
		mustRead(t, c, byDesk(address, ""))
	}
	if len(g.shown) != 4 || g.shown[0] != "" || g.shown[2] != "" {
		t.Errorf("the server was shown %q", g.shown)
	}
}

func TestBearerIsTheTokenThatIsKept(t *testing.T) {
	g := &guarded{admits: func(r *http.Request) bool { return r.Header.Get("Authorization") == "Bearer token" }}
	address := serve(t, g.serve).URL
	c := newClient(t, Options{Passwords: passwords{address + " ": "token"}})
	r := at(address)
	r.Access.Scheme = "bearer"
	if _, got := mustRead(t, c, r); got != feed || len(g.shown) != 1 {
		t.Errorf("got %q after %q", got, g.shown)
	}
}

func TestWithoutAPasswordThatIsSaid(t *testing.T) {
	g := &guarded{offers: []string{`Basic realm="feeds"`}, admits: basic("desk", "secret")}
	address := serve(t, g.serve).URL
	for name, c := range map[string]*Client{
		"none is kept":  newClient(t, Options{Passwords: passwords{}}),
		"nobody to ask": newClient(t, Options{}),
	} {
		if e := troubled(t, c, byDesk(address, "")); e.Trouble != location.SignIn || !errors.Is(e, location.ErrNoPassword) {
			t.Errorf("%s: got %v", name, e)
		}
	}
	if e := troubled(t, newClient(t, Options{}), at(address)); e.Trouble != location.SignIn || e.Err != nil {
		t.Errorf("without a user: got %v", e)
	}
}

func TestAServerThatTakesOtherProofsSaysWhich(t *testing.T) {
	for _, c := range []struct {
		offers []string
		scheme string
		says   string
	}{
		{[]string{"Negotiate", "NTLM"}, "", "but negotiate or ntlm"},
		{[]string{`Digest realm="x", nonce="n", algorithm=ROT13`}, "", "but digest"},
		{[]string{`Basic realm="x"`}, "digest", "but basic"},
		{nil, "", "names no way of signing in"},
	} {
		g := &guarded{offers: c.offers, admits: func(*http.Request) bool { return false }}
		address := serve(t, g.serve).URL
		client := newClient(t, Options{Passwords: passwords{address + " desk": "secret"}})
		if e := troubled(t, client, byDesk(address, c.scheme)); e.Trouble != location.SignIn || !strings.Contains(e.Error(), c.says) {
			t.Errorf("%q: got %v", c.offers, e)
		}
	}
}

// digesting admits desk with the password secret by the rules of RFC 7616 §3.4.1.
type digesting struct {
	t     *testing.T
	hash  func() hash.Hash
	qop   string
	nonce string
	count int
}

func (d *digesting) offer(more string) string {
	return fmt.Sprintf(`Digest realm="feeds", nonce="%s", opaque="o,p"%s%s`, d.nonce, d.qop, more)
}

func (d *digesting) h(parts ...string) string {
	h := d.hash()
	_, _ = io.WriteString(h, strings.Join(parts, ":"))
	return hex.EncodeToString(h.Sum(nil))
}

func (d *digesting) admits(r *http.Request) bool {
	a, err := digest.ParseCredentials(r.Header.Get("Authorization"))
	if err != nil || a.Nonce != d.nonce {
		return false
	}
	if a.Opaque != "o,p" || a.URI != r.URL.RequestURI() || a.Username != "desk" {
		d.t.Errorf("got %+v", a)
	}
	a1, a2 := d.h("desk", "feeds", "secret"), d.h(r.Method, a.URI)
	if a.QOP == "" {
		return a.Response == d.h(a1, a.Nonce, a2)
	}
	if a.Nc <= d.count {
		d.t.Errorf("answer %d came after %d", a.Nc, d.count)
	}
	d.count = a.Nc
	return a.Response == d.h(a1, a.Nonce, fmt.Sprintf("%08x", a.Nc), a.Cnonce, a.QOP, a2)
}

func TestDigest(t *testing.T) {
	for name, c := range map[string]struct {
		hash      func() hash.Hash
		qop, more string
	}{
		"MD5, unsaid":      {md5.New, `, qop="auth"`, ""},
		"MD5":              {md5.New, `, qop="auth"`, ", algorithm=MD5"},
		"SHA-256":          {sha256.New, `, qop="auth-int, auth"`, ", algorithm=SHA-256"},
		"without qop":      {md5.New, "", ""},
		"parameters' case": {sha256.New, `, QoP=Auth`, ", Algorithm=sha-256"},
	} {
		t.Run(name, func(t *testing.T) {
			d := &digesting{t: t, hash: c.hash, qop: c.qop, nonce: "1"}
			g := &guarded{offers: []string{d.offer(c.more)}, admits: d.admits}
			address := serve(t, g.serve).URL
			client := newClient(t, Options{Passwords: passwords{address + " desk": "secret"}})
			for range 3 {
				if _, got := mustRead(t, client, byDesk(address+"/feed%20one?a=b", "")); got != feed {
					t.Errorf("got %q", got)
				}
			}
			if len(g.shown) != 4 || g.shown[0] != "" {
				t.Errorf("the server was asked %d times, want once more than was read", len(g.shown))
			}
		})
	}
}

// A server may refuse a number that it has seen (RFC 7616 §3.4, nc).
func TestNoTwoRequestsAtOnceAnswerUnderOneNumber(t *testing.T) {
	var mu sync.Mutex
	seen := map[int]bool{}
	g := func(w http.ResponseWriter, r *http.Request) {
		a, err := digest.ParseCredentials(r.Header.Get("Authorization"))
		if err != nil {
			w.Header().Set("WWW-Authenticate", `Digest realm="feeds", nonce="1", qop="auth"`)
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		mu.Lock()
		defer mu.Unlock()
		if seen[a.Nc] {
			t.Errorf("%d was answered twice", a.Nc)
		}
		seen[a.Nc] = true
	}
	address := serve(t, g).URL
	c := newClient(t, Options{Passwords: passwords{address + " desk": "secret"}})
	mustRead(t, c, byDesk(address, ""))
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 10 {
				if r, err := c.Read(t.Context(), byDesk(address, "")); err != nil || r.Body.Close() != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	if len(seen) != 81 {
		t.Errorf("%d numbers, want 81", len(seen))
	}
}

// slowly takes its time to give a password, as a person does.
type slowly struct{ passwords }

func (s slowly) Password(ctx context.Context, place, user string) (string, error) {
	time.Sleep(2 * quick.Silence)
	return s.passwords.Password(ctx, place, user)
}

func TestAPersonMayTakeAWhileToGiveAPassword(t *testing.T) {
	g := &guarded{offers: []string{"Basic"}, admits: basic("desk", "secret")}
	address := serve(t, g.serve).URL
	c := newClient(t, Options{Limits: quick, Passwords: slowly{passwords{address + " desk": "secret"}}})
	for _, scheme := range []string{"", "basic"} {
		if _, got := mustRead(t, c, byDesk(address, scheme)); got != feed {
			t.Errorf("got %q", got)
		}
	}
}

func TestAnOldNonceIsReplaced(t *testing.T) {
	for _, more := range []string{"", ", stale=true"} {
		d := &digesting{t: t, hash: sha256.New, qop: `, qop="auth"`, nonce: "1"}
		g := &guarded{offers: []string{d.offer(", algorithm=SHA-256")}, admits: d.admits}
		address := serve(t, g.serve).URL
		c := newClient(t, Options{Passwords: passwords{address + " desk": "secret"}})
		mustRead(t, c, byDesk(address, ""))
		d.nonce, d.count = "2", 0
		g.offers = []string{d.offer(", algorithm=SHA-256" + more)}
		if _, got := mustRead(t, c, byDesk(address, "")); got != feed || len(g.shown) != 4 {
			t.Errorf("%q: got %q after %d requests", more, got, len(g.shown))
		}
	}
}

func TestAServerWhoseNoncesAreAlwaysOldIsNotAskedWithoutEnd(t *testing.T) {
	g := &guarded{offers: []string{`Digest realm="x", nonce="n", stale=true`}, admits: func(*http.Request) bool { return false }}
	address := serve(t, g.serve).URL
	c := newClient(t, Options{Passwords: passwords{address + " desk": "secret"}})
	if e := troubled(t, c, byDesk(address, "")); e.Trouble != location.SignIn || len(g.shown) > 3 {
		t.Errorf("got %v after %d requests", e, len(g.shown))
	}
}

func TestADocumentIsSentAgainWithTheProof(t *testing.T) {
	for scheme, offer := range map[string]string{"basic": "Basic realm=x", "digest": `Digest realm="feeds", nonce="1", opaque="o,p", qop="auth"`} {
		d := &digesting{t: t, hash: md5.New, nonce: "1"}
		g := &guarded{offers: []string{offer}, admits: d.admits}
		if scheme == "basic" {
			g.admits = basic("desk", "secret")
		}
		address := serve(t, g.serve).URL
		c := newClient(t, Options{Passwords: passwords{address + " desk": "secret"}})
		req, err := http.NewRequest(http.MethodPut, address+"/a.xml", strings.NewReader(feed))
		if err != nil {
			t.Fatal(err)
		}
		answer, err := c.Do(t.Context(), byDesk(address, "").Target, req)
		if err != nil {
			t.Fatal(err)
		}
		_ = answer.Body.Close()
		if answer.StatusCode != 200 || !slices.Equal(g.bodies, []string{feed, feed}) {
			t.Errorf("%s: got %d, sent %q", scheme, answer.StatusCode, g.bodies)
		}
	}
}

// A server that hangs up on a body which it will not take must be heard all the same.
func TestABodyIsSentOnlyOnceTheServerWantsIt(t *testing.T) {
	const size = 16 << 20
	address := raw(t, func(conn net.Conn) {
		_, _ = io.WriteString(conn, "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic\r\nContent-Length: 0\r\n\r\n")
	})
	c := newClient(t, Options{Passwords: passwords{strings.TrimSuffix(address, "/") + " desk": "secret"}})
	for range 5 {
		req, err := http.NewRequest(http.MethodPut, address, strings.NewReader(strings.Repeat("x", size)))
		if err != nil {
			t.Fatal(err)
		}
		req.GetBody = nil // so that it is not signed, and the 401 is the answer
		answer, err := c.Do(t.Context(), byDesk(address, "").Target, req)
		if err != nil {
			t.Fatal(err)
		}
		_ = answer.Body.Close()
	}
}

func TestTheStrongestOfferIsTaken(t *testing.T) {
	const all = `Negotiate, Basic realm="a, b", Digest realm="d", nonce="1", qop="auth,auth-int", Digest realm="e", nonce="2", algorithm=SHA-256, qop="auth", Bearer`
	for _, c := range []struct{ line, scheme, want, realm string }{
		{all, "", "digest", "e"},
		{all, "digest", "digest", "e"},
		{all, "basic", "basic", ""},
		{all, "bearer", "bearer", ""},
		{`Digest realm="d", nonce="1"`, "basic", "", ""},
		{`Digest realm="\"d\"", nonce="1"`, "", "digest", `"d"`},
		{`Digest realm="x", nonce="1", algorithm=SHA-256-sess`, "", "", ""},
		{`Basic`, "", "basic", ""},
		{`realm="x"`, "", "", ""},
		{`,, Basic`, "", "basic", ""},
		{`Basic realm="unfinished`, "", "basic", ""},
		{``, "", "", ""},
	} {
		p := choose(challenges(http.Header{"Www-Authenticate": {c.line}}), c.scheme)
		var got, realm string
		if p != nil {
			got = p.scheme
			if p.challenge != nil {
				realm = p.challenge.Realm
			}
		}
		if got != c.want || realm != c.realm {
			t.Errorf("%s (%s): chose %q %q, want %q %q", c.line, c.scheme, got, realm, c.want, c.realm)
		}
	}
}

// FuzzChallenges shows that nothing a server offers ends the program.
func FuzzChallenges(f *testing.F) {
	f.Add(`Basic realm="a, b", Digest realm="\"", nonce=`)
	f.Fuzz(func(_ *testing.T, line string) {
		choose(challenges(http.Header{"Www-Authenticate": {line}}), "")
	})
}
