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

// shown is an address without what may be secret in it: users, passwords, queries.
func shown(u *url.URL) string {
	s := url.URL{Scheme: u.Scheme, Host: u.Host, Path: u.Path, RawPath: u.RawPath}
	if u.RawQuery != "" {
		return s.String() + "?…"
	}
	return s.String()
}

// shownAddress is shown for an address that is not taken apart yet.
func shownAddress(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return "the address"
	}
	return shown(u)
}

// named gives an error of a request its trouble. A request that the caller cancelled
// has none.
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

// foreign says what to do where another language than HTTP or TLS is spoken.
func foreign(err error) error {
	switch {
	case errors.As(err, new(tls.RecordHeaderError)):
		return fmt.Errorf("what answers there does not speak https: write http, or check the port (%w)", err)
	case strings.Contains(err.Error(), "malformed HTTP"):
		return fmt.Errorf("what answers there is no web server: check the address and the port (%w)", err)
	}
	return err
}

// withoutAddress takes the address away that net/http writes around an error: it may
// hold what is secret.
func withoutAddress(err error) error {
	if e := (*url.Error)(nil); errors.As(err, &e) {
		return e.Err
	}
	return err
}

// troubleOf names what the network did. A request that got no answer at all because it
// was closed counts as one that broke off.
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

// nameTrouble tells a name that is not known from name servers that do not answer:
// without a network there is nobody to ask.
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

// isDamaged tells of a compressed body that cannot be what was sent.
func isDamaged(err error) bool {
	return errors.As(err, new(flate.CorruptInputError)) || isAny(err, []error{gzip.ErrHeader, gzip.ErrChecksum, zlib.ErrHeader, zlib.ErrChecksum})
}

// brokenOff are the errors of a connection that ended before its time.
var brokenOff = append([]error{io.EOF, io.ErrUnexpectedEOF, net.ErrClosed}, reset...)

func isAny(err error, targets []error) bool {
	for _, t := range targets {
		if errors.Is(err, t) {
			return true
		}
	}
	return false
}

// unresolved is the error of a name of which the name servers gave no answer.
type unresolved struct{ error }

func (unresolved) Error() string { return "its name could not be looked up" }

func (u unresolved) Unwrap() error { return u.error }

// resolved gives a name that leads nowhere its trouble. Where this computer has a way to
// other networks it is not offline, and the fault may be that name's alone, for ever;
// where it has none, some systems say of every name that it does not exist.
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

// routed tells whether this computer has a way to other networks. Nothing is sent.
func routed() bool {
	for network, address := range map[string]string{"udp4": "192.0.2.1:9", "udp6": "[2001:db8::1]:9"} {
		if conn, err := net.Dial(network, address); err == nil {
			_ = conn.Close()
			return true
		}
	}
	return false
}

// allowed is how long may be waited in all for a request of which so many bytes went and
// came up to now.
func (l Limits) allowed(bytes int64) time.Duration {
	return transport.Pace{Total: l.Total, Rate: l.Rate}.Allowed(bytes)
}
