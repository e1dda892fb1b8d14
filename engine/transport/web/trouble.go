package web

import (
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"strings"
	"time"

	"crossfeed/engine/transport"
)

// shown returns an address without possible secrets: users, passwords, queries.
func shown(u *url.URL) string {
	s := url.URL{Scheme: u.Scheme, Host: u.Host, Path: u.Path, RawPath: u.RawPath}
	if u.RawQuery != "" {
		return s.String() + "?…"
	}
	return s.String()
}

// shownAddress is shown for an unparsed address.
func shownAddress(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return "the address"
	}
	return shown(u)
}

// named classifies an error of a request. The error of a request that the caller cancelled is
// returned unchanged.
func named(ctx context.Context, at *url.URL, err error) error {
	if e := (*transport.Error)(nil); errors.As(err, &e) {
		if e.Address == "" {
			e.Address = shown(at)
		}
		return e
	}
	if cause := context.Cause(ctx); cause != nil {
		err = cause
	}
	if errors.Is(err, context.Canceled) {
		return err
	}
	e := &transport.Error{Address: shown(at), Err: withoutAddress(err)}
	if e.Trouble = certificateTrouble(err, e); e.Trouble == transport.Other {
		e.Trouble = troubleOf(err)
	}
	if e.Trouble == transport.Other {
		e.Err = foreign(e.Err)
	}
	return e
}

// foreign explains the error if the server does not speak HTTP or TLS.
func foreign(err error) error {
	switch {
	case errors.As(err, new(tls.RecordHeaderError)):
		return fmt.Errorf("%w (%w)", transport.ErrNoHTTPS, err)
	case strings.Contains(err.Error(), "malformed HTTP"):
		return fmt.Errorf("%w (%w)", transport.ErrNoHTTP, err)
	}
	return err
}

// withoutAddress removes the address that net/http adds to an error, because it may contain
// secrets.
func withoutAddress(err error) error {
	if e := (*url.Error)(nil); errors.As(err, &e) {
		return e.Err
	}
	return err
}

// troubleOf classifies an error of the network. If a connection was closed without any
// response, that is BrokenOff.
func troubleOf(err error) transport.Trouble {
	switch {
	case errors.As(err, new(transport.TooSlow)):
		return transport.Slow
	case errors.As(err, new(overdue)), errors.Is(err, context.DeadlineExceeded):
		return transport.Timeout
	case isAny(err, noRoute):
		return transport.Offline
	case isName(err):
		return nameTrouble(err)
	case isAny(err, refused):
		return transport.Refused
	case isTimeout(err):
		return transport.Timeout
	case isAny(err, brokenOff), isDamaged(err):
		return transport.BrokenOff
	}
	return transport.Other
}

func isName(err error) bool { return errors.As(err, new(*net.DNSError)) }

// nameTrouble distinguishes an unknown name from name servers that do not respond, which means
// that there is no network.
func nameTrouble(err error) transport.Trouble {
	var dns *net.DNSError
	if errors.As(err, &dns) && dns.IsNotFound {
		return transport.NoHost
	}
	return transport.Offline
}

func isTimeout(err error) bool {
	var e net.Error
	return errors.As(err, &e) && e.Timeout()
}

// isDamaged reports whether a compressed body is corrupt.
func isDamaged(err error) bool {
	return errors.As(err, new(flate.CorruptInputError)) || isAny(err, []error{gzip.ErrHeader, gzip.ErrChecksum, zlib.ErrHeader, zlib.ErrChecksum})
}

// brokenOff are the errors of a connection that ended early.
var brokenOff = append([]error{io.EOF, io.ErrUnexpectedEOF, net.ErrClosed}, reset...)

func isAny(err error, targets []error) bool {
	for _, t := range targets {
		if errors.Is(err, t) {
			return true
		}
	}
	return false
}

// unresolved is the error for a name for which name servers gave no answer.
type unresolved struct{ error }

func (unresolved) Error() string { return "its name could not be looked up" }

func (u unresolved) Unwrap() error { return u.error }

// resolved corrects the trouble of a name that cannot be resolved. If this computer has a
// route to other networks, it is not offline, and the fault may be permanent and with that
// name only. If it has none, some systems say of every name that it does not exist.
func (c *Client) resolved(err error) error {
	var e *transport.Error
	if !errors.As(err, &e) || !isName(e.Err) {
		return err
	}
	switch routed := c.options.Routed(); {
	case e.Trouble == transport.Offline && routed:
		e.Trouble, e.Err = transport.Timeout, unresolved{e.Err}
	case e.Trouble == transport.NoHost && !routed:
		e.Trouble = transport.Offline
	}
	return err
}

// routed reports whether this computer has a route to other networks. It sends nothing.
func routed() bool {
	for network, address := range map[string]string{"udp4": "192.0.2.1:9", "udp6": "[2001:db8::1]:9"} {
		if conn, err := net.Dial(network, address); err == nil {
			_ = conn.Close()
			return true
		}
	}
	return false
}

// allowed returns how long a request may take in total if this many bytes were sent and
// received so far.
func (l Limits) allowed(bytes int64) time.Duration {
	return transport.Pace{Total: l.Total, Rate: l.Rate}.Allowed(bytes)
}
