// Package web reads documents from web servers (RFC 9110): conditionally, compressed,
// through redirects and proxies, with whatever the server wants by way of proof.
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

// Options are what a client works with. Zero values are the system's.
type Options struct {
	// Passwords are asked for when a server wants one.
	Passwords transport.Passwords
	// Spool makes the files that bodies lie in until they are taken in.
	Spool transport.Spool
	// Dial connects; tests replace it.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)
	// Lookup resolves a name; tests replace it.
	Lookup func(ctx context.Context, host string) ([]net.IPAddr, error)
	// Routed tells whether this computer has a way to other networks; tests replace it.
	Routed func() bool
	// Getenv tells of proxies (HTTP_PROXY, HTTPS_PROXY, NO_PROXY).
	Getenv func(string) string
	// Limits bound what a document may cost.
	Limits Limits
	// Private tells which resolved addresses count as private; nil is the usual rule.
	// Tests, whose servers are all on loopback, replace it.
	Private func(net.IP) bool
}

// Client makes requests. It may be used from several goroutines.
type Client struct {
	options     Options
	environment func(*url.URL) (*url.URL, error)

	mu         sync.Mutex
	transports map[way]*http.Transport
	proofs     map[claim]*proof
	// reached tells of hosts whether they were private when they were reached last.
	reached map[string]bool
}

// New makes a client.
func New(o Options) *Client {
	o.Limits = o.Limits.orDefaults()
	if o.Spool == nil {
		o.Spool = transport.TempSpool{}
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

// Close closes the connections that wait for a next request. The client can be used
// further.
func (c *Client) Close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, t := range c.transports {
		t.CloseIdleConnections()
	}
}

// Limits bound a request. Zero values are the defaults.
type Limits struct {
	// Size of a document after decompression in bytes; 512 MB.
	Size int64
	// Connect and Answer bound the waiting for a connection and for the first byte of
	// an answer; Silence the time without a byte. 15 s, 60 s, 60 s.
	Connect, Answer, Silence time.Duration
	// Total bounds all waiting for a request, redirects included, and Rate is the number of
	// bytes that allow a second more. 2 minutes, 1 KiB.
	Total time.Duration
	Rate  int64
	// Redirects is the greatest number of hops; 10.
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
