package web

import (
	"crypto/md5"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/icholy/digest"

	"crossfeed/engine/transport"
)

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

// FuzzChallenges checks that no challenge of a server crashes the program.
func FuzzChallenges(f *testing.F) {
	f.Add(`Basic realm="a, b", Digest realm="\"", nonce=`)
	f.Fuzz(func(_ *testing.T, line string) {
		choose(challenges(http.Header{"Www-Authenticate": {line}}), "")
	})
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

// A server may reject a number that it has seen (RFC 7616 §3.4, nc).
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
	if e := troubled(t, c, byDesk(address, "")); e.Trouble != transport.SignIn || len(g.shown) > 3 {
		t.Errorf("got %v after %d requests", e, len(g.shown))
	}
}
