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

// Do sends a request as a target's access says, signing in where the server asks for
// it. Redirects are not followed for methods that write. A status of 400 and more is
// an answer, not an error; errors are *transport.Error, or the context's own where the
// caller cancelled. Body, where there is one, must have GetBody, because signing in may
// need it twice. Without an Accept-Encoding the answer is asked for uncompressed.
func (c *Client) Do(ctx context.Context, t transport.Target, req *http.Request) (*http.Response, error) {
	answer, _, err := c.travel(ctx, t, req)
	return answer, err
}

// travel makes a request, and tells the journey that it took. Closing the body of the
// answer ends it.
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

// dressed is a request with what all of this program's requests say.
func dressed(req *http.Request) *http.Request {
	req = req.Clone(req.Context())
	for name, value := range map[string]string{"User-Agent": agent, "Accept-Encoding": "identity"} {
		if req.Header.Get(name) == "" {
			req.Header.Set(name, value)
		}
	}
	if req.Method == methodPropfind {
		// It is made again where a connection that was kept turns out to have ended, as
		// net/http does with GET by itself. Nothing of this is sent.
		req.Header["Idempotency-Key"] = nil
	}
	return req
}

// methodPropfind asks for properties and changes nothing (RFC 4918 §9.1).
const methodPropfind = "PROPFIND"

// agent is how this program calls itself.
const agent = "Crossfeed"

// send makes one request, without signing in and without following where it leads. The
// request is the caller's to give away.
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

// traced tells the watch how far the request is, and keeps whom it reached.
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

// journey is the way of a request from the address it was made for to the one that
// answers.
type journey struct {
	// home is the origin that the target's access is for, or "" for none: what proves
	// who somebody is never goes elsewhere.
	home   string
	access transport.Access
	step   step
	// visited are the addresses up to now. permanent tells that every redirect between
	// them was for good.
	visited   map[string]bool
	permanent bool
}

// step is one request of a journey.
type step struct {
	to     *url.URL
	access transport.Access
	// public forbids private addresses.
	public bool
	// proxied and private are found out on the way: whether it goes through a proxy, and
	// whether it led to a private address.
	proxied, private bool
}

// depart begins a journey to a target, or to another address at its server.
func (c *Client) depart(ctx context.Context, t transport.Target, to *url.URL) (*journey, error) {
	if to.Scheme != "http" && to.Scheme != "https" || to.Host == "" {
		return nil, &transport.Error{Address: shown(to), Err: errNotWeb}
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

// home is the origin that the access of a target is for. A person gave it for the feed;
// what that feed names elsewhere gets none of it.
func home(t transport.Target) string {
	at := transport.PlaceOf(t.Address)
	if t.From != "" && transport.PlaceOf(t.From) != at {
		return ""
	}
	return at
}

// accessAt is what of the target's access holds at an address.
func (j *journey) accessAt(to *url.URL) transport.Access {
	if j.home != "" && transport.PlaceOf(to.String()) == j.home {
		return j.access
	}
	return j.access.Abroad()
}

// fromPrivate tells whether a document lies in a private network, or on this computer,
// from where steps to private addresses are fine. For a bucket that is where its
// endpoint is.
func (c *Client) fromPrivate(ctx context.Context, address string) bool {
	u, err := url.Parse(address)
	switch kind := transport.KindOf(address); {
	case kind == transport.Local:
		return true
	case err != nil:
		return false
	case kind == transport.Bucket:
		endpoint, err := url.Parse(u.Query().Get("endpoint"))
		return err == nil && c.leadsPrivate(ctx, endpoint.Hostname())
	}
	return c.leadsPrivate(ctx, u.Hostname())
}

var standardPort = map[string]string{"http": "80", "https": "443"}

var (
	errNotWeb   = errors.New("it is no address of a web server")
	errCircle   = errors.New("it leads back to where it was")
	errNowhere  = errors.New("it leads elsewhere, and does not say where")
	errNoResend = errors.New("it leads elsewhere, and what was sent cannot be sent again")
)

// permanent tells of each status that leads elsewhere whether it does so for good
// (RFC 9110 §15.4).
var permanent = map[int]bool{
	http.StatusMovedPermanently:  true,
	http.StatusPermanentRedirect: true,
	http.StatusFound:             false,
	http.StatusSeeOther:          false,
	http.StatusTemporaryRedirect: false,
}

// reads tells of the methods that change nothing. Only these follow redirects.
func reads(method string) bool {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodOptions, "PROPFIND":
		return true
	}
	return false
}

// follow makes a request, and follows where it is led.
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

// onward makes the next step of a journey. From a private address the next may be
// private, too; from a public one never.
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
		return redirectError(from, answer, fmt.Errorf("there are more than %d steps", limit))
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

// destination is where a redirect leads, without users and fragments, and with the host
// as canonical addresses have it.
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

// moved is where the document moved to for good, or "".
func (j *journey) moved() string {
	if !j.permanent {
		return ""
	}
	return j.at()
}

// at is the address that answered, or "" where that is the one that was asked.
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
