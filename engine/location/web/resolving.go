package web

import (
	"errors"
	"net"

	"crossfeed/engine/location"
)

// unresolved is the error of a name of which the name servers gave no answer.
type unresolved struct{ error }

func (unresolved) Error() string { return "its name could not be looked up" }

func (u unresolved) Unwrap() error { return u.error }

// resolved gives a name that leads nowhere its trouble. Where this computer has a way to
// other networks it is not offline, and the fault may be that name's alone, for ever;
// where it has none, some systems say of every name that it does not exist.
func (c *Client) resolved(err error) error {
	var e *location.Error
	if !errors.As(err, &e) || !isName(e.Err) {
		return err
	}
	switch routed := c.options.Routed(); {
	case e.Trouble == location.Offline && routed:
		e.Trouble, e.Err = location.Timeout, unresolved{e.Err}
	case e.Trouble == location.NoHost && !routed:
		e.Trouble = location.Offline
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
