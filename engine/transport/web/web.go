// Package web reads documents from web servers (RFC 9110): conditionally, compressed, through
// redirects and proxies, and with authentication.
package web

import (
	"cmp"
	"context"
	"net"
	"net/http"
	"net/url"
	"os"
	"sync"
	"time"

	"crossfeed/engine/transport"
)

// Options configure a client. Zero values mean the system's.
type Options struct {
	// Passwords is asked when a server requires a password.
	Passwords transport.Passwords
	// TempFiles creates the temporary files for bodies.
	TempFiles transport.TempFiles
	// Dial connects; tests replace it.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)
	// Lookup resolves a name; tests replace it.
	Lookup func(ctx context.Context, host string) ([]net.IPAddr, error)
	// Routed reports whether this computer has a route to other networks; tests replace it.
	Routed func() bool
	// Getenv returns the environment variables for proxies (HTTP_PROXY, HTTPS_PROXY,
	// NO_PROXY).
	Getenv func(string) string
	// Limits bound the cost of a document.
	Limits Limits
	// Private reports whether a resolved address counts as private; nil means the standard
	// rule. Tests, whose servers are all on loopback, replace it.
	Private func(net.IP) bool
}

// Client sends requests. It is safe for concurrent use.
type Client struct {
	options     Options
	environment func(*url.URL) (*url.URL, error)

	mu         sync.Mutex
	transports map[way]*http.Transport
	proofs     map[claim]*proof
	// reached records for each host whether it was private when it was last reached.
	reached map[string]bool
}

// New returns a client.
func New(o Options) *Client {
	o.Limits = o.Limits.orDefaults()
	if o.TempFiles == nil {
		o.TempFiles = transport.TempFolder{}
	}
	if o.Getenv == nil {
		o.Getenv = os.Getenv
	}
	if o.Lookup == nil {
		o.Lookup = net.DefaultResolver.LookupIPAddr
	}
	if o.Routed == nil {
		o.Routed = routed
	}
	if o.Private == nil {
		o.Private = private
	}
	return &Client{
		options: o, environment: proxies(o.Getenv),
		transports: map[way]*http.Transport{}, proofs: map[claim]*proof{}, reached: map[string]bool{},
	}
}

// Close closes the idle connections. The client can still be used.
func (c *Client) Close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, t := range c.transports {
		t.CloseIdleConnections()
	}
}

// Limits bound a request. Zero values mean the defaults.
type Limits struct {
	// Size is the maximum size of a document after decompression in bytes, by default 512 MB.
	Size int64
	// Connect and Answer bound the wait for a connection and for the first byte of a response,
	// and Silence the time without a byte. The defaults are 15 s, 60 s and 60 s.
	Connect, Answer, Silence time.Duration
	// Total bounds the total waiting time of a request, including redirects, by default 2
	// minutes. Rate is the number of bytes that add another second, by default 1 KiB.
	Total time.Duration
	Rate  int64
	// Redirects is the maximum number of redirects, by default 10.
	Redirects int
}

func (l Limits) orDefaults() Limits {
	pace := transport.Pace{Total: l.Total, Rate: l.Rate}.OrUsual()
	return Limits{
		Size:      cmp.Or(l.Size, transport.UsualSize),
		Connect:   cmp.Or(l.Connect, 15*time.Second),
		Answer:    cmp.Or(l.Answer, time.Minute),
		Silence:   cmp.Or(l.Silence, time.Minute),
		Total:     pace.Total,
		Rate:      pace.Rate,
		Redirects: cmp.Or(l.Redirects, 10),
	}
}
