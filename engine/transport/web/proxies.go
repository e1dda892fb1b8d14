package web

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"

	"golang.org/x/net/http/httpproxy"

	"crossfeed/engine/transport"
)

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
			return nil, errors.New("HTTP_PROXY or HTTPS_PROXY is not a valid proxy URL: use http://HOST:PORT")
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
