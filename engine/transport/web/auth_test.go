package web

import (
	"context"
	"crypto/md5"
	"errors"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"crossfeed/engine/enginetest/servertest"
	"crossfeed/engine/transport"
)

// guarded is a server that requires a user, and records the credentials that it receives.
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

// byDesk returns a request by the user desk.
func byDesk(address, scheme string) transport.Request {
	r := at(address)
	r.Access = transport.Access{User: "desk", Scheme: scheme}
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
			if e := troubled(t, c, byDesk(address, chosen)); e.Trouble != transport.SignIn || e.Status != 401 {
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
	if e.Trouble != transport.SignIn || !strings.Contains(e.Error(), "use the https address, or choose the scheme basic") {
		t.Errorf("got %v", e)
	}
	if !slices.Equal(g.shown, []string{""}) {
		t.Errorf("the server was shown %q", g.shown)
	}
	if _, got := mustRead(t, c, byDesk(address, "basic")); got != feed {
		t.Errorf("by choice: got %q", got)
	}
}

// A different server may have the private address by now.
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
		if e := troubled(t, c, byDesk(address, "")); e.Trouble != transport.SignIn || !errors.Is(e, transport.ErrNoPassword) {
			t.Errorf("%s: got %v", name, e)
		}
	}
	if e := troubled(t, newClient(t, Options{}), at(address)); e.Trouble != transport.SignIn || !strings.Contains(e.Error(), "no user was given") {
		t.Errorf("without a user: got %v", e)
	}
}

// Nobody is signed in at the target of a redirect. The error says what to do.
func TestAServerElsewhereThatWantsAPasswordIsToBeGiven(t *testing.T) {
	g := &guarded{offers: []string{`Basic realm="feeds"`}, admits: basic("desk", "secret")}
	elsewhere := serve(t, g.serve).URL
	address := serve(t, to(elsewhere+"/feed.xml")).URL
	e := troubled(t, newClient(t, Options{Passwords: passwords{address + " desk": "secret"}}), byDesk(address, ""))
	if e.Trouble != transport.SignIn || e.Address != elsewhere+"/feed.xml" || !strings.Contains(e.Error(), "use this address") {
		t.Errorf("got %v", e)
	}
}

func TestAUserWithAColonIsNotTakenForAnother(t *testing.T) {
	var sent []string
	g := &guarded{offers: []string{`Basic realm="feeds"`}, admits: func(r *http.Request) bool {
		sent = append(sent, r.Header.Get("Authorization"))
		return false
	}}
	address := serve(t, g.serve).URL
	r := at(address)
	r.Access.User = "desk:1"
	e := troubled(t, newClient(t, Options{Passwords: passwords{address + " desk:1": "secret"}}), r)
	if e.Trouble != transport.SignIn || !strings.Contains(e.Error(), "colon") || strings.Join(sent, "") != "" {
		t.Errorf("got %v, sent %q", e, sent)
	}
}

func TestAServerThatTakesOtherProofsSaysWhich(t *testing.T) {
	for _, c := range []struct {
		offers []string
		scheme string
		says   string
	}{
		{[]string{"Negotiate", "NTLM"}, "", "only accepts negotiate or ntlm"},
		{[]string{`Digest realm="x", nonce="n", algorithm=ROT13`}, "", "only accepts digest"},
		{[]string{`Basic realm="x"`}, "digest", "only accepts basic"},
		{nil, "", "offers no way to sign in"},
	} {
		g := &guarded{offers: c.offers, admits: func(*http.Request) bool { return false }}
		address := serve(t, g.serve).URL
		client := newClient(t, Options{Passwords: passwords{address + " desk": "secret"}})
		if e := troubled(t, client, byDesk(address, c.scheme)); e.Trouble != transport.SignIn || !strings.Contains(e.Error(), c.says) {
			t.Errorf("%q: got %v", c.offers, e)
		}
	}
}

// slowly takes its time to return a password, as a person does.
type slowly struct{ passwords }

func (s slowly) Password(ctx context.Context, place, user string) (string, error) {
	time.Sleep(time.Hour)
	return s.passwords.Password(ctx, place, user)
}

func TestAPersonMayTakeAWhileToGiveAPassword(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := &guarded{offers: []string{"Basic"}, admits: basic("desk", "secret")}
		server := servertest.InMemory(t, http.HandlerFunc(g.serve))
		c := newClient(t, Options{Dial: server.Dial, Passwords: slowly{passwords{transport.PlaceOf(somewhere) + " desk": "secret"}}})
		for _, scheme := range []string{"", "basic"} {
			if _, got := mustRead(t, c, byDesk(somewhere, scheme)); got != feed {
				t.Errorf("got %q", got)
			}
		}
	})
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

// The response of a server that hangs up on an unwanted body must still be read.
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
		req.GetBody = nil // so that it is not signed again, and the 401 is the result
		answer, err := c.Do(t.Context(), byDesk(address, "").Target, req)
		if err != nil {
			t.Fatal(err)
		}
		_ = answer.Body.Close()
	}
}
