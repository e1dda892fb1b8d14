package web

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"strings"

	"crossfeed/engine/transport"
)

// Do sends a request as a target's access specifies, and signs in if the server asks for it.
// It follows redirects only for methods that do not write. A status of 400 or more is a
// response, not an error; errors are *transport.Error, or the context's own if the caller
// cancelled. A request with a Body must have GetBody, because signing in may need it twice.
// Without an Accept-Encoding, the response is requested uncompressed.
func (c *Client) Do(ctx context.Context, t transport.Target, req *http.Request) (*http.Response, error) {
	answer, _, err := c.travel(ctx, t, req)
	return answer, err
}

// travel sends a request, and also returns its journey. Closing the body of the response ends
// the request.
func (c *Client) travel(ctx context.Context, t transport.Target, req *http.Request) (*http.Response, *journey, error) {
	j, err := c.depart(ctx, t, req.URL)
	if err != nil {
		return nil, nil, err
	}
	ctx, w := watching(ctx, c.options.Limits)
	answer, err := c.follow(ctx, w, j, dressed(req))
	if err != nil {
		w.stop()
		return nil, nil, err
	}
	return answer, j, nil
}

// dressed returns a request with the headers that all requests of this program have.
func dressed(req *http.Request) *http.Request {
	req = req.Clone(req.Context())
	for name, value := range map[string]string{"User-Agent": agent, "Accept-Encoding": "identity"} {
		if req.Header.Get(name) == "" {
			req.Header.Set(name, value)
		}
	}
	if req.Method == methodPropfind {
		// It is repeated if a reused connection turns out to be closed, as net/http does for
		// GET anyway. This header is not sent.
		req.Header["Idempotency-Key"] = nil
	}
	return req
}

// methodPropfind requests properties and changes nothing (RFC 4918 §9.1).
const methodPropfind = "PROPFIND"

// agent is the user agent of this program.
const agent = "Crossfeed"

// send sends one request, without signing in and without following redirects. It takes
// ownership of the request.
func (c *Client) send(ctx context.Context, w *watch, s *step, req *http.Request) (*http.Response, error) {
	w.rest()
	way, err := c.wayOf(ctx, s)
	if err != nil {
		return nil, named(ctx, s.to, err)
	}
	t, err := c.transport(way)
	if err != nil {
		return nil, named(ctx, s.to, err)
	}
	if s.public && c.isPrivateName(s.to.Hostname()) {
		return nil, &transport.Error{Trouble: transport.Forbids, Address: shown(s.to), Err: errPrivate}
	}
	var reached net.Addr
	heardBody(req, w)
	answer, err := t.RoundTrip(req.WithContext(traced(ctx, w, &reached)))
	if err != nil {
		return nil, c.resolved(named(ctx, s.to, s.byProxy(way, err)))
	}
	if s.private = c.isPrivate(reached); s.proxied {
		s.private = c.isPrivateName(s.to.Hostname())
	} else {
		c.note(s.to.Hostname(), s.private)
	}
	w.rest()
	answer.Body = &received{ReadCloser: answer.Body, ctx: ctx, watch: w, from: s.to}
	return answer, nil
}

// traced reports the progress of a request to the watch, and records the address reached.
func traced(ctx context.Context, w *watch, reached *net.Addr) context.Context {
	turn := w.begin()
	return httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		GotConn: func(i httptrace.GotConnInfo) {
			*reached = i.Conn.RemoteAddr()
			w.reach(turn, sending)
		},
		WroteRequest:         func(httptrace.WroteRequestInfo) { w.reach(turn, waiting) },
		GotFirstResponseByte: func() { w.reach(turn, receiving) },
	})
}

// journey is the path of a request through redirects.
type journey struct {
	// home is the origin that the target's access is for, or "" for none: credentials are
	// never sent elsewhere.
	home   string
	access transport.Access
	step   step
	// visited are the addresses so far. permanent reports that all redirects between them were
	// permanent.
	visited   map[string]bool
	permanent bool
}

// step is one request of a journey.
type step struct {
	to     *url.URL
	access transport.Access
	// public forbids private addresses.
	public bool
	// proxied and private are set along the way: whether the step goes through a proxy, and
	// whether it reached a private address.
	proxied, private bool
}

// depart begins a journey to a target, or to another address on its server.
func (c *Client) depart(ctx context.Context, t transport.Target, to *url.URL) (*journey, error) {
	if to.Scheme != "http" && to.Scheme != "https" || to.Host == "" {
		return nil, &transport.Error{Address: shown(to), Err: transport.InvalidError("not the address of a web server")}
	}
	if t.From != "" {
		if err := allowed(t.From, t.Address); err != nil {
			return nil, err
		}
	}
	j := &journey{home: home(t), access: t.Access, permanent: true, visited: map[string]bool{to.String(): true}}
	j.step = step{to: to, access: j.accessAt(to), public: t.From != "" && !c.fromPrivate(ctx, t.From)}
	return j, nil
}

// home returns the origin that a target's access is for. A person gave the access for the
// feed, so links of that feed to other servers do not get it.
func home(t transport.Target) string {
	at := transport.PlaceOf(t.Address)
	if t.From != "" && transport.PlaceOf(t.From) != at {
		return ""
	}
	return at
}

// accessAt returns the part of the target's access that applies to an address.
func (j *journey) accessAt(to *url.URL) transport.Access {
	if j.home != "" && transport.PlaceOf(to.String()) == j.home {
		return j.access
	}
	return j.access.Abroad()
}

// fromPrivate reports whether a document is in a private network, or on this computer, from
// where steps to private addresses are permitted.
func (c *Client) fromPrivate(ctx context.Context, address string) bool {
	return transport.KindOf(address) == transport.Local || c.leadsPrivate(ctx, transport.ServerOf(address).Hostname())
}

var standardPort = map[string]string{"http": "80", "https": "443"}

var (
	errCircle   = errors.New("it redirects in a circle")
	errNowhere  = errors.New("it redirects without an address")
	errNoResend = errors.New("it redirects, and the upload cannot be repeated")
)

// permanent maps each redirect status to whether it is permanent (RFC 9110 §15.4).
var permanent = map[int]bool{
	http.StatusMovedPermanently:  true,
	http.StatusPermanentRedirect: true,
	http.StatusFound:             false,
	http.StatusSeeOther:          false,
	http.StatusTemporaryRedirect: false,
}

// reads reports whether a method changes nothing. Only such methods follow redirects.
func reads(method string) bool {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodOptions, "PROPFIND":
		return true
	}
	return false
}

// follow sends a request, and follows redirects.
func (c *Client) follow(ctx context.Context, w *watch, j *journey, req *http.Request) (*http.Response, error) {
	for first := true; ; first = false {
		attempt, err := again(ctx, req, first)
		if err != nil {
			return nil, named(ctx, j.step.to, err)
		}
		attempt.URL, attempt.Host = j.step.to, ""
		answer, err := c.ask(ctx, w, &j.step, attempt)
		if err != nil {
			return nil, err
		}
		forGood, leads := permanent[answer.StatusCode]
		if !leads || !reads(req.Method) || req.Method == "PROPFIND" && answer.StatusCode == http.StatusSeeOther {
			return answer, nil
		}
		discard(answer)
		if err := j.onward(answer, forGood, c.options.Limits.Redirects); err != nil {
			return nil, err
		}
		if req.Body != nil && req.Body != http.NoBody && req.GetBody == nil {
			return nil, &transport.Error{Trouble: transport.Redirects, Address: shown(j.step.to), Err: errNoResend}
		}
	}
}

// onward makes the next step of a journey. A private address may redirect to another private
// one, a public address never.
func (j *journey) onward(answer *http.Response, forGood bool, limit int) error {
	from := j.step.to
	to, err := destination(from, answer.Header.Get("Location"))
	if err != nil {
		return redirectError(from, answer, err)
	}
	if err := allowed(from.String(), to.String()); err != nil {
		return err
	}
	switch {
	case j.visited[to.String()]:
		return redirectError(from, answer, errCircle)
	case len(j.visited) > limit:
		return redirectError(from, answer, fmt.Errorf("more than %d redirects", limit))
	}
	j.visited[to.String()] = true
	j.permanent = j.permanent && forGood
	j.step = step{to: to, access: j.accessAt(to), public: !j.step.private}
	return nil
}

// allowed is transport.Allowed with an error that shows no queries.
func allowed(from, to string) error {
	err := transport.Allowed(from, to)
	if err == nil {
		return nil
	}
	return &transport.Error{Trouble: transport.Forbids, Address: shownAddress(to), Err: errors.Unwrap(errors.Unwrap(err))}
}

// destination returns the target of a redirect, without user and fragment, and with a
// canonical host.
func destination(from *url.URL, reference string) (*url.URL, error) {
	if reference == "" {
		return nil, errNowhere
	}
	to, err := from.Parse(reference)
	if err != nil {
		return nil, errNowhere
	}
	to.User, to.Fragment, to.RawFragment = nil, "", ""
	to.Host = strings.ToLower(to.Host)
	if to.Port() != "" && to.Port() == standardPort[to.Scheme] {
		to.Host = strings.TrimSuffix(to.Host, ":"+to.Port())
	}
	return to, nil
}

func redirectError(at *url.URL, answer *http.Response, reason error) *transport.Error {
	return &transport.Error{Trouble: transport.Redirects, Address: shown(at), Status: answer.StatusCode, Err: reason}
}

// moved returns the address to which the document has moved permanently, or "".
func (j *journey) moved() string {
	if !j.permanent {
		return ""
	}
	return j.at()
}

// at returns the address that responded, or "" if it is the requested one.
func (j *journey) at() string {
	if len(j.visited) == 1 {
		return ""
	}
	address, err := transport.Parse(j.step.to.String())
	if err != nil {
		return ""
	}
	return address
}
