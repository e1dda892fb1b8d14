package web

import (
	"context"
	"errors"
	"net"
	"strconv"
	"strings"
	"syscall"

	"crossfeed/engine/location"
)

// errPrivate is why a step was forbidden.
var errPrivate = errors.New("it leads from a public place into a private network")

type dial = func(ctx context.Context, network, address string) (net.Conn, error)

// dialler connects. Where only public addresses are permitted, that is decided on the
// address that is dialled, after the name was resolved: a name can be made to lead
// anywhere, and elsewhere when it is asked for again.
func (c *Client) dialler(public bool) dial {
	if c.options.Dial != nil {
		return c.checked(c.options.Dial, public)
	}
	d := &net.Dialer{Timeout: 2 * c.options.Limits.Connect} // the watch ends it before
	if public {
		d.ControlContext = func(_ context.Context, _, address string, _ syscall.RawConn) error {
			return c.forbidPrivate(address)
		}
	}
	return d.DialContext
}

// checked is a dialler that looks at where another one arrived.
func (c *Client) checked(dial dial, public bool) dial {
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := dial(ctx, network, address)
		if err != nil || !public {
			return conn, err
		}
		if err := c.forbidPrivate(conn.RemoteAddr().String()); err != nil {
			return nil, errors.Join(err, conn.Close())
		}
		return conn, nil
	}
}

// forbidPrivate refuses a resolved address, host:port, that is private. One that cannot
// be read is refused as well.
func (c *Client) forbidPrivate(address string) error {
	ip := ipOf(address)
	if ip == nil || c.options.Private(ip) {
		return &location.Error{Trouble: location.Forbids, Err: errPrivate}
	}
	return nil
}

func (c *Client) isPrivate(a net.Addr) bool {
	if a == nil {
		return false
	}
	ip := ipOf(a.String())
	return ip != nil && c.options.Private(ip)
}

// isPrivateName tells whether a host is named by a private address, or is this computer
// by its name. What ends in a number and is no address, like 127.1, is one for some
// resolvers and proxies all the same.
func (c *Client) isPrivateName(host string) bool {
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	if host == "localhost" || strings.HasSuffix(host, ".localhost") {
		return true
	}
	if ip := ipOf(net.JoinHostPort(host, "0")); ip != nil {
		return c.options.Private(ip)
	}
	last := host[strings.LastIndexByte(host, '.')+1:]
	_, decimal := strconv.ParseUint(last, 10, 64)
	_, other := strconv.ParseUint(last, 0, 64)
	return decimal == nil || other == nil
}

// note remembers where a host was reached.
func (c *Client) note(host string, private bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.reached[host] = private
}

// leadsPrivate tells whether a host was private when it was reached last, or whether all
// that its name resolves to is, where it was not reached yet.
func (c *Client) leadsPrivate(ctx context.Context, host string) bool {
	if host == "" || c.isPrivateName(host) {
		return host != ""
	}
	c.mu.Lock()
	private, known := c.reached[host]
	c.mu.Unlock()
	if known {
		return private
	}
	ctx, cancel := context.WithTimeout(ctx, c.options.Limits.Connect)
	defer cancel()
	found, err := c.options.Lookup(ctx, host)
	for _, a := range found {
		if !c.options.Private(a.IP) {
			return false
		}
	}
	return err == nil && len(found) > 0
}

// ipOf is the IP address in host:port, without its zone, or nil.
func ipOf(address string) net.IP {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return nil
	}
	host, _, _ = strings.Cut(host, "%")
	return net.ParseIP(host)
}
