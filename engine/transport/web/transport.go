package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"crossfeed/engine/transport"
)

// way is all that a connection depends on. Requests share connections only where they
// share their way: one that was opened for an address that a person gave must not be
// used by what a feed named.
type way struct {
	authority, certificate, key, fingerprint string
	// changed says when these files changed, so that new ones are read.
	changed string
	// proxy is the address of the proxy, or "".
	proxy string
	// public forbids private addresses.
	public bool
}

// wayOf is the way of a step.
func (c *Client) wayOf(ctx context.Context, s *step) (way, error) {
	a := s.access
	proxy, err := c.proxy(ctx, a, s.to)
	if err != nil {
		return way{}, err
	}
	w := way{
		authority: a.Authority, certificate: a.Certificate, key: a.Key,
		fingerprint: plain(a.Fingerprint), public: s.public,
		changed: changed(a.Authority, a.Certificate, a.Key),
	}
	if proxy != nil {
		w.proxy, w.public, s.proxied = proxy.String(), false, true
	}
	return w, nil
}

// plain is a fingerprint as this package writes it: others put colons between bytes.
func plain(fingerprint string) string {
	return strings.ToLower(strings.NewReplacer(":", "", " ", "").Replace(fingerprint))
}

// changed says when files changed last. One that is missing is said when it is read.
func changed(files ...string) string {
	var all strings.Builder
	for _, f := range files {
		if info, err := os.Stat(f); f != "" && err == nil {
			fmt.Fprintf(&all, "%d %d;", info.ModTime().UnixNano(), info.Size())
		}
	}
	return all.String()
}

// transport gives the connections of a way.
func (c *Client) transport(w way) (*http.Transport, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if t, ok := c.transports[w]; ok {
		return t, nil
	}
	t, err := c.newTransport(w)
	if err != nil {
		return nil, err
	}
	c.transports[w] = t
	return t, nil
}

// newTransport speaks HTTP/1.1 only: one connection that died while the computer slept
// then costs one request and not all, and at most three a host are wanted anyway.
func (c *Client) newTransport(w way) (*http.Transport, error) {
	trust, err := trustOf(w)
	if err != nil {
		return nil, err
	}
	t := &http.Transport{
		DialContext:            c.dialler(w.public),
		TLSClientConfig:        trust,
		TLSHandshakeTimeout:    2 * c.options.Limits.Connect, // the watch ends it before
		MaxIdleConns:           20,
		MaxIdleConnsPerHost:    3,
		ExpectContinueTimeout:  time.Second,
		IdleConnTimeout:        2 * c.options.Limits.Connect,
		MaxResponseHeaderBytes: 256 << 10,
		DisableCompression:     true,
		Protocols:              new(http.Protocols),
	}
	t.Protocols.SetHTTP1(true)
	if w.proxy != "" {
		u, err := url.Parse(w.proxy)
		if err != nil {
			return nil, errors.New("the address of the proxy is none")
		}
		t.Proxy, t.OnProxyConnectResponse = http.ProxyURL(u), tunnelled
	}
	return t, nil
}

// HTTP is a client on the connections of a target, for what signs its requests itself.
// It follows no redirects; its errors wrap *transport.Error.
func (c *Client) HTTP(t transport.Target) *http.Client {
	return &http.Client{
		Transport:     carrier{c, t},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// carrier carries requests to the servers of a target.
type carrier struct {
	client *Client
	target transport.Target
}

// RoundTrip implements http.RoundTripper.
func (r carrier) RoundTrip(req *http.Request) (*http.Response, error) {
	j, err := r.client.depart(req.Context(), r.target, req.URL)
	if err != nil {
		return nil, err
	}
	if j.step.access = j.access.Abroad(); j.home != "" {
		j.step.access = j.access // the address says bucket, and the request the endpoint
	}
	ctx, w := watching(req.Context(), r.client.options.Limits)
	answer, err := r.client.send(ctx, w, &j.step, req.Clone(ctx))
	if err != nil {
		w.stop()
		return nil, err
	}
	return answer, nil
}
