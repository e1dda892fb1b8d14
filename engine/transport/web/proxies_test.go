package web

import (
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"

	"crossfeed/engine/transport"
)

// proxying is a proxy that forwards every host to one server, and records the requests.
type proxying struct {
	server string
	user   string
	status int
	mu     sync.Mutex
	asked  []string
}

func (p *proxying) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	p.mu.Lock()
	p.asked = append(p.asked, r.Method+" "+r.Host)
	p.mu.Unlock()
	want := "Basic " + base64.StdEncoding.EncodeToString([]byte(p.user))
	switch {
	case p.user != "" && r.Header.Get("Proxy-Authorization") != want:
		w.WriteHeader(http.StatusProxyAuthRequired)
	case p.status != 0:
		w.WriteHeader(p.status)
	case r.Method == http.MethodConnect:
		p.tunnel(w)
	default:
		p.pass(w, r)
	}
}

func (p *proxying) tunnel(w http.ResponseWriter) {
	there, err := net.Dial("tcp", p.server)
	if err != nil {
		w.WriteHeader(http.StatusBadGateway)
		return
	}
	here, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		return
	}
	_, _ = io.WriteString(here, "HTTP/1.1 200 OK\r\n\r\n")
	go func() { _, _ = io.Copy(there, here); _ = there.Close() }()
	go func() { _, _ = io.Copy(here, there); _ = here.Close() }()
}

func (p *proxying) pass(w http.ResponseWriter, r *http.Request) {
	r.URL.Host, r.RequestURI = p.server, ""
	answer, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		w.WriteHeader(http.StatusBadGateway)
		return
	}
	defer answer.Body.Close()
	maps.Copy(w.Header(), answer.Header)
	w.WriteHeader(answer.StatusCode)
	_, _ = io.Copy(w, answer.Body)
}

// startProxy starts a proxy in front of a server.
func startProxy(t *testing.T, p *proxying, server *httptest.Server) *httptest.Server {
	t.Helper()
	p.server = server.Listener.Addr().String()
	s := httptest.NewServer(p)
	t.Cleanup(s.Close)
	return s
}

func environment(pairs ...string) func(string) string {
	return func(name string) string {
		for i := 0; i < len(pairs); i += 2 {
			if pairs[i] == name {
				return pairs[i+1]
			}
		}
		return ""
	}
}

func TestProxiesOfTheEnvironment(t *testing.T) {
	plain := serve(t, document)
	sealed := serveTLS(t, document)
	for name, c := range map[string]struct {
		server      *httptest.Server
		address     string
		environment func(proxy string) []string
		proxy       string
		asked       string
	}{
		"http":                   {plain, "http://feeds.test/", func(p string) []string { return []string{"HTTP_PROXY", p} }, "", "GET feeds.test"},
		"https":                  {sealed, "https://feeds.test/", func(p string) []string { return []string{"HTTPS_PROXY", p} }, "", "CONNECT feeds.test:443"},
		"in small letters":       {plain, "http://feeds.test/", func(p string) []string { return []string{"http_proxy", p} }, "", "GET feeds.test"},
		"without a scheme":       {plain, "http://feeds.test/", func(p string) []string { return []string{"http_proxy", strings.TrimPrefix(p, "http://")} }, "", "GET feeds.test"},
		"not for this host":      {plain, plain.URL, func(p string) []string { return []string{"HTTP_PROXY", p, "NO_PROXY", "127.0.0.1"} }, "", ""},
		"named in the access":    {plain, "http://feeds.test/", func(string) []string { return nil }, "PROXY", "GET feeds.test"},
		"named without a scheme": {plain, "http://feeds.test/", func(string) []string { return nil }, "HOST", "GET feeds.test"},
		"named before others":    {plain, "http://feeds.test/", func(string) []string { return []string{"HTTP_PROXY", "http://127.0.0.1:1"} }, "PROXY", "GET feeds.test"},
		"none":                   {plain, plain.URL, func(p string) []string { return []string{"HTTP_PROXY", p} }, "none", ""},
	} {
		t.Run(name, func(t *testing.T) {
			p := &proxying{}
			proxy := startProxy(t, p, c.server)
			r := at(c.address)
			r.Access.Proxy = strings.NewReplacer("PROXY", proxy.URL, "HOST", strings.TrimPrefix(proxy.URL, "http://")).Replace(c.proxy)
			if c.server == sealed {
				r.Access.Fingerprint = Fingerprint(sealed.TLS.Certificates[0].Leaf)
			}
			if _, got := mustRead(t, newClient(t, Options{Getenv: environment(c.environment(proxy.URL)...)}), r); got != feed {
				t.Errorf("got %q", got)
			}
			if got := strings.Join(p.asked, ", "); got != c.asked {
				t.Errorf("the proxy was asked %q, want %q", got, c.asked)
			}
		})
	}
}

func TestAProxyThatWantsAUser(t *testing.T) {
	server := serve(t, document)
	sealed := serveTLS(t, document)
	for _, s := range []*httptest.Server{server, sealed} {
		p := &proxying{user: "desk:secret"}
		proxy, err := url.Parse(startProxy(t, p, s).URL)
		if err != nil {
			t.Fatal(err)
		}
		address, variable := "http://feeds.test/", "HTTP_PROXY"
		if s == sealed {
			address, variable = "https://feeds.test/", "HTTPS_PROXY"
		}
		r := at(address)
		r.Access.Fingerprint = Fingerprint(sealed.TLS.Certificates[0].Leaf)
		with := fmt.Sprintf("http://desk:secret@%s", proxy.Host)
		if _, got := mustRead(t, newClient(t, Options{Getenv: environment(variable, with)}), r); got != feed {
			t.Errorf("in the environment: got %q", got)
		}
		wrong := fmt.Sprintf("http://desk:guess@%s", proxy.Host)
		e := troubled(t, newClient(t, Options{Getenv: environment(variable, wrong)}), r)
		if e.Trouble != transport.SignIn || e.Status != 407 || !strings.Contains(e.Error(), "the proxy") || strings.Contains(e.Error(), "guess") {
			t.Errorf("got %v", e)
		}
		r.Access.Proxy = "http://desk@" + proxy.Host
		kept := passwords{"http://" + proxy.Host + " desk": "secret"}
		if _, got := mustRead(t, newClient(t, Options{Passwords: kept}), r); got != feed {
			t.Errorf("kept: got %q", got)
		}
	}
}

func TestAProxyThatDoesNotWorkIsNamed(t *testing.T) {
	closed := serve(t, document)
	closed.Close()
	refusing := startProxy(t, &proxying{status: 403}, serve(t, document))
	broken := startProxy(t, &proxying{status: 502}, serve(t, document))
	for _, c := range []struct {
		proxy, says string
		trouble     transport.Trouble
	}{
		{closed.URL, "the proxy 127.0.0.1:", transport.Refused},
		{refusing.URL, "refused it", transport.Forbidden},
		{broken.URL, "did not connect", transport.Unavailable},
		{"gopher://h", "is not supported", transport.Other},
		{"http://", "write http://HOST:PORT", transport.Other},
	} {
		r := at("https://feeds.test/")
		r.Access.Proxy = c.proxy
		if e := troubled(t, newClient(t, Options{}), r); e.Trouble != c.trouble || !strings.Contains(e.Error(), c.says) {
			t.Errorf("%s: got %v", c.proxy, e)
		}
	}
	e := troubled(t, newClient(t, Options{Getenv: environment("HTTP_PROXY", "desk:secret@%zz")}), at("http://feeds.test/"))
	if strings.Contains(e.Error(), "secret") || !strings.Contains(e.Error(), "HTTP_PROXY") {
		t.Errorf("got %v", e)
	}
}

// A proxy resolves names itself. Names that look private are rejected all the same.
func TestAProxyIsNoWayIntoAPrivateNetwork(t *testing.T) {
	p := &proxying{}
	r := at("http://127.0.0.1/")
	r.From, r.Access.Proxy = "http://127.0.0.9/", startProxy(t, p, serve(t, document)).URL
	if e := troubled(t, newClient(t, Options{Private: publicNine}), r); e.Trouble != transport.Forbids || len(p.asked) > 0 {
		t.Errorf("got %v, the proxy was asked %q", e, p.asked)
	}
}

// The private address of a proxy says nothing about the server behind it.
func TestAServerBehindAProxyIsTakenToBePublic(t *testing.T) {
	p := &proxying{}
	r := at("http://feeds.test/")
	r.Access.Proxy = startProxy(t, p, serve(t, to("http://127.0.0.1/a"))).URL
	if e := troubled(t, newClient(t, Options{}), r); e.Trouble != transport.Forbids || len(p.asked) != 1 {
		t.Errorf("got %v, the proxy was asked %q", e, p.asked)
	}
	g := &guarded{offers: []string{"Basic"}, admits: basic("desk", "secret")}
	r.Access.User, r.Access.Proxy = "desk", startProxy(t, &proxying{}, serve(t, g.serve)).URL
	c := newClient(t, Options{Passwords: passwords{"http://feeds.test desk": "secret"}})
	if e := troubled(t, c, r); !errors.Is(e, transport.ErrClear) || len(g.shown) != 1 {
		t.Errorf("got %v after %q", e, g.shown)
	}
}
