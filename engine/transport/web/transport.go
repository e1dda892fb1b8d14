package web

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"crossfeed/engine/transport"
)

// way is everything that a connection depends on. Requests share connections only if they
// share their way: a connection to an address that a person entered must not be used for a
// link in a feed.
type way struct {
	authority, certificate, key, fingerprint string
	// changed identifies the versions of these files, so that new ones are read.
	changed string
	// proxy is the address of the proxy, or "".
	proxy string
	// public forbids private addresses.
	public bool
}

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

// plain normalizes a fingerprint: other programs put colons between bytes.
func plain(fingerprint string) string {
	return strings.ToLower(strings.NewReplacer(":", "", " ", "").Replace(fingerprint))
}

// changed returns when files were last changed. Reading will report missing ones.
func changed(files ...string) string {
	var all strings.Builder
	for _, f := range files {
		if info, err := os.Stat(f); f != "" && err == nil {
			fmt.Fprintf(&all, "%d %d;", info.ModTime().UnixNano(), info.Size())
		}
	}
	return all.String()
}

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

// newTransport uses HTTP/1.1 only: a connection that died while the computer slept then costs
// one request instead of all, and at most three per host are needed anyway.
func (c *Client) newTransport(w way) (*http.Transport, error) {
	trust, err := trustOf(w)
	if err != nil {
		return nil, err
	}
	t := &http.Transport{
		DialContext:            c.dialler(w.public),
		TLSClientConfig:        trust,
		TLSHandshakeTimeout:    2 * c.options.Limits.Connect, // the watch ends it earlier
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
			return nil, transport.ErrProxy
		}
		t.Proxy, t.OnProxyConnectResponse = http.ProxyURL(u), tunnelled
	}
	return t, nil
}

// HTTP returns an http.Client on the connections of a target, for callers that sign their own
// requests. It follows no redirects; its errors wrap *transport.Error.
func (c *Client) HTTP(t transport.Target) *http.Client {
	return &http.Client{
		Transport:     carrier{c, t},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// carrier sends requests to the servers of a target.
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
		j.step.access = j.access // the address names the bucket, and the request the endpoint
	}
	ctx, w := watching(req.Context(), r.client.options.Limits)
	answer, err := r.client.send(ctx, w, &j.step, req.Clone(ctx))
	if err != nil {
		w.stop()
		return nil, err
	}
	return answer, nil
}
