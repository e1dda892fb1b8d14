package web

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"golang.org/x/net/http/httpproxy"

	"crossfeed/engine/transport"
)

// errPrivate is the reason for forbidding a step.
var errPrivate = errors.New("it points from a public location into a private network")

type dial = func(ctx context.Context, network, address string) (net.Conn, error)

// dialler returns a function that connects. If only public addresses are permitted, it checks
// the resolved address that is dialled: a name can be made to point anywhere, and somewhere
// else at the next lookup.
func (c *Client) dialler(public bool) dial {
	if c.options.Dial != nil {
		return c.checked(c.options.Dial, public)
	}
	d := &net.Dialer{Timeout: 2 * c.options.Limits.Connect} // the watch ends it earlier
	if public {
		d.ControlContext = func(_ context.Context, _, address string, _ syscall.RawConn) error {
			return c.forbidPrivate(address)
		}
	}
	return d.DialContext
}

// checked returns a dialler that checks where another one connected to.
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

// forbidPrivate rejects a resolved address, host:port, that is private or cannot be parsed.
func (c *Client) forbidPrivate(address string) error {
	ip := ipOf(address)
	if ip == nil || c.options.Private(ip) {
		return &transport.Error{Trouble: transport.Forbids, Err: errPrivate}
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

// isPrivateName reports whether a host is a private address, or a name of this computer. A
// host that ends in a number without being an address, such as 127.1, counts as private,
// because some resolvers and proxies take it for an address.
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

// note records whether a host was private when it was reached.
func (c *Client) note(host string, private bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.reached[host] = private
}

// leadsPrivate reports whether a host was private when it was last reached or, if it has not
// been reached yet, whether its name resolves to private addresses only.
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

// ipOf returns the IP address in host:port, without its zone, or nil.
func ipOf(address string) net.IP {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return nil
	}
	host, _, _ = strings.Cut(host, "%")
	return net.ParseIP(host)
}

// private reports whether an address is in a non-public network: this computer, a local
// network, the provider's own, or a range that no server has (RFC 6890).
func private(ip net.IP) bool {
	a, ok := netip.AddrFromSlice(ip)
	if !ok {
		return true
	}
	a = a.Unmap()
	if inner, ok := carried(a); ok {
		return private(inner)
	}
	return a.Is6() && !global.Contains(a) || slices.ContainsFunc(privateNetworks, func(n netip.Prefix) bool { return n.Contains(a) })
}

// carried returns the IPv4 address that an IPv6 address reaches through a gateway: NAT64 (RFC
// 6052) and 6to4 (RFC 3056).
func carried(a netip.Addr) (net.IP, bool) {
	if !a.Is6() {
		return nil, false
	}
	b := a.As16()
	switch {
	case nat64.Contains(a):
		return net.IP(b[12:16]), true
	case sixToFour.Contains(a):
		return net.IP(b[2:6]), true
	}
	return nil, false
}

var (
	// global is the globally allocated range of IPv6.
	global    = netip.MustParsePrefix("2000::/3")
	nat64     = netip.MustParsePrefix("64:ff9b::/96")
	sixToFour = netip.MustParsePrefix("2002::/16")
)

// privateNetworks are the private IPv4 networks, and Teredo, which hides IPv4 addresses (RFC
// 4380).
var privateNetworks = prefixes(
	"0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12",
	"192.0.0.0/24", "192.168.0.0/16", "198.18.0.0/15", "224.0.0.0/4", "240.0.0.0/4",
	"2001::/32",
)

func prefixes(texts ...string) []netip.Prefix {
	all := make([]netip.Prefix, len(texts))
	for i, t := range texts {
		all[i] = netip.MustParsePrefix(t)
	}
	return all
}

// proxies returns a function that reads from the environment which proxy to use for an
// address. Addresses of this computer use none.
func proxies(getenv func(string) string) func(*url.URL) (*url.URL, error) {
	either := func(name string) string {
		if v := getenv(name); v != "" {
			return v
		}
		return getenv(strings.ToLower(name))
	}
	return (&httpproxy.Config{
		HTTPProxy: either("HTTP_PROXY"), HTTPSProxy: either("HTTPS_PROXY"), NoProxy: either("NO_PROXY"),
		CGI: getenv("REQUEST_METHOD") != "",
	}).ProxyFunc()
}

// proxy returns the proxy for an address, or nil. A proxy in the access applies to all
// addresses.
func (c *Client) proxy(ctx context.Context, a transport.Access, to *url.URL) (*url.URL, error) {
	if a.Proxy == "" {
		u, err := c.environment(to)
		if err != nil || u != nil && u.Hostname() == "" {
			return nil, fmt.Errorf("HTTP_PROXY or HTTPS_PROXY: %w: use http://HOST:PORT", transport.ErrProxy)
		}
		return u, nil
	}
	u, err := transport.Proxy(a.Proxy)
	if err != nil || u == nil {
		return nil, err
	}
	return c.withPassword(ctx, u)
}

// withPassword adds the password of the user in a proxy's address.
func (c *Client) withPassword(ctx context.Context, proxy *url.URL) (*url.URL, error) {
	if proxy.User.Username() == "" || c.options.Passwords == nil {
		return proxy, nil
	}
	user := proxy.User.Username()
	password, err := c.options.Passwords.Password(ctx, proxy.Scheme+"://"+proxy.Host, user)
	if errors.Is(err, transport.ErrNoPassword) {
		return proxy, nil
	}
	if err != nil {
		return nil, err
	}
	proxy.User = url.UserPassword(user, password)
	return proxy, nil
}

// tunnelled checks a proxy's response to CONNECT (RFC 9110 §9.3.6).
func tunnelled(_ context.Context, proxy *url.URL, _ *http.Request, answer *http.Response) error {
	if answer.StatusCode == http.StatusOK {
		return nil
	}
	return proxyError(proxy.Host, answer)
}

// proxyError returns the error for a proxy's refusal. What a proxy says about the server is
// unreliable, so only its own conditions are classified.
func proxyError(proxy string, answer *http.Response) *transport.Error {
	e := &transport.Error{Trouble: transport.Unavailable, Status: answer.StatusCode}
	e.Err = fmt.Errorf("the proxy %s did not connect", proxy)
	switch answer.StatusCode {
	case http.StatusProxyAuthRequired:
		e.Trouble = transport.SignIn
		e.Err = fmt.Errorf("the proxy %s requires it", proxy)
	case http.StatusForbidden:
		e.Trouble = transport.Forbidden
		e.Err = fmt.Errorf("the proxy %s refused it", proxy)
	case http.StatusGatewayTimeout:
		e.Trouble = transport.Timeout
	}
	return e
}

// byProxy adds to an error that it occurred on the way to the proxy.
func (s *step) byProxy(w way, err error) error {
	var dial *net.OpError
	if s.proxied && errors.As(err, &dial) && dial.Op == "proxyconnect" {
		u, _ := url.Parse(w.proxy)
		return fmt.Errorf("the proxy %s: %w", u.Host, err)
	}
	return err
}
