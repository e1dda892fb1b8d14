// Package web reads documents from web servers (RFC 9110): conditionally, compressed,
// through redirects and proxies, with whatever the server wants by way of proof.
package web

import (
	"context"
	"net"
	"net/http"
	"time"

	"crossfeed/engine/location"
)

// Options are what a client works with. Zero values are the system's.
type Options struct {
	// Passwords are asked for when a server wants one.
	Passwords location.Passwords
	// Spool makes the files that bodies lie in until they are taken in.
	Spool location.Spool
	// Dial connects; tests replace it.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)
	// Getenv tells of proxies (HTTP_PROXY, HTTPS_PROXY, NO_PROXY).
	Getenv func(string) string
	// Limits bound what a document may cost.
	Limits Limits
	// Private tells which resolved addresses count as private; nil is the usual rule.
	// Tests, whose servers are all on loopback, replace it.
	Private func(net.IP) bool
}

// Limits bound a request. Zero values are the defaults.
type Limits struct {
	// Size of a document after decompression in bytes; 512 MB.
	Size int64
	// Connect and Answer bound the waiting for a connection and for the first byte of
	// an answer; Silence the time without a byte. 15 s, 60 s, 60 s.
	Connect, Answer, Silence time.Duration
	// Redirects is the greatest number of hops; 10.
	Redirects int
}

// Client makes requests. It may be used from several goroutines.
type Client struct{ options Options }

// New makes a client.
func New(o Options) *Client { return &Client{o} }

// Read implements location.Places for http and https.
func (c *Client) Read(ctx context.Context, r location.Request) (*location.Response, error) {
	panic("to be written")
}

// Do sends a request as a target's access says, signing in where the server asks for
// it. Redirects are not followed for methods that write. A status of 400 and more is
// an answer, not an error; errors are *location.Error. Body, where there is one, must
// have GetBody, because signing in may need it twice.
func (c *Client) Do(ctx context.Context, t location.Target, req *http.Request) (*http.Response, error) {
	panic("to be written")
}

// StatusError is the error that a status of 400 and more is.
func StatusError(address string, a *http.Response) *location.Error { panic("to be written") }
